from .@{m_core}core import *
from .@{m_core}core import @{Model}Model as @{Model>Renamed}Renamed, @{helper}_private_helper
from .sub import @{m_leaf}leaf

__all__ = ["@{Model}Model", "@{build}build", "@{m_leaf}leaf"]
