"""The binary of the commit before, to run beside the new one. It is built when something that two
versions share in a running cluster has changed between them: stored records, the schema, what nodes
say to each other. Otherwise the new binary stands for the old one. What was built is kept under the
name of its commit."""
import os
import re
import shutil
import subprocess

from .contract import ROOT
from .server import binary

# Where one version meets what another one wrote or says: the database, and other nodes.
MEETING = ('src/store/postgres', 'src/http/forward', 'src/app/cluster', 'src/engine/lease')
STORED = ('src/core', 'src/store/codec')  # what is stored gets its bytes here
SCHEMA = 'schema/postgres'
CODES = re.compile(r'^[\w:<>, ]+ (?:encode|decode)_\w+\(', re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
# Before it records had no numbers, and no node of then can share a store with one of now.
FIRST_FILE = 'src/core/audit/numbered.hpp'
FOLDER = os.path.join(ROOT, 'build', 'previous')
BUILD_SECONDS = 3600


def _git(*arguments):
    """What git says; None when it fails, or when this is no clone."""
    try:
        done = subprocess.run(['git', '-C', ROOT, *arguments], capture_output=True, text=True,
                              check=False)
    except FileNotFoundError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _read(path):
    try:
        with open(os.path.join(ROOT, path), encoding='utf-8') as file:
            return file.read()
    except FileNotFoundError:
        return ''


def _sources():
    for folder, _, names in os.walk(os.path.join(ROOT, 'src')):
        for name in names:
            if name.endswith(('.cpp', '.hpp')) and '_test' not in name:
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def shared_files():
    """The sources in which versions meet, those that turn values into bytes and back, and every
    header that these include: whatever the bytes depend on."""
    waiting = [path for path in _sources() if path.startswith(MEETING) or
               path.startswith(STORED) and path.endswith('.cpp') and CODES.search(_read(path))]
    found = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += ['src/' + name for name in INCLUDE.findall(_read(path))]
    return found


def _is_shared(path, shared):
    return path.startswith(SCHEMA) or path in shared or \
        path.startswith(MEETING) and '_test' not in path


def previous_binary():
    """A path, and a sentence about what it is."""
    given = os.environ.get('STANDBY_PREVIOUS_BINARY')
    if given:
        return given, f'the previous version is {given}'
    is_changed = _git('diff', '--quiet', 'HEAD', '--', 'src', 'schema') is None
    commit = _git('rev-parse', '--verify', '--quiet', 'HEAD' if is_changed else 'HEAD~1')
    if commit is None or _git('cat-file', '-e', f'{commit}:{FIRST_FILE}') is None:
        return binary(), 'there is no commit before this one that can share a store with it: the ' \
            'new version runs beside itself'
    changed = (_git('diff', '--name-only', commit, '--', 'src', 'schema') or '').split('\n')
    shared = shared_files()
    is_same = not any(_is_shared(path, shared) for path in changed)
    if is_same and os.environ.get('STANDBY_BUILD_PREVIOUS') != 'always':
        return binary(), f'{commit[:10]} shares everything with the new version, which runs ' \
            'beside itself'
    return _built(commit), f'the previous version is {commit[:10]}'


def _built(commit):
    target = os.path.join(FOLDER, commit, 'standby')
    if os.path.exists(target):
        return target
    source = os.path.join(FOLDER, 'source')
    shutil.rmtree(source, ignore_errors=True)
    os.makedirs(source)
    archive = os.path.join(FOLDER, 'source.tar')
    subprocess.run(['git', '-C', ROOT, 'archive', '--output', archive, commit], check=True)
    subprocess.run(['tar', '-xf', archive, '-C', source], check=True)
    os.remove(archive)
    for folder in ('web', 'tools/mail'):  # it has the same pages, or none where we have none
        packages = os.path.join(ROOT, folder, 'node_modules')
        if os.path.isdir(packages):
            os.symlink(packages, os.path.join(source, folder, 'node_modules'))
    # The same settings and the same place below the root as usual: what both versions have in
    # common then comes from the compiler's cache.
    environment = {**os.environ, 'CCACHE_BASEDIR': source, 'CCACHE_NOHASHDIR': '1',
                   'CCACHE_SLOPPINESS': 'pch_defines,time_macros,include_file_mtime,'
                                        'include_file_ctime'}
    build = os.path.join(source, 'build', 'release')
    log = os.path.join(FOLDER, 'build.log')
    with open(log, 'wb') as output:
        for command in (['cmake', '--preset', 'release', '-DSTANDBY_TESTS=OFF'],
                        ['ninja', '-C', build, 'standby']):
            done = subprocess.run(command, stdout=output, stderr=output, check=False, cwd=source,
                                  env=environment, timeout=BUILD_SECONDS)
            if done.returncode != 0:
                raise AssertionError(f'{commit[:10]} cannot be built: see {log}')
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.move(os.path.join(build, 'standby'), target)
    return target
