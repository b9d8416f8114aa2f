"""Processes that tests start beside the server: as another user when the tests run as root, each
known by its pid, and ended by it."""
import os
import pwd
import shutil
import tempfile

DATABASE_USER = 'postgres'  # Debian's; PostgreSQL refuses to run as root


def as_database_user(command):
    """The command as the database's user, or unchanged if we aren't root. The process
    becomes the command, so that its pid is the command's."""
    if os.geteuid() != 0:
        return command
    return ['setpriv', f'--reuid={DATABASE_USER}', f'--regid={DATABASE_USER}', '--init-groups',
            '--', *command]


def database_folder(prefix):
    """A new temporary folder that belongs to the database's user."""
    folder = tempfile.mkdtemp(prefix=prefix)
    if os.geteuid() == 0:
        user = pwd.getpwnam(DATABASE_USER)
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder


def remove_folder(folder):
    shutil.rmtree(folder, ignore_errors=True)


def children_of(pid):
    """The pids of its children, now."""
    found = []
    for name in os.listdir('/proc'):
        if name.isdigit():
            try:
                with open(f'/proc/{name}/stat', encoding='ascii', errors='replace') as file:
                    fields = file.read().rpartition(')')[2].split()
            except OSError:
                continue  # it has ended
            if int(fields[1]) == pid:
                found.append(int(name))
    return found


def send_signal(pids, which):
    """To those of them that are still there."""
    for pid in pids:
        try:
            os.kill(pid, which)
        except ProcessLookupError:
            pass
