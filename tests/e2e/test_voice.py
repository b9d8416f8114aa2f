"""The house's voice: every wording can be read, changed, checked, tried out and taken back; and the
guest reads on the status page what was said."""
import itertools
import os
import sqlite3
import time
import unittest

from harness.case import ServerCase
from harness.pages import PagesOf
from harness.waiting import wait_for

LOCALES = {'en', 'de', 'fr', 'es'}
GUEST_KINDS = {'waitlisted', 'verify', 'confirmed', 'offer', 'reminder', 'expired', 'taken',
               'booking_taken', 'booking_given_up', 'payment_receipt', 'payment_late',
               'payment_released', 'payment_refunded', 'cancelled', 'status_link', 'move_up',
               'event_reminder'}
OFFER = {'voice_id': 'offer.mail.de'}
DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'  # of ids
MARKUP = '<script>alert(1)</script><img src=x onerror=alert(1)> & "so on"'


class Voice(ServerCase):
    other_account = True

    def words(self, ids=None, **changes):
        """Standby's own words, with some of them changed."""
        voice = self.client.call('get_voice', ids or OFFER, expect=200)
        return {**voice['default'], **changes}

    def setUp(self):
        self.client.call('reset_voice', OFFER, expect=200)

    def test_everything_that_can_be_worded_is_listed(self):
        listed = list(self.client.items('list_voice', limit=17))
        ids = [item['id'] for item in listed]
        self.assertEqual(len(ids), len(set(ids)))
        for (kind, channel), items in itertools.groupby(
                sorted(listed, key=lambda item: (item['kind'], item['channel'])),
                key=lambda item: (item['kind'], item['channel'])):
            self.assertEqual({item['locale'] for item in items}, LOCALES, (kind, channel))
        for channel in ('mail', 'sms'):
            kinds = {item['kind'] for item in listed if item['channel'] == channel}
            self.assertLessEqual(GUEST_KINDS, kinds, channel)
        self.assertLessEqual({'handed_back', 'nobody_fits', 'monthly_summary'},
                             {item['kind'] for item in listed})

    def test_every_default_can_be_read_and_tried_out(self):
        for item in self.client.items('list_voice', limit=200):
            with self.subTest(voice=item['id']):
                ids = {'voice_id': item['id']}
                voice = self.client.call('get_voice', ids, expect=200)
                self.assertTrue(voice['variables'])
                shown = self.client.call('preview_voice', ids, body=voice['default'], expect=200)
                self.assertTrue(shown['text'])
                self.assertNotIn('{{', shown['text'])
                self.assertEqual(item['channel'] == 'mail', shown['html'] is not None)
                self.assertEqual(item['channel'] == 'sms', shown['segments'] is not None)

    def test_the_list_can_be_narrowed(self):
        for query in ({'kind': 'offer'}, {'channel': 'sms'}, {'locale': 'fr'},
                      {'kind': 'offer', 'channel': 'mail', 'locale': 'de'}):
            with self.subTest(query=query):
                items = list(self.client.items('list_voice', **query))
                self.assertTrue(items)
                for item, (name, value) in itertools.product(items, query.items()):
                    self.assertEqual(item[name], value)
        for name in ('kind', 'channel', 'locale'):
            answer = self.client.call('list_voice', query={name: 'nothing'}, expect=422)
            self.assertEqual(answer.bad_fields, [name])

    def test_own_words_are_in_force_at_once(self):
        words = self.words(subject='Ein Platz für Zoë')
        made = self.client.call('set_voice', OFFER, body=words, expect=200)
        self.assertTrue(made['is_own'])
        self.assertEqual(made['subject'], 'Ein Platz für Zoë')
        self.assertEqual(made['default'], self.words())
        self.assertEqual(self.client.call('get_voice', OFFER, expect=200).body, made.body)
        item = next(one for one in self.client.items('list_voice', limit=200)
                    if one['id'] == OFFER['voice_id'])
        self.assertEqual((item['is_own'], item['version']), (True, made['version']))
        other = self.as_guest(self.other_key).call('get_voice', OFFER, expect=200)
        self.assertFalse(other['is_own'])

    def test_every_version_is_kept(self):
        before = len(list(self.client.items('list_voice_versions', OFFER)))
        for number in range(3):
            self.client.call('set_voice', OFFER, body=self.words(subject=f'Nummer {number}'),
                             expect=200)
        back = self.client.call('reset_voice', OFFER, expect=200)
        self.assertFalse(back['is_own'])
        self.client.call('reset_voice', OFFER, expect=200)
        versions = list(self.client.items('list_voice_versions', OFFER, limit=2))[before:]
        self.assertEqual([one['subject'] for one in versions],
                         ['Nummer 0', 'Nummer 1', 'Nummer 2', None])
        self.assertEqual([one['is_default'] for one in versions], [False] * 3 + [True])
        numbers = [one['version'] for one in versions]
        self.assertEqual(numbers, sorted(set(numbers)))
        self.assertTrue(all(one['made_by'].startswith('key_') for one in versions))

    def test_unknown_variables_are_refused_by_name(self):
        for operation in ('set_voice', 'preview_voice'):
            for field in ('subject', 'text', 'button'):
                with self.subTest(operation=operation, field=field):
                    words = self.words(**{field: 'Hallo {{nmae_of_nobody}}'})
                    answer = self.client.call(operation, OFFER, body=words, expect=422)
                    self.assertIn(field, answer.bad_fields)
        self.assertFalse(self.client.call('get_voice', OFFER, expect=200)['is_own'])

    def test_bad_words_are_refused(self):
        for words in ({}, {'subject': 'x'}, {'text': 5}, {'text': 'x' * 4001},
                      {'text': 'x', 'subject': 'a\r\nBcc: b@c.example'},
                      {'text': 'x', 'html': '<b>'}, {'text': 'a\u0000b'}, {'text': '{{#'}):
            with self.subTest(words=str(words)[:60]):
                self.client.call('set_voice', OFFER, body=words, expect=422)

    def test_markup_stays_text(self):
        words = self.words()
        words['text'] = MARKUP + '\n\n' + words['text']
        shown = self.client.call('preview_voice', OFFER, body=words, expect=200)
        self.assertIn(MARKUP, shown['text'])
        self.assertNotIn('<script', shown['html'])
        self.assertNotIn('onerror=alert(1)>', shown['html'])
        self.assertIn('&lt;script&gt;', shown['html'])

    def test_a_preview_changes_nothing(self):
        before = self.client.call('get_voice', OFFER, expect=200).body
        reader = self.as_guest(self.make_key('read-only'))
        reader.call('preview_voice', OFFER, body=self.words(subject='Probe'), expect=200)
        self.assertEqual(self.client.call('get_voice', OFFER, expect=200).body, before)

    def test_a_preview_is_signed_as_the_message_would_be(self):
        words = self.words(subject='{{house}}')
        shown = self.client.call('preview_voice', OFFER, body=words, expect=200).body
        self.assertEqual(shown['subject'], self.client.call('get_account').body['name'])

    def test_own_words_outlive_a_restart(self):
        made = self.client.call('set_voice', OFFER, body=self.words(subject='Bleibt'),
                                expect=200).body
        self.server.restart()
        self.connect()
        self.assertEqual(self.client.call('get_voice', OFFER, expect=200).body, made)


class Inbox(ServerCase, PagesOf):
    def test_the_guest_reads_what_was_said_newest_first(self):
        resource, entry, token = self.world.offered_slot()
        guest = self.as_guest(token)

        def told():
            found = guest.call('read_inbox', {'entry_id': entry['id']}, expect=200)['items']
            return all(item['state'] != 'on_its_way' for item in found) and found
        items = wait_for(told, 'both messages on the page')
        self.assertEqual([item['kind'] for item in items], ['offer', 'waitlisted'])
        self.assertTrue(all(item['text'] for item in items))
        known = {one['id']: one for one in
                 self.client.items('list_messages', {'resource_id': resource['id']})}
        for item in items:
            self.assertEqual(known[item['id']]['kind'], item['kind'])
        self.assertEqual(self.client.call('read_inbox', {'entry_id': entry['id']})['items'], items)
        page = self.page('/e/' + token)
        self.assertIn('Messages to you', page)

    def test_the_link_that_proves_an_address_is_not_shown(self):
        resource = self.world.make_resource(rules={'verify_email': True})
        joined = self.world.join(resource, credential=self.client.credential)
        link = self.world.verification_token(joined)
        inbox = self.as_guest(joined['token']).call('read_inbox', {'entry_id': joined['id']})
        self.assertNotIn('verify', [item['kind'] for item in inbox['items']])
        self.assertNotIn(link, inbox.raw.decode())
        self.assertNotIn(link, self.page('/e/' + joined['token']))

    def test_reading_changes_nothing(self):
        resource, entry, token = self.world.offered_slot()
        self.assert_changes_nothing(resource, lambda: self.page('/e/' + token))
        self.assert_changes_nothing(resource, lambda: self.as_guest(token).call(
            'read_inbox', {'entry_id': entry['id']}, expect=200))


class Messages(ServerCase):
    other_account = True

    def test_the_account_sees_its_messages_and_no_others(self):
        resource = self.world.make_resource()
        self.world.join(resource)
        mine = [one['id'] for one in self.client.items('list_all_messages', limit=1)]
        self.assertTrue(mine)
        self.assertEqual(len(mine), len(set(mine)))
        narrowed = [one['id'] for one in
                    self.client.items('list_all_messages', resource=resource['id'])]
        self.assertEqual(narrowed, [one['id'] for one in self.client.items(
            'list_messages', {'resource_id': resource['id']})])
        other = self.as_guest(self.other_key)
        self.assertEqual(list(other.items('list_all_messages')), [])
        other.call('get_message', {'message_id': mine[0]}, expect=404)
        answer = other.call('list_all_messages', query={'resource': resource['id']}, expect=422)
        self.assertEqual(answer.bad_fields, ['resource'])
        other.call('replay_messages', body={'resource': resource['id']}, expect=422)

    def test_a_message_can_be_read_by_its_id_in_any_case(self):
        self.world.join(self.world.make_resource())
        listed = next(self.client.items('list_all_messages'))
        for spelling in (listed['id'], 'msg_' + listed['id'][4:].lower()):
            self.assertEqual(self.client.call('get_message', {'message_id': spelling}).body, listed)

    def test_only_what_failed_is_sent_again(self):
        self.world.join(self.world.make_resource())
        message = next(self.client.items('list_all_messages'))
        answer = self.client.call('replay_message', {'message_id': message['id']}, expect=409)
        self.assertEqual(answer.problem, 'message-not-dead')
        self.assertEqual(self.client.call('replay_messages', body={}, expect=200)['replayed'], 0)

    def give_up(self, count):
        """Makes messages of a resource dead, as many failures would, and returns their ids."""
        resource = self.world.make_resource()
        self.world.join_many(resource, count)
        ids = [one['id'] for one in
               self.client.items('list_messages', {'resource_id': resource['id']})]
        self.server.terminate()
        with sqlite3.connect(os.path.join(self.server.data_dir, 'standby.db')) as database:
            changed = database.execute(
                'UPDATE outbox SET state = 3, attempts = 9, note = ? WHERE resource = ?',
                ('gave up', DIGITS.index(resource['id'][4:]))).rowcount
        database.close()
        self.assertEqual(changed, count)
        self.server.start()
        self.connect()
        dead = [one['id'] for one in self.client.items('list_all_messages', state='dead',
                                                       resource=resource['id'])]
        self.assertEqual(dead, ids)
        return resource, ids

    def wait_until_done(self, resource, count):
        deadline = time.monotonic() + 30
        while True:
            done = list(self.client.items('list_messages', {'resource_id': resource['id']},
                                          state='done'))
            if len(done) == count:
                return done
            self.assertLess(time.monotonic(), deadline, 'the messages were not sent again')

    def test_what_was_given_up_is_sent_again(self):
        resource, (message, *_) = self.give_up(1)
        ids = {'message_id': message}
        self.assertEqual(self.client.call('get_message', ids)['note'], 'gave up')
        again = self.client.call('replay_message', ids, key='again', expect=200)
        self.assertEqual((again['id'], again['state'], again['attempts']), (message, 'pending', 0))
        self.assertEqual(self.client.call('replay_message', ids, key='again').raw, again.raw)
        self.assertEqual(self.wait_until_done(resource, 1)[0]['id'], message)

    def test_all_that_was_given_up_is_sent_again(self):
        resource, ids = self.give_up(3)
        elsewhere = self.world.make_resource()
        for body, count in (({'resource': elsewhere['id']}, 0), ({'resource': resource['id']}, 3),
                            ({}, 0)):
            answer = self.client.call('replay_messages', body=body, expect=200)
            self.assertEqual(answer['replayed'], count)
        self.assertEqual([one['id'] for one in self.wait_until_done(resource, 3)], ids)

    def test_states_that_are_none(self):
        for state in ('claimed', '', 'DEAD'):
            answer = self.client.call('list_all_messages', query={'state': state}, expect=422)
            self.assertEqual(answer.bad_fields, ['state'])
        self.assertEqual(list(self.client.items('list_all_messages', state='dead')), [])


if __name__ == '__main__':
    unittest.main()
