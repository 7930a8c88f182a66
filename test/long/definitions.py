"""Reads [[file, line, column], ...] (1-based, 0-based) and prints where jedi says that each is declared."""
import json
import sys

import jedi

project = jedi.Project(sys.argv[1], smart_sys_path=False, added_sys_path=[sys.argv[1]])
scripts = {}


def definitions(path, line, column):
    if path not in scripts:
        scripts[path] = jedi.Script(path=path, project=project)
    found = scripts[path].goto(line, column, follow_imports=True)
    return [f"{one.module_path}:{one.line}:{one.column}" for one in found]


print(json.dumps([definitions(*place) for place in json.load(sys.stdin)]))
