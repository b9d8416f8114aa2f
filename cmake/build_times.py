#!/usr/bin/env python3
"""Where the time of a build went, by ninja's own log.

usage: build_times.py <.ninja_log>

A step's time is the wall clock's; two at a time on two cores take about as long as they work.
"""
import collections
import os
import re
import sys

SLOWEST = 15


def steps(path):
    """The last (seconds, output) of every step of the log whose output is still there."""
    folder, last = os.path.dirname(path), {}
    with open(path, encoding='utf-8') as log:
        for line in log:
            fields = line.rstrip('\n').split('\t')
            if len(fields) == 5:  # begin, end, time of the file, output, hash of the command
                last[fields[3]] = (int(fields[1]) - int(fields[0])) / 1000
    return sorted(((seconds, output) for output, seconds in last.items()
                   if os.path.exists(os.path.join(folder, output))), reverse=True)


def part_of(output):
    match = re.match(r'CMakeFiles/([^/]+)\.dir/', output)
    if match:
        return match.group(1)
    return 'web pages' if output.startswith('web/') else 'linking and the rest'


def main(path):
    parts = collections.Counter()
    found = steps(path)
    for seconds, output in found:
        parts[part_of(output)] += seconds
    print(f'{sum(parts.values()):8.1f} s in all, summed over all cores')
    for part, seconds in parts.most_common():
        print(f'{seconds:8.1f} s {part}')
    print('the slowest:')
    for seconds, output in found[:SLOWEST]:
        print(f'{seconds:8.1f} s {output}')


if __name__ == '__main__':
    main(sys.argv[1])
