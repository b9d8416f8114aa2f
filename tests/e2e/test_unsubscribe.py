"""The links in messages: leaving a list is one thing, hearing nothing any more another; and short
links lead to where long ones do. Following a link changes nothing."""
import base64
import hashlib
import hmac
import os
import sqlite3
import unittest
import urllib.parse

from harness.case import CONTRACT, ServerCase
from harness.client import Client
from harness.pages import PagesOf, fetch
from harness.world import World, new_person

ONE_CLICK = {'List-Unsubscribe': 'One-Click'}


class LinkCase(ServerCase, PagesOf):
    flags = ('--join-rate', '0', '--manual-clock')  # such a server tells what it would have sent

    def sent(self, what, purpose):
        answer = self.client.quick('POST', '/test/token',
                                   body={'id': what['id'], 'purpose': purpose})
        self.assertEqual(answer.status, 200, answer)
        return answer.raw.decode().split('"')[3]


class Unsubscribe(LinkCase):
    def setUp(self):
        self.resource = self.world.make_resource()
        self.person = new_person(phone=None)
        self.entry = self.world.join(self.resource, self.person)
        self.path = '/u/' + self.sent(self.entry, 'unsubscribe')

    def is_stopped(self, path=None):
        page = self.page(path or self.path)
        self.assertNotEqual('value="stop"' in page, 'value="start"' in page)
        return 'value="start"' in page

    def state(self, entry=None):
        return self.world.entry(entry or self.entry)['state']

    def test_looking_changes_nothing(self):
        first = self.assert_changes_nothing(self.resource, lambda: self.page(self.path))
        head = fetch(self.server.address, 'HEAD', self.path)
        self.assertEqual(head.status, 200)
        self.assertEqual(self.page(self.path), first)
        self.assertFalse(self.is_stopped())
        self.assertIn('value="leave"', first)
        self.assertNotIn(self.person['email'], first)

    def test_stopping_keeps_the_place(self):
        page = self.press(self.path, action='stop')
        self.assertIn('value="start"', page)
        self.assertTrue(self.is_stopped())
        self.assertEqual(self.state(), 'waiting')
        self.press(self.path, action='stop')
        self.assertTrue(self.is_stopped())
        self.press(self.path, action='start')
        self.assertFalse(self.is_stopped())

    def test_stopping_counts_for_every_list(self):
        elsewhere = self.world.join(self.world.make_resource(), self.person)
        self.press(self.path, action='stop')
        self.assertTrue(self.is_stopped('/u/' + self.sent(elsewhere, 'unsubscribe')))
        stranger = self.world.join(self.resource)
        self.assertFalse(self.is_stopped('/u/' + self.sent(stranger, 'unsubscribe')))

    def test_it_outlives_a_restart(self):
        self.press(self.path, action='stop')
        self.server.restart()
        self.connect()
        self.assertTrue(self.is_stopped())

    def test_leaving_leaves_this_list_only(self):
        self.press(self.path, action='leave')
        self.assertEqual(self.state(), 'left')
        self.assertFalse(self.is_stopped())
        self.assertNotIn('value="leave"', self.page(self.path))
        self.press(self.path, action='leave')
        self.assertEqual(self.state(), 'left')

    def test_leaving_cancels_a_place_and_says_so(self):
        _, entry, _ = self.world.accepted_seat()
        path = '/u/' + self.sent(entry, 'unsubscribe')
        self.assertIn('cancels it', self.page(path))
        self.press(path, action='leave')
        self.assertEqual(self.state(entry), 'cancelled')

    def test_one_click(self):
        answer = fetch(self.server.address, 'POST', self.path, ONE_CLICK)
        self.assertEqual(answer.status, 200)
        self.assertIsNone(answer.headers['Set-Cookie'])
        self.assertIsNone(answer.headers['Location'])
        self.assertTrue(self.is_stopped())
        self.assertEqual(self.state(), 'waiting')

    def test_one_click_as_multipart(self):
        body = ('--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n'
                'One-Click\r\n--x--\r\n')
        answer = fetch(self.server.address, 'POST', self.path, raw=body,
                       headers={'Content-Type': 'multipart/form-data; boundary=x'})
        self.assertEqual(answer.status, 200)
        self.assertTrue(self.is_stopped())

    def test_what_is_no_form_changes_nothing(self):
        for raw, kind in (('List-Unsubscribe=One-Click', 'text/plain'),
                          ('{"List-Unsubscribe":"One-Click"}', 'application/json'),
                          ('--x\r\n', 'multipart/form-data; boundary=x'),
                          ('a=%zz', 'application/x-www-form-urlencoded')):
            with self.subTest(kind=kind):
                answer = fetch(self.server.address, 'POST', self.path, raw=raw,
                               headers={'Content-Type': kind})
                self.assertEqual(answer.status, 400)
        self.press(self.path)
        self.press(self.path, action='nonsense')
        self.assertFalse(self.is_stopped())
        self.assertEqual(self.state(), 'waiting')

    def test_the_link_opens_nothing_else(self):
        token = self.path.removeprefix('/u/')
        self.page('/e/' + token, expect=404)
        self.page('/o/' + token, expect=404)
        self.client.call('get_entry', {'entry_id': self.entry['id']}, credential=token, expect=401)
        self.client.call('leave', {'entry_id': self.entry['id']}, credential=None,
                         query={'token': token}, expect=401)

    def test_other_links_do_not_open_it(self):
        for token in (self.entry['token'], self.sent(self.entry, 'verify'), 'nonsense', '',
                      self.path.removeprefix('/u/')[:-1] + '!'):
            with self.subTest(token=token):
                self.page('/u/' + urllib.parse.quote(token), expect=404)

    def test_other_methods(self):
        for method in ('PUT', 'DELETE', 'PATCH'):
            answer = fetch(self.server.address, method, self.path)
            self.assertEqual((answer.status, answer.headers['Allow']), (405, 'GET, HEAD, POST'))


class WhatALinkSpeaksFor(LinkCase):
    """A link speaks for the address that it was sent to, at the business that sent it."""
    other_account = True
    UNSUBSCRIBE = 4

    def link(self, entry):
        return '/u/' + self.sent(entry, 'unsubscribe')

    def old_link(self, entry):
        """As mails of the version before had it: it names the entry, and no address."""
        payload = bytearray(base64.urlsafe_b64decode(entry['token'].removeprefix('gt_'))[:20])
        payload[5] = self.UNSUBSCRIBE
        store = sqlite3.connect(os.path.join(self.server.data_dir, 'standby.db'))
        [secret] = store.execute('SELECT bytes FROM secrets WHERE id = ?',
                                 [int.from_bytes(payload[1:5], 'little')]).fetchone()
        store.close()
        signature = hmac.new(secret, payload, hashlib.sha256).digest()[:16]
        return '/u/gt_' + base64.urlsafe_b64encode(bytes(payload) + signature).decode()

    def change(self, entry, **fields):
        self.as_guest(entry['token']).call('update_entry', {'entry_id': entry['id']}, body=fields,
                                           expect=200)

    def is_stopped(self, person, world=None):
        world = world or self.world
        entry = world.join(world.make_resource(), person)
        return 'value="start"' in self.page(self.link(entry))

    def test_it_does_not_silence_an_address_that_somebody_typed_later(self):
        victim = new_person()
        mallory = self.world.join(self.world.make_resource())
        link = self.link(mallory)
        self.change(mallory, email=victim['email'])
        fetch(self.server.address, 'POST', link, ONE_CLICK)
        self.press(link, action='stop')
        self.assertFalse(self.is_stopped(victim))

    def test_it_still_stops_the_address_it_was_sent_to(self):
        person = new_person()
        entry = self.world.join(self.world.make_resource(), person)
        link = self.link(entry)
        self.change(entry, email=new_person()['email'])
        fetch(self.server.address, 'POST', link, ONE_CLICK)
        self.assertTrue(self.is_stopped(person))

    def test_it_does_not_undo_what_somebody_else_stopped(self):
        victim = new_person()
        own = self.world.join(self.world.make_resource(), victim)
        self.press(self.link(own), action='stop')
        mallory = self.world.join(self.world.make_resource())
        link = self.link(mallory)
        self.change(mallory, email=victim['email'])
        self.press(link, action='start')
        self.assertTrue(self.is_stopped(victim))

    def test_it_does_not_end_an_entry_that_has_another_address_by_now(self):
        entry = self.world.join(self.world.make_resource())
        link = self.link(entry)
        self.change(entry, email=new_person()['email'])
        self.assertNotIn('value="leave"', self.page(link))
        self.press(link, action='leave')
        self.assertEqual(self.world.entry(entry)['state'], 'waiting')

    def test_it_does_not_silence_a_number_that_was_typed_beside_the_address(self):
        number = '+4930123999'
        mallory = self.world.join(self.world.make_resource(), new_person(phone=number))
        page = self.press(self.link(mallory), action='stop')
        self.assertIn('text STOP to the number', page)
        self.assertFalse(self.is_stopped({'name': 'Vera', 'phone': number}))

    def test_the_page_of_an_entry_has_no_link_that_stops_its_address(self):
        entry = self.world.join(self.world.make_resource())
        inbox = self.as_guest(entry['token']).call('read_inbox', {'entry_id': entry['id']},
                                                   expect=200)
        self.assertIn('/e/', inbox.raw.decode())
        self.assertNotIn('/u/', inbox.raw.decode())
        self.assertNotIn('/u/', self.page('/e/' + entry['token']))

    def test_stopping_one_business_does_not_stop_another(self):
        client = Client(self.server.address, CONTRACT, self.other_key)
        self.addCleanup(client.close)
        other, person = World(client), new_person()
        self.press(self.link(self.world.join(self.world.make_resource(), person)), action='stop')
        self.assertFalse(self.is_stopped(person, other))
        self.press(self.link(other.join(other.make_resource(), person)), action='stop')
        self.press(self.link(self.world.join(self.world.make_resource(), person)), action='start')
        self.assertTrue(self.is_stopped(person, other))
        self.assertFalse(self.is_stopped(person))

    def test_links_of_mails_that_are_out_still_stop_the_address(self):
        person = new_person()
        entry = self.world.join(self.world.make_resource(), person)
        link = self.old_link(entry)
        fetch(self.server.address, 'POST', link, ONE_CLICK)
        self.assertTrue(self.is_stopped(person))
        self.press(link, action='start')
        self.assertFalse(self.is_stopped(person))

    def assert_replaced(self, link, entry):
        before = self.world.entry(entry)
        page = self.page(link, expect=404)
        self.assertIn('This link has been replaced', page)
        self.assertNotIn('<form', page)
        self.assertNotIn(before['email'], page)
        for form in (ONE_CLICK, {'action': 'stop'}, {'action': 'start'}, {'action': 'leave'}):
            self.assertEqual(fetch(self.server.address, 'POST', link, form).status, 404, form)
        self.assertEqual(self.world.entry(entry), before)

    def test_those_that_name_no_address_do_not_speak_for_a_later_one(self):
        victim = new_person()
        mallory = self.world.join(self.world.make_resource())
        link = self.old_link(mallory)
        self.page(link)
        self.change(mallory, email=victim['email'])
        self.assert_replaced(link, mallory)
        self.assertFalse(self.is_stopped(victim))

    def test_nor_for_one_that_was_proven_later(self):
        resource, reader = self.world.make_resource(), new_person()
        entry = self.world.join(resource)
        link = self.old_link(entry)
        self.world.change(resource, rules={'verify_email': True})
        self.as_guest(entry['token']).call('update_entry', {'entry_id': entry['id']},
                                           body={'email': reader['email']}, expect=202)
        self.page(link)  # it is not proven yet
        self.as_guest(self.sent(entry, 'verify')).call('verify_entry', {'entry_id': entry['id']},
                                                       expect=200)
        self.assertEqual(self.world.entry(entry)['email'], reader['email'])
        self.assert_replaced(link, entry)
        self.assertFalse(self.is_stopped(reader))

    def test_nor_after_staff_replaced_the_links(self):
        entry = self.world.join(self.world.make_resource())
        link = self.old_link(entry)
        self.client.call('revoke_links', {'entry_id': entry['id']}, expect=200)
        self.assert_replaced(link, entry)
        self.assertIn('value="stop"', self.page(self.link(entry)))

    def test_nor_do_they_start_what_was_stopped(self):
        person = new_person()
        self.press(self.link(self.world.join(self.world.make_resource(), person)), action='stop')
        mallory = self.world.join(self.world.make_resource())
        link = self.old_link(mallory)
        self.change(mallory, email=person['email'])
        self.assert_replaced(link, mallory)
        self.assertTrue(self.is_stopped(person))


class ShortLinks(LinkCase):
    def follow(self, code):
        answer = fetch(self.server.address, 'GET', '/s/' + code)
        self.assertEqual(answer.status, 302, answer)
        self.assertEqual(answer.headers['Cache-Control'], 'no-store')
        return answer.headers['Location']

    def test_they_lead_to_where_long_ones_do(self):
        resource, entry, _ = self.world.offered_slot()
        for what, folder in ((entry, '/e/'), (entry['offer'], '/o/')):
            code = self.sent(what, 'short')
            self.assertLessEqual(len(code), 20)
            link = self.assert_changes_nothing(resource, lambda code=code: self.follow(code))
            self.assertTrue(link.startswith('http://standby.test' + folder), link)
            self.page(link.removeprefix('http://standby.test'))

    def test_changed_codes_lead_nowhere(self):
        code = self.sent(self.world.join(self.world.make_resource()), 'short')
        others = {code[:place] + letter + code[place + 1:] for place in range(len(code))
                  for letter in 'A9_'} - {code}
        for other in others | {'', 'x', code + 'A', code[:-1], 'x' * 300}:
            with self.subTest(code=other[:40]):
                self.assertIn('doesn&#39;t work', self.page('/s/' + other, expect=404))

    def test_other_methods(self):
        answer = fetch(self.server.address, 'POST', '/s/x', {})
        self.assertEqual((answer.status, answer.headers['Allow']), (405, 'GET, HEAD'))


if __name__ == '__main__':
    unittest.main()
