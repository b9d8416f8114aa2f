"""The binary of the commit before, to run beside the new one. It is built when something that two
versions share in a running cluster has changed between them: rows, what nodes say to each other,
leases. Otherwise the new binary stands for the old one. What was built is kept under the name of
its commit."""
import os
import shutil
import subprocess

from .contract import ROOT
from .server import binary

# What a node of one version reads that was written by another one.
SHARED = ('schema/postgres', 'src/store/postgres', 'src/store/codec', 'src/core/audit',
          'src/engine/lease', 'src/engine/ports', 'src/engine/shard', 'src/http/forward',
          'src/app/cluster', 'src/app/service')
FIRST_FILE = 'src/app/cluster/cluster_node.cpp'  # before it there were no clusters
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


def previous_binary():
    """A path, and a sentence about what it is."""
    given = os.environ.get('STANDBY_PREVIOUS_BINARY')
    if given:
        return given, f'the previous version is {given}'
    is_changed = _git('diff', '--quiet', 'HEAD', '--', 'src', 'schema') is None
    commit = _git('rev-parse', '--verify', '--quiet', 'HEAD' if is_changed else 'HEAD~1')
    if commit is None or _git('cat-file', '-e', f'{commit}:{FIRST_FILE}') is None:
        return binary(), 'there is no commit before this one that knows of clusters: the new ' \
            'version runs beside itself'
    is_same = _git('diff', '--quiet', commit, '--', *SHARED) is not None
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
    # The same settings and the same place below the root as usual: what both versions have in
    # common then comes from the compiler's cache.
    environment = {**os.environ, 'CCACHE_BASEDIR': source, 'CCACHE_NOHASHDIR': '1',
                   'CCACHE_SLOPPINESS': 'pch_defines,time_macros,include_file_mtime,'
                                        'include_file_ctime'}
    build = os.path.join(source, 'build', 'release')
    log = os.path.join(FOLDER, 'build.log')
    with open(log, 'wb') as output:
        for command in (['cmake', '--preset', 'release'], ['ninja', '-C', build, 'standby']):
            done = subprocess.run(command, stdout=output, stderr=output, check=False, cwd=source,
                                  env=environment, timeout=BUILD_SECONDS)
            if done.returncode != 0:
                raise AssertionError(f'{commit[:10]} cannot be built: see {log}')
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.move(os.path.join(build, 'standby'), target)
    return target
