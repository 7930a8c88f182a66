from ..@{m_core}core import @{build}build, @{Model}Model
from .. import @{m_core}core
from . import @{m_twin}twin as @{m_twin}other


def @{=leaf}leaf(@{=leafm}model: "@{Model}Model") -> None:
    @{=local}local = @{build}build("a")
    @{local}local.@{nested}nested()
    @{m_core}core.@{hits}hits += 1
    @{m_core}core.@{Color}Color.@{GREEN}GREEN.value
    print(@{leafm}model.@{kind}kind, @{m_core}core.@{Sub}Sub("b").@{kind2}kind, @{m_twin}other.@{tleaf}leaf())
    @{Model}Model.@{create}create("x")[0].@{get}get(1)
