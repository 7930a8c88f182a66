"""One refactoring by rope: tool, folder, call as JSON with the offset of the symbol. Prints OK or why not."""

import json
import os
import re
import sys

import rope.base.project
from rope.refactor import change_signature, extract, inline, move, rename

tool, folder, call = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
project = rope.base.project.Project(folder, ropefolder=None)
resource = project.get_resource(call["file_path"])
text = resource.read()


def offset_at(line, column):
    return sum(len(one) + 1 for one in text.split("\n")[: line - 1]) + column - 1


def do_extract():
    start = offset_at(call["start_line"], call["start_column"])
    end = offset_at(call["end_line"], call["end_column"])
    is_variable = call.get("kind") == "variable"
    refactoring = (extract.ExtractVariable if is_variable else extract.ExtractMethod)(project, resource, start, end)
    project.do(refactoring.get_changes(call["function_name"], similar=bool(call.get("replace_duplicates"))))


def do_inline():
    more = {"remove": False} if call.get("keep_definition") else {}
    project.do(inline.create_inline(project, resource, call["offset"]).get_changes(**more))


def do_move():
    target = call["target_file"]
    if not os.path.exists(os.path.join(folder, target)):
        os.makedirs(os.path.join(folder, os.path.dirname(target)), exist_ok=True)
        parent = os.path.dirname(target)
        (project.get_resource(parent) if parent else project.root).create_file(os.path.basename(target))
    project.do(move.create_move(project, resource, call["offset"]).get_changes(project.get_resource(target)))


def do_signature():
    signature = change_signature.ChangeSignature(project, resource, call["offset"])
    names = [name for name, _ in signature.get_args()]
    own = 1 if names[:1] in (["self"], ["cls"]) else 0
    wanted = [one for one in call["new_params"] if not one["name"].startswith("*")]
    kept = [one.get("was", one["name"]) for one in wanted]
    changers, now = [], list(names)
    for name in names[own:]:
        if name not in kept:
            changers.append(change_signature.ArgumentRemover(now.index(name)))
            now.remove(name)
    for at, one in enumerate(wanted):
        was = one.get("was", one["name"])
        if was not in now:
            changers.append(
                change_signature.ArgumentAdder(at + own, one["name"], one.get("default"), one.get("value_for_calls"))
            )
            now.insert(at + own, was)
    order = list(range(own)) + [now.index(one.get("was", one["name"])) for one in wanted]
    if order != list(range(len(now))):
        changers.append(change_signature.ArgumentReorderer(order))
    if changers:
        project.do(signature.get_changes(changers))
    for one in wanted:
        if one.get("was") in names:
            now_text = resource.read()
            found = re.compile(r"\b" + one["was"] + r"\b").search(now_text, now_text.index("(", call["offset"]))
            project.do(rename.Rename(project, resource, found.start()).get_changes(one["name"]))
    if call.get("new_name"):
        project.do(rename.Rename(project, resource, call["offset"]).get_changes(call["new_name"]))


TOOLS = {
    "extract_function": do_extract,
    "inline_function": do_inline,
    "move_symbol": do_move,
    "change_signature": do_signature,
}

try:
    TOOLS[tool]()
    print("OK")
except Exception as error:  # rope refuses by many of them
    print("REFUSED", type(error).__name__, str(error)[:200])
