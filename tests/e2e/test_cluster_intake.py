"""Sheets and calendars on two nodes: each is looked at by the node that has the list, once; when
that node dies, the other one goes on where it was, and nobody's place is lost."""
import datetime
import os
import secrets
import tempfile
import unittest

from harness.cluster import ClusterCase
from harness.google_sheets import GoogleSheets
from harness.radicale import PASSWORD, USER, Radicale
from harness.waiting import wait_for
from harness.webdav import PASSWORD as DAV_PASSWORD
from harness.webdav import USER as DAV_USER
from harness.webdav import WebDav
from harness.world import new_person

SECONDS = 60


def on_day(days):
    day = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
    return day.replace(hour=12, minute=0, second=0, microsecond=0)


class IntakeOfACluster(ClusterCase):
    lease_seconds = 3

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix='standby-sheets-')
        cls.addClassCleanup(folder.cleanup)
        cls.folder = os.path.realpath(folder.name)
        key = os.path.join(cls.folder, 'secrets.key')
        with open(key, 'w', encoding='ascii') as file:
            file.write(secrets.token_hex(32) + '\n')
        os.chmod(key, 0o600)
        cls.webdav, cls.google, cls.radicale = WebDav(), GoogleSheets(), Radicale()
        for peer in (cls.webdav, cls.google, cls.radicale):
            cls.addClassCleanup(peer.close)
        cls.flags = ('--sheets-dir', cls.folder, '--secrets-key-file', key,
                     '--allow-private', cls.webdav.address, '--allow-private', cls.google.address,
                     '--allow-private', cls.radicale.address)
        super().setUpClass()

    def line(self, node, resource):
        return [one['name'] for one in self.client(node).call(
            'list_queue', {'resource_id': resource['id']}, expect=200)['items']]

    def in_line(self, node, resource, *names):
        wait_for(lambda: self.line(node, resource) == list(names), f'the line {names}', SECONDS)

    def follow(self, node, resource, **sheet):
        self.client(node).call('set_sheet', {'resource_id': resource['id']}, body=sheet,
                               expect=200)

    def dies(self, owner, resource):
        """The node that has the list; returns the one that has it then."""
        other = self.cluster.other(owner)
        owner.kill()
        wait_for(lambda: self.cluster.owner(resource) is other, 'the other node', SECONDS)
        return other

    def test_a_file_is_followed_by_the_node_that_has_the_list_and_then_by_the_other(self):
        owner = self.cluster.nodes[0]
        other = self.cluster.other(owner)
        resource = self.resource_of(owner, 'slots')
        path = os.path.join(self.folder, 'salon.csv')

        def text():
            with open(path, encoding='utf-8') as file:
                return file.read()

        def save(content):
            with open(path + '.new', 'w', encoding='utf-8') as file:
                file.write(content)
            os.replace(path + '.new', path)

        save('Name,Mobile\nAnna,+49 151 1000001\nBen,+49 151 1000002\n')
        # Through the node that doesn't have it: the one that has it looks.
        self.follow(other, resource, url=f'file://{path}')
        self.in_line(other, resource, 'Anna', 'Ben')
        wait_for(lambda: text().count('Waiting') == 2, 'the marks', SECONDS)
        person = new_person()
        self.world(other).join(resource, person)
        wait_for(lambda: text().count('Waiting') == 3, 'the row', SECONDS)
        self.assertEqual(len(text().splitlines()), 4, 'once')

        after = self.dies(owner, resource)
        head, first, *rest = text().splitlines(keepends=True)
        save(head + ''.join(reversed(rest)) + first + 'Cleo,+49 151 1000003\n')
        self.in_line(after, resource, 'Anna', 'Ben', person['name'], 'Cleo')
        wait_for(lambda: text().count('Waiting') == 4, 'the marks', SECONDS)
        self.assertEqual(len(text().splitlines()), 5, 'once')

    def test_sheets_on_other_servers_move_over_with_their_passwords(self):
        owner = self.cluster.nodes[0]
        dav, google = self.resource_of(owner, 'slots'), self.resource_of(owner, 'slots')
        self.webdav.save('salon.csv', 'Name,Mobile\nAnna,+49 151 1000001\n')
        self.google.fill([['Name', 'Mobile'], ['Gus', '+49 151 1000007']])
        self.follow(owner, dav, url=self.webdav.url('salon.csv'), username=DAV_USER,
                    password=DAV_PASSWORD)
        self.follow(owner, google, url=f'gsheet:{self.google.id}#0', api_url=self.google.url,
                    key_file=self.google.tokens.key_file)
        self.in_line(owner, dav, 'Anna')
        self.in_line(owner, google, 'Gus')
        wait_for(lambda: 'Waiting' in self.webdav.text('salon.csv'), 'the mark', SECONDS)
        wait_for(lambda: len(self.google.rows()[1]) > 2, 'the mark', SECONDS)

        after = self.dies(owner, dav)
        self.webdav.save('salon.csv', self.webdav.text('salon.csv') + 'Ben,+49 151 1000002\n')
        self.google.edit(lambda rows: [*rows, ['Hal', '+49 151 1000008']])
        self.in_line(after, dav, 'Anna', 'Ben')
        self.in_line(after, google, 'Gus', 'Hal')

    def test_a_calendar_frees_once_and_goes_on_when_its_node_dies(self):
        owner = self.cluster.nodes[0]
        resource = self.resource_of(owner, 'slots')
        there = self.radicale.make_calendar()
        for number in range(3, 7):
            there.add(f'one{number}', on_day(number))
        calendar = self.client(owner).call(
            'add_calendar', {'resource_id': resource['id']}, expect=201,
            body={'kind': 'caldav', 'url': there.url, 'username': USER, 'password': PASSWORD}).body
        ids = {'calendar_id': calendar['id']}

        def look(node):
            return self.client(node).call('look_at_calendar', ids, expect=200)

        def openings(node):
            return list(self.client(node).items('list_openings', {'resource_id': resource['id']}))

        look(owner)
        there.delete('one3')
        look(owner)
        self.assertEqual(len(openings(owner)), 1)
        after = self.dies(owner, resource)
        there.delete('one4')
        wait_for(lambda: look(after)['offered'] is not None and len(openings(after)) == 2,
                 'the second one', SECONDS)
        look(after)
        self.assertEqual(len(openings(after)), 2, 'once')


if __name__ == '__main__':
    unittest.main()
