"""A file as an earlier version left it: what later migrations have made is taken out again."""
import contextlib
import glob
import os
import re
import sqlite3

MIGRATIONS = os.path.join(os.path.dirname(__file__), '../../../schema/sqlite')


def later_migrations(version):
    """The texts of all after this one, the newest first."""
    paths = sorted(glob.glob(os.path.join(MIGRATIONS, '[0-9]*.sql')), reverse=True)
    for path in paths:
        if int(os.path.basename(path).split('_')[0]) > version:
            with open(path, encoding='utf-8') as file:
                yield re.sub(r'--.*', '', file.read())


def take_back(database, version):
    """Tables and columns that were added go; what was changed in rows stays."""
    for text in later_migrations(version):
        for column in re.findall(r'ALTER TABLE (\w+)\s+ADD COLUMN (\w+)', text):
            database.execute('ALTER TABLE {} DROP COLUMN {}'.format(*column))
        for table in re.findall(r'CREATE TABLE (\w+)', text):
            database.execute(f'DROP TABLE {table}')
    database.execute(f'PRAGMA user_version = {version}')


@contextlib.contextmanager
def opened_as_of(server, version):
    """The file of a server that is stopped, as it was before the migration after this one."""
    database = sqlite3.connect(os.path.join(server.data_dir, 'standby.db'))
    with contextlib.closing(database), database:
        yield database
        take_back(database, version)
