"""bench/results/system.md: one section for each group. A run replaces the sections of the groups it
measured and keeps the others, as long as they were measured on the same kind of machine."""
import re

import figures
import machine
import processes

FILE = processes.ROOT / 'bench' / 'results' / 'system.md'


def write(measured, bench):
    head = ['# Benchmark results: the running server', '',
            f'Written by `script/bench` on {machine.describe()}. Each ratio is taken within one',
            'repetition, in which the anchor and the server run right after each other; what is '
            'shown is the', 'median, and in the notes the range over all repetitions.', '']
    sections = read_sections('\n'.join(head))
    for group in dict.fromkeys(figure.group for figure in measured):
        sections[group] = section(group, [item for item in measured if item.group == group], bench)
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text('\n'.join(head) + '\n' + '\n'.join(sections[group] for group in sections))
    return FILE


def section(group, measured, bench):
    lines = [f'## {group}', '', f'Median of {bench.repeat}, {bench.seconds:g} s each.', '',
             *figures.table(measured), '']
    if group in bench.sections:
        lines += [*bench.sections[group], '']
    return '\n'.join(lines)


def read_sections(head):
    """What stands in the file, by group; nothing when it was written on another machine."""
    if not FILE.exists() or not FILE.read_text().startswith(head):
        return {}
    parts = re.split(r'^## (\w+)\n', FILE.read_text(), flags=re.MULTILINE)
    return {name: f'## {name}\n{text.rstrip()}\n' for name, text in zip(parts[1::2], parts[2::2])}
