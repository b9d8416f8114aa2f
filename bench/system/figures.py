"""A figure is one measured number with its target. Here is how figures are kept, summarised over
repetitions and shown."""
import dataclasses
import statistics


@dataclasses.dataclass
class Figure:
    group: str
    name: str
    value: float
    unit: str
    anchor_name: str | None = None  # what it was measured against, in the same repetition
    anchor: float | None = None
    ratio: float | None = None
    target_text: str = ''
    met: bool | None = None  # None: there is no target, or it cannot be judged
    note: str = ''


class Runs:
    """The measurements of several repetitions: one dictionary of named numbers each. A name that
    was measured in no repetition has the value None."""

    def __init__(self, rows):
        self.rows = rows

    def values(self, name):
        return [row[name] for row in self.rows if row.get(name) is not None]

    def median(self, name):
        values = self.values(name)
        return statistics.median(values) if values else None

    def most(self, name):
        return max(self.values(name), default=None)

    def ratios(self, name, anchor):
        """One ratio for each repetition, so that a slow minute of the machine slows down both."""
        return [row[name] / row[anchor] for row in self.rows
                if row.get(name) is not None and row.get(anchor)]

    def ratio(self, name, anchor):
        values = self.ratios(name, anchor)
        return statistics.median(values) if values else None

    def spread(self, name):
        return spread(self.values(name))

    def ratio_spread(self, name, anchor):
        values = spread(self.ratios(name, anchor), '.2f')
        return f'ratio {values}' if values else ''


def spread(values, form=None):
    """Between which values the repetitions lie; nothing for a single one."""
    if len(values) < 2:
        return ''
    low, high = min(values), max(values)
    show = amount if form is None else lambda value: format(value, form)
    return f'{show(low)} to {show(high)}'


def amount(value):
    """A number for people: three digits that count, thousands apart."""
    if value is None:
        return '-'
    if isinstance(value, int) or abs(value) >= 100:
        return f'{value:,.0f}'
    return f'{value:.1f}' if abs(value) >= 10 else f'{value:.2f}'


def row_text(row):
    """What one repetition measured, in a line."""
    return ', '.join(f'{name} {amount(value)}' for name, value in row.items()
                     if value is not None)


def at_least(value, limit):
    return None if value is None else value >= limit


def at_most(value, limit):
    return None if value is None else value <= limit


HEADINGS = ('figure', 'value', 'anchor', 'ratio', 'target', 'met', 'note')


def cells(figure):
    """The columns of a row in the tables."""
    anchor = ''
    if figure.anchor_name is not None:
        anchor = f'{figure.anchor_name} '
        anchor += 'is not here' if figure.anchor is None else amount(figure.anchor)
    ratio = '' if figure.ratio is None else f'{figure.ratio:.2f}'
    met = {True: 'yes', False: 'NO', None: ''}[figure.met]
    return (figure.name, f'{amount(figure.value)} {figure.unit}'.strip(), anchor, ratio,
            figure.target_text, met, figure.note)


def table(figures):
    """A table whose columns line up, which is Markdown as well."""
    rows = [HEADINGS] + [cells(figure) for figure in figures]
    if not any(row[-1] for row in rows[1:]):
        rows = [row[:-1] for row in rows]
    return columns(rows)


def columns(rows):
    """Lines of Markdown out of rows of texts; the first row is the heading."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = ['| ' + ' | '.join(text.ljust(width) for text, width in zip(row, widths)) + ' |'
             for row in rows]
    rule = '|' + '|'.join('-' * (width + 2) for width in widths) + '|'
    return [lines[0], rule, *lines[1:]]


def verdict(figures):
    """One sentence on how many targets were met, naming those that were not."""
    judged = [figure for figure in figures if figure.met is not None]
    missed = [figure for figure in judged if not figure.met]
    if not judged:
        return 'No target was judged.'
    if not missed:
        return f'All targets were met ({len(judged)}).'
    names = '; '.join(f'{figure.name} ({figure.target_text})' for figure in missed)
    return f'{len(judged) - len(missed)} of {len(judged)} targets were met. Missed: {names}.'
