"""bench/results/system.md: one section for each group, except for groups that have a file of their
own. A run replaces the sections of the groups it measured and keeps the others, as long as they
were measured on the same kind of machine."""
import re

import figures
import machine
import processes

FOLDER = processes.ROOT / 'bench' / 'results'
OWN_FILES = {'messages': 'messages.md', 'cluster': 'cluster.md', 'many': 'many.md',
             'day': 'many.md'}


def write(measured, bench):
    """Returns the files that were written."""
    by_file = {}
    for figure in measured:
        name = OWN_FILES.get(figure.group, 'system.md')
        by_file.setdefault(FOLDER / name, []).append(figure)
    for file, some in by_file.items():
        write_file(file, some, bench)
    return list(by_file)


def write_file(file, measured, bench):
    head = ['# Benchmark results: the running server', '',
            f'Written by `script/bench` on {machine.describe()}. Each ratio is taken within one',
            'repetition, in which the anchor and the server run right after each other; what is '
            'shown is the', 'median, and in the notes the range over all repetitions.', '']
    sections = read_sections(file, '\n'.join(head))
    for group in dict.fromkeys(figure.group for figure in measured):
        sections[group] = section(group, [item for item in measured if item.group == group], bench)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('\n'.join(head) + '\n' + '\n'.join(sections[group] for group in sections))


def section(group, measured, bench):
    repeat, seconds = bench.shapes.get(group, (bench.repeat, bench.seconds))
    lines = [f'## {group}', '', f'Median of {repeat}, {seconds:g} s each.', '',
             *figures.table(measured), '']
    if group in bench.sections:
        lines += [*bench.sections[group], '']
    return '\n'.join(lines)


def read_sections(file, head):
    """What stands in the file, by group; nothing when it was written on another machine."""
    if not file.exists() or not file.read_text().startswith(head):
        return {}
    parts = re.split(r'^## (\w+)\n', file.read_text(), flags=re.MULTILINE)
    return {name: f'## {name}\n{text.rstrip()}\n' for name, text in zip(parts[1::2], parts[2::2])}
