import pkg
import pkg.sub.@{m_leaf}leaf
from pkg import *
from pkg import @{Model>Renamed}Renamed
from pkg.sub.@{m_twin}twin import @{TModel}Model as @{TModel>TM}TwinModel
import typed

@{=r}r = @{Model>Renamed}Renamed("n")
print(@{r}r.@{name}name, @{r}r.@{size}size, @{build}build("x").@{lazy}lazy)
pkg.sub.@{m_leaf}leaf.@{leaf}leaf(@{r}r)
@{TModel>TM}TwinModel().@{tnested}nested()
print(pkg.@{build}build("q"), @{Model}Model.@{kind}kind)
@{=box}box: "pkg.@{m_core}core.@{Box}Box[int]" = pkg.@{m_core}core.@{Box}Box()
print(@{box}box.@{open}open(), typed.@{stubbed}stubbed(1))
