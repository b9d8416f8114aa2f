"""Measures the running server, scenario by scenario, and ends with one table: what was measured,
beside what, with which target, and whether it was met. Usage: script/bench --help."""
import argparse
import dataclasses
import json
import os
import pathlib
import sys
import traceback

import abuse
import bench as bench_module
import bus
import cluster
import compare
import day
import figures
import growth
import imports
import joins
import loris
import machine
import many
import memory
import messages
import overload
import platform_lists
import processes
import reads
import restart
import results
import storm
import watchers

SCENARIOS = (joins, reads, storm, messages, memory, watchers, loris, overload, abuse, restart,
             growth, many, platform_lists, imports, day, bus, cluster)
GROUPS = tuple(dict.fromkeys(scenario.GROUP for scenario in SCENARIOS))
BUILD = processes.ROOT / 'build'


def read_options(arguments):
    release = BUILD / 'release'
    parser = argparse.ArgumentParser(prog='script/bench', description=__doc__)
    parser.add_argument('groups', nargs='*', metavar='GROUP', help=', '.join(GROUPS) + '; or all')
    parser.add_argument('--quick', action='store_true',
                        help='seconds instead of minutes, to see that everything works; no verdict')
    parser.add_argument('--seconds', type=float, help='how long each measurement takes (8)')
    parser.add_argument('--repeat', type=int, help='repetitions, of which the median counts (5)')
    parser.add_argument('--binary', default=release / 'standby', help='the server to measure')
    parser.add_argument('--load', default=release / 'bench' / 'standby_load',
                        help='the load tool')
    parser.add_argument('--single-commit', default=release / 'bench' / 'single_commit',
                        help='the anchor with one transaction per request')
    parser.add_argument('--disk-shim', default=release / 'disk_shim.so',
                        help='makes a disk slow, for overload')
    parser.add_argument('--unfenced', metavar='PATH',
                        help='the server without fences, for cluster (standby_unfenced beside it)')
    parser.add_argument('--json', default=BUILD / 'bench' / 'system.json',
                        help='where the figures are written for programs')
    parser.add_argument('--other', metavar='PATH', help='compare with this server, and no more')
    parser.add_argument('--other-name', default='then', help='what it is called in the table')
    options = parser.parse_args(arguments)
    known = GROUPS if options.other is None else compare.GROUPS
    unknown = set(options.groups) - {*known, 'all'}
    if unknown:
        parser.error(f'unknown group {", ".join(sorted(unknown))}; there are {", ".join(known)}')
    if not options.groups or 'all' in options.groups:
        options.groups = list(known)
    for path in (options.binary, options.load, options.other):
        if path is not None and not os.access(path, os.X_OK):
            parser.error(f'{path} is not there; script/bench builds it')
    for name in ('binary', 'load', 'single_commit', 'disk_shim', 'unfenced', 'other'):
        if getattr(options, name) is not None:
            setattr(options, name, pathlib.Path(getattr(options, name)).resolve())
    return options


def scratch_parent():
    """A folder on a real disk: a benchmark of durable writes in memory would be a lie."""
    folder = pathlib.Path(os.environ.get('STANDBY_BENCH_DIR') or BUILD / 'bench').resolve()
    folder.mkdir(parents=True, exist_ok=True)
    kind = machine.file_system(folder)
    if kind in machine.IN_MEMORY:
        sys.exit(f'bench: {folder} is on {kind}, where a sync costs nothing; '
                 'name a folder on a disk in STANDBY_BENCH_DIR')
    return folder


def run_scenarios(bench, groups):
    """The figures, and the names of scenarios that could not be finished."""
    measured, broken = [], []
    for scenario in SCENARIOS:
        if scenario.GROUP not in groups:
            continue
        name = scenario.__name__
        bench.say(f'{name}: {" ".join(scenario.__doc__.split()).split(". ")[0].rstrip(".")}')
        # A trial asks whether it works, not how well the machine does today: what breaks by a
        # hiccup works when tried again, what has rotted does not.
        figures_of_it, is_finished = run_scenario(bench, scenario)
        if bench.quick and not is_finished:
            figures_of_it, is_finished = run_scenario(bench, scenario)
        measured += figures_of_it
        if not is_finished:
            broken.append(name)
    return measured, broken


def run_scenario(bench, scenario):
    """Its figures, and whether they are all."""
    measured = []
    try:
        for figure in scenario.run(bench):
            if bench.quick:
                figure.met = None
            measured.append(figure)
    except processes.BenchError as error:
        bench.say(f'{scenario.__name__} could not be measured: {error}')
    except Exception:  # the others shall be measured all the same
        traceback.print_exc()
    else:
        return measured, True
    return measured, False


def show(bench, options, measured, broken):
    """Prints the table and keeps it."""
    print()
    print('\n'.join(figures.table(measured)))
    print()
    print(figures.verdict(measured) if not bench.quick else 'A quick run: nothing was judged.')
    if broken:
        print(f'Could not be measured: {", ".join(broken)}.')
    path = pathlib.Path(options.json)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({'machine': machine.describe(), 'quick': bench.quick,
                                'figures': [dataclasses.asdict(figure) for figure in measured],
                                'broken': broken}, indent=2) + '\n')
    if not bench.quick and measured:
        written = results.write(measured, bench)
        names = (str(file.relative_to(processes.ROOT)) for file in written)
        bench.say(f'written to {", ".join(names)}')


def main(arguments):
    options = read_options(arguments)
    bench = bench_module.Bench(options, scratch_parent())
    broken = []
    try:
        if options.other is not None:
            lines = compare.run(bench, options.groups, options.other, options.other_name)
            print('\n' + '\n'.join(lines))
        else:
            measured, broken = run_scenarios(bench, options.groups)
            show(bench, options, measured, broken)
    except processes.BenchError as error:
        sys.exit(f'bench: {error}')
    finally:
        bench.close()
    return 1 if broken else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
