"""Draws a line chart with a logarithmic x-axis as SVG: small, without any library, and readable on
light and dark backgrounds."""
import math

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 64, 150  # margins; the legend is in the lower one
MARKS = ('circle', 'square', 'diamond', 'triangle', 'cross')

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-size: 16px; font-weight: 600; }
.quiet { fill: #59636e; }
.grid { stroke: #d1d9e0; stroke-width: 1; }
.line { fill: none; stroke-width: 2; }
.reference { fill: none; stroke: #59636e; stroke-width: 1.5; stroke-dasharray: 5 4; }
.paper { fill: #ffffff; }
.c0 { stroke: #0969da; color: #0969da; } .c1 { stroke: #bc4c00; color: #bc4c00; }
.c2 { stroke: #1a7f37; color: #1a7f37; } .c3 { stroke: #8250df; color: #8250df; }
.c4 { stroke: #bf3989; color: #bf3989; }
.mark { fill: currentColor; stroke: none; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; } .quiet { fill: #9198a1; } .grid { stroke: #3d444d; }
  .reference { stroke: #9198a1; } .paper { fill: #0d1117; }
  .c0 { stroke: #4493f8; color: #4493f8; } .c1 { stroke: #f0883e; color: #f0883e; }
  .c2 { stroke: #3fb950; color: #3fb950; } .c3 { stroke: #ab7df8; color: #ab7df8; }
  .c4 { stroke: #f778ba; color: #f778ba; }
}
"""


def line_chart(title, subtitle, x_name, x_values, lines, reference):
    """The text of the picture. `lines` are at most five pairs of a name and a value for each x;
    `reference` is one more such pair, dashed."""
    top_value = 1.1 * max(max(values) for _, values in [*lines, reference])
    scale = Scale(x_values, top_value)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             f'role="img" aria-label="{title}">', f'<style>{STYLE}</style>',
             f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
             text(LEFT, 26, title, 'title'), text(LEFT, 46, subtitle, 'quiet')]
    parts += grid(scale, x_values, top_value, x_name)
    parts.append(polyline(scale, x_values, reference[1], 'reference'))
    for index, (_, values) in enumerate(lines):
        parts.append(polyline(scale, x_values, values, f'line c{index}'))
        parts += [mark(index, scale.x(x), scale.y(value)) for x, value in zip(x_values, values)]
    parts += legend([name for name, _ in lines], reference[0])
    return '\n'.join([*parts, '</svg>', ''])


class Scale:
    """From values to places in the picture."""

    def __init__(self, x_values, top_value):
        self.low, self.high = math.log10(x_values[0]), math.log10(x_values[-1])
        self.top_value = top_value

    def x(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        return HEIGHT - BOTTOM - value / self.top_value * (HEIGHT - TOP - BOTTOM)


def grid(scale, x_values, top_value, x_name):
    step = next(step for step in (0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000)
                if top_value / step <= 7)
    parts = []
    for number in range(int(top_value / step) + 1):
        value = number * step
        y = scale.y(value)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" '
                     f'y2="{y:.1f}"/>')
        parts.append(text(LEFT - 8, y + 4, f'{value:g}x', 'quiet', 'end'))
    for x in x_values:
        anchor = 'end' if x == x_values[-1] else 'start' if x == x_values[0] else 'middle'
        parts.append(text(scale.x(x), HEIGHT - BOTTOM + 20, f'{x:,}', 'quiet', anchor))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 40, x_name, 'quiet', 'middle'))
    return parts


def polyline(scale, x_values, values, style):
    points = ' '.join(f'{scale.x(x):.1f},{scale.y(value):.1f}'
                      for x, value in zip(x_values, values))
    return f'<polyline class="{style}" points="{points}"/>'


def mark(index, x, y):
    """Each line has its own shape, for those who do not see its colour."""
    style = f'class="mark c{index}"'
    shape = MARKS[index]
    if shape == 'circle':
        return f'<circle {style} cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
    if shape == 'square':
        return f'<rect {style} x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>'
    corners = {'diamond': ((0, -5), (5, 0), (0, 5), (-5, 0)),
               'triangle': ((0, -5), (5, 4), (-5, 4)),
               'cross': ((-5, -3), (-3, -5), (0, -2), (3, -5), (5, -3), (2, 0), (5, 3), (3, 5),
                         (0, 2), (-3, 5), (-5, 3), (-2, 0))}[shape]
    points = ' '.join(f'{x + right:.1f},{y + down:.1f}' for right, down in corners)
    return f'<polygon {style} points="{points}"/>'


def legend(names, reference):
    """Two columns below the picture."""
    parts = []
    for index, name in enumerate([*names, reference]):
        x = LEFT + (index % 2) * (WIDTH - LEFT - RIGHT) / 2
        y = HEIGHT - BOTTOM + 70 + index // 2 * 24
        style = 'reference' if index == len(names) else f'line c{index}'
        parts.append(f'<line class="{style}" x1="{x:.1f}" x2="{x + 28:.1f}" y1="{y}" y2="{y}"/>')
        if index < len(names):
            parts.append(mark(index, x + 14, y))
        parts.append(text(x + 38, y + 4, name))
    return parts


def text(x, y, words, style='', anchor='start'):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">{words}</text>'
