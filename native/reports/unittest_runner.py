"""Runs unittest and writes a line of JSON for each event to the file in argv[1].

  start   {name, groups}: a test begins
  test    {name, groups, outcome, ...}: how it, or one of its subtests, ended
  stop    {name}: it has ended
  broken  {name, message, stack, file, line}: a module or class that could not run
  end     {seconds, count}

Python 3.6 and later. The tests' own output stays where it goes.
"""
import io
import json
import os
import sys
import time
import traceback
import unittest


class Writer:
    def __init__(self, path):
        self.file = io.open(path, "w", encoding="utf-8", errors="backslashreplace")

    def write(self, **members):
        self.file.write(json.dumps(members, sort_keys=True) + "\n")
        self.file.flush()  # a test may end the process


def is_unittest(frame):
    return "__unittest" in frame.f_globals


def trim(error):
    """The frames between those of unittest: of the test and of what it calls."""
    frames = error.__traceback__
    while frames and is_unittest(frames.tb_frame):
        frames = frames.tb_next
    kept = []
    while frames and not is_unittest(frames.tb_frame):
        kept.append((frames.tb_frame, frames.tb_lineno))
        frames = frames.tb_next
    summary = traceback.StackSummary.extract(iter(kept), lookup_lines=True)
    return "".join(summary.format()), kept


def words(error):
    return "".join(traceback.format_exception_only(type(error), error)).strip()


def own_place(kept, path):
    """The innermost frame in the test's own file, or else the innermost of all."""
    for frame, line in reversed(kept):
        if frame.f_code.co_filename == path:
            return {"file": path, "line": line}
    if not kept:
        return {}
    frame, line = kept[-1]
    return {"file": frame.f_code.co_filename, "line": line}


def file_of(test):
    module = sys.modules.get(type(test).__module__)
    path = getattr(module, "__file__", None)
    return os.path.abspath(path) if path else ""


def describe(test):
    """Name and groups: those of a subtest are its test's, with its parameters."""
    sub = None
    if hasattr(test, "test_case") and hasattr(test, "params"):
        sub, test = test, test.test_case
    name = getattr(test, "_testMethodName", None) or str(test)
    groups = [type(test).__module__]
    groups += getattr(type(test), "__qualname__", type(test).__name__).split(".")
    if type(test).__module__.startswith("unittest.") or type(test).__module__ == "doctest":
        groups = []
        name = test.id()
    if sub is not None:
        name += " " + sub._subDescription()
    return {"name": name, "groups": groups, "file": file_of(test)}


def describe_failure(error, path):
    is_assertion = isinstance(error, AssertionError)
    stack, kept = trim(error)
    members = own_place(kept, path)
    members["stack"] = stack
    members["message"] = str(error) if is_assertion and str(error) else words(error)
    members["is_error"] = not is_assertion
    return members


class Result(unittest.TextTestResult):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.started = None

    def startTest(self, test):
        self.started = time.time()
        self.sub_failed = False
        if not is_stand_in(test):
            writer.write(event="start", **describe(test))
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        if not is_stand_in(test):
            writer.write(event="stop", name=describe(test)["name"])

    def report(self, test, outcome, **members):
        seconds = time.time() - self.started if self.started else 0
        known = describe(test)
        known.update(members)
        writer.write(event="test", outcome=outcome, seconds=round(seconds, 6), **known)

    def fail(self, test, info):
        error = info[1]
        if is_stand_in(test):
            is_import = type(test).__name__ == "_FailedTest"
            members = describe_import(str(error)) if is_import else describe_failure(error, "")
            writer.write(event="broken", name=broken_name(test), **members)
            return
        self.report(test, "failed", **describe_failure(error, describe(test)["file"]))

    def addSuccess(self, test):
        super().addSuccess(test)
        if not self.sub_failed:
            self.report(test, "passed")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.fail(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.fail(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.sub_failed = True
            self.fail(subtest, err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.report(test, "skipped", message=reason)

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.report(test, "skipped", message="It failed, as expected.", is_expected=True)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.report(test, "failed", message="It passed, though it is marked as an expected failure.")


def is_stand_in(test):
    """setUpClass, setUpModule and imports that failed stand in place of their tests."""
    return type(test).__name__ in ("_ErrorHolder", "_FailedTest")


def broken_name(test):
    name = test.id()
    start = "unittest.loader._FailedTest."
    return name[len(start) :] if name.startswith(start) else name


def describe_import(text):
    """The error's text quotes a whole traceback: its last line is the reason."""
    _, found, frames = text.partition("Traceback (most recent call last):\n")
    frames, _, reason = frames.rstrip().rpartition("\n")
    members = {"message": reason if found else text.strip(), "stack": frames, "is_error": True}
    members.update(import_place(frames))
    return members


def import_place(text):
    """The last place that the quoted traceback names."""
    place = {}
    for line in text.split("\n"):
        parts = line.strip().split('"')
        if len(parts) == 3 and parts[0] == "File " and parts[2].startswith(", line "):
            number = parts[2][len(", line ") :].partition(",")[0]
            if number.isdigit() and not parts[1].startswith("<"):
                place = {"file": parts[1], "line": int(number)}
    return place


class Runner(unittest.TextTestRunner):
    resultclass = Result

    def run(self, test):
        started = time.time()
        result = super().run(test)
        writer.write(event="end", seconds=round(time.time() - started, 6), count=result.testsRun)
        return result


if __name__ == "__main__":
    writer = Writer(sys.argv[1])
    sys.path[0:1] = [os.getcwd()] if sys.path[:1] == [""] else sys.path[0:1] + [os.getcwd()]
    program = unittest.main(module=None, argv=["unittest"] + sys.argv[2:], testRunner=Runner, exit=False)
    ran = program.result
    sys.exit(1 if not ran.wasSuccessful() else 5 if ran.testsRun == 0 and not ran.skipped else 0)
