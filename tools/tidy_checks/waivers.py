# An exception to a rule, written where it is made: `tidy: allow <rule> because <reason>`, in a
# comment on the same line or on the line above. Without a reason, or without need, it is a finding.
import re

from .finding import Finding

_WAIVER = re.compile(r'(?://|#)\s*tidy:\s*(?P<body>.*)$')
_BODY = re.compile(r'allow\s+(?P<rule>\w+)\s+because\s+(?P<reason>\w.*)$')

RULES = {'waiver': 'tidy: allow <rule> because <reason>'}


def apply(path, text, findings, known_rules):
    """The findings that no waiver covers, and what is wrong with the waivers themselves."""
    allowed, remaining = {}, []
    for number, line in enumerate(text.split('\n'), 1):
        match = _WAIVER.search(line)
        if not match:
            continue
        body = _BODY.match(match.group('body').strip())
        if not body or body.group('rule') not in known_rules:
            remaining.append(Finding(path, number, 'waiver',
                                     f'write it as "{RULES["waiver"]}", with a rule of tools/tidy',
                                     'an exception nobody can explain is a mistake'))
            continue
        stands_alone = not line[:match.start()].strip()
        key = (number + 1 if stands_alone else number, body.group('rule'))
        allowed[key] = number
    used = set()
    for finding in findings:
        key = (finding.line, finding.rule)
        if key in allowed:
            used.add(key)
        else:
            remaining.append(finding)
    for key, number in allowed.items():
        if key not in used:
            remaining.append(Finding(path, number, 'waiver', f'nothing here breaks "{key[1]}"',
                                     'an exception that is not needed misleads the next reader'))
    return remaining


_SLIP = '// a\nthrow 1;'
BAD = (
    ('waiver', 'src/core/a.cpp', f'{_SLIP} // tidy: allow exceptions\n'),
    ('exceptions', 'src/core/a.cpp', f'{_SLIP} // tidy: allow exceptions\n'),
    ('exceptions', 'src/core/a.cpp', f'{_SLIP} // tidy: allow exceptions because\n'),
    ('exceptions', 'src/core/a.cpp', f'{_SLIP} // tidy: allow clock because it ticks\n'),
    ('waiver', 'src/core/a.cpp', f'{_SLIP} // tidy: allow anything because I say so\n'),
    ('waiver', 'src/core/a.cpp', '// a\nint a; // tidy: allow clock because it is not needed\n'),
)
GOOD = (
    ('src/core/a.cpp', f'{_SLIP} // tidy: allow exceptions because the library demands it\n'),
    ('src/core/a.cpp', '// a\n// tidy: allow exceptions because it must\nthrow 1;\n'),
)
