from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import wraps
from typing import Callable, Generic, NamedTuple, Protocol, TypeVar, overload

__all__ = ["@{Model}Model", "@{build}build", "@{LIMIT}LIMIT", "@{Color}Color", "@{Pt}Pt", "@{Runner}Runner"]

@{=T}T = TypeVar("T")
@{=LIMIT}LIMIT = 10
@{=hits}hits = 0

if sys.version_info >= (3, 8):
    def @{=compat}compat(@{=cv}value):
        return @{cv}value
else:
    def @{=compat}compat(@{=cv2}value):
        return @{cv2}value

try:
    import tomllib as toml
except ImportError:
    toml = None


def @{=traced}traced(@{=func}func: Callable) -> Callable:
    @wraps(@{func}func)
    def @{=wrapper}wrapper(*@{=wargs}args, **@{=wkw}kwargs):
        global @{hits}hits
        @{hits}hits += 1
        return @{func}func(*@{wargs}args, **@{wkw}kwargs)

    return @{wrapper}wrapper


class @{=Model}Model:
    @{=kind}kind = "model"
    @{=total}total: int = 0
    __slots__ = ("@{=name}name", "@{=size_}_size", "@{=lazy}lazy")

    def __init__(self, @{=iname}name: str, @{=isize}size: int = @{LIMIT}LIMIT):
        self.@{name}name = @{iname}name
        self.@{size_}_size = @{isize}size
        self.@{lazy}lazy = None
        @{Model}Model.@{total}total += 1

    @property
    def @{=size}size(self) -> int:
        return self.@{size_}_size

    @@{size}size.setter
    def @{=size}size(self, @{=sv}value: int) -> None:
        self.@{size_}_size = @{sv}value

    @classmethod
    def @{=create}create(cls, *@{=cnames}names: str) -> list[@{Model}Model]:
        return [cls(@{cn}name) for @{=cn}name in @{cnames}names if (@{=clean}clean := @{cn}name.strip()) and @{clean}clean]

    @staticmethod
    @@{traced}traced
    def @{=check}check(@{=ck}value):
        return @{ck}value

    def @{=nested}nested(self):
        @{=counter}counter = 0

        def @{=bump}bump():
            nonlocal @{counter}counter
            @{counter}counter += 1
            return @{counter}counter

        return @{bump}bump() + self.@{size}size + sum(@{nx}counter for @{=nx}counter in range(3)) + @{counter}counter

    @overload
    def @{=get}get(self, @{=g1}key: int) -> int: ...
    @overload
    def @{=get}get(self, @{=g2}key: str) -> str: ...
    def @{=get}get(self, @{=g3}key):
        return @{g3}key


class @{=Sub}Sub(@{Model}Model):
    def @{=subnested}nested(self):
        return super().@{nested}nested() + self.@{size}size

    @{=kind2}kind = "sub"


@dataclass
class @{=Pt}Pt:
    @{=x}x: int
    @{=y}y: int = field(default=0)

    def @{=norm}norm(self) -> int:
        return self.@{x}x + self.@{y}y


class @{=Pair}Pair(NamedTuple):
    @{=left}left: int
    @{=right}right: str = ""


class @{=Runner}Runner(Protocol[@{T}T]):
    def @{=run}run(self, @{=rt}task: @{T}T) -> None: ...


class @{=Box}Box(Generic[@{T}T]):
    @{=item}item: @{T}T

    def @{=open}open(self) -> @{T}T:
        return self.@{item}item


import enum


class @{=Color}Color(enum.Enum):
    @{=RED}RED = 1
    @{=GREEN}GREEN = @{RED}RED + 1


def @{=build}build(@{=bn}name, *, @{=bs}size=3) -> @{Model}Model:
    @{=m}m = @{Model}Model(@{bn}name, @{isize}size=@{bs}size)
    @{m}m.@{size}size = 4
    return @{m}m


def @{=helper}_private_helper():
    @{=p}p = @{Pt}Pt(@{x}x=1, @{y}y=2)
    print(@{p}p.@{x}x, @{p}p.@{norm}norm(), @{Color}Color.@{RED}RED, @{Pair}Pair(@{left}left=1).@{right}right)
    for @{=i}i, (@{=j}j, *@{=rest}rest) in enumerate([(1, 2, 3)]):
        print(@{i}i, @{j}j, @{rest}rest)
    with open("x") as @{=fh}fh:
        print(@{fh}fh)
    try:
        pass
    except (ValueError, OSError) as @{=exc}exc:
        print(@{exc}exc)
    @{=fn}fn = lambda @{=lx}x, @{=ly}y=@{p}p: @{lx}x + @{ly}y.@{x}x
    print(@{fn}fn(1), f"{@{p}p.@{y}y:>{@{LIMIT}LIMIT}}")
    del @{p}p
    match @{Pt}Pt(1, 2):
        case @{Pt}Pt(@{x}x=@{=cx}a, @{y}y=0):
            return @{cx}a
        case @{=other}other:
            return @{other}other
