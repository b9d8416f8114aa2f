"""What this machine is, so that figures can be read beside it."""
import os
import pathlib
import platform
import re
import subprocess

import processes

# Where a sync costs nothing, because there is no disk behind it.
IN_MEMORY = ('tmpfs', 'ramfs')
SECTOR_BYTES = 512  # in which the kernel counts, whatever the disk has


def describe():
    """One line: processors, memory, kernel, versions of what is measured against."""
    memory = int(re.search(r'MemTotal:\s+(\d+)',
                           pathlib.Path('/proc/meminfo').read_text()).group(1)) / 1024 / 1024
    model = re.search(r'model name\s*: (.+)', pathlib.Path('/proc/cpuinfo').read_text())
    parts = [f'{os.cpu_count()} cores' + (f' ({model.group(1).strip()})' if model else ''),
             f'{memory:.0f} GB of memory', f'Linux {platform.release()}']
    parts += filter(None, [version('nginx', '-v'), version('redis-server', '--version')])
    return ', '.join(parts)


def version(name, flag):
    """Such as "nginx 1.22.1"; None where it is not installed."""
    program = processes.find_program(name)
    if program is None:
        return None
    said = subprocess.run([program, flag], capture_output=True, text=True, check=False)
    number = re.search(r'\d+\.\d+(\.\d+)?', said.stdout + said.stderr)
    return f'{name} {number.group() if number else ""}'.strip()


def disk_written_bytes(path):
    """What was written so far, by everybody, to the disk that a folder is on; None where the system
    does not tell. What a process says of itself is no use: an overwritten page counts as much as
    the whole piece of the cache that it lies in."""
    disk = os.stat(path).st_dev
    counters = pathlib.Path(f'/sys/dev/block/{os.major(disk)}:{os.minor(disk)}/stat')
    try:
        return int(counters.read_text(encoding='ascii').split()[6]) * SECTOR_BYTES
    except OSError:
        return None


def file_system(path):
    """The kind of file system that a folder is on."""
    best, kind = '', ''
    for line in pathlib.Path('/proc/self/mounts').read_text().splitlines():
        _, mount, name, *_ = line.split()
        inside = str(path) == mount or str(path).startswith(mount.rstrip('/') + '/')
        if inside and len(mount) >= len(best):
            best, kind = mount, name
    return kind
