#!/usr/bin/env python3
"""What to build for some tests: their programs, by ctest's own description of them.

usage: ctest --show-only=json-v1 -R <regex> | test_targets.py <build folder>

Prints a target on each line; nothing when everything is needed, or nothing is known.
"""
import json
import os
import sys


def targets(tests, folder):
    found = set()
    for test in tests:
        program = os.path.relpath(test.get('command', [''])[0], folder)
        if program.startswith('..') or '/' in program:
            return set()  # a script: it may need anything
        found.add(program)
    return found


if __name__ == '__main__':
    print('\n'.join(sorted(targets(json.load(sys.stdin)['tests'], sys.argv[1]))))
