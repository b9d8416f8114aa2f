"""What staff write to guests arrives by a real mail server, in their words, for them to see."""
import os
import sqlite3
import unittest

from harness.pages import PagesOf, fetch
from harness.smtp import MailCase
from harness.waiting import wait_for
from harness.world import new_person

WORDS = 'We open at ten tomorrow.\nBring <nothing>.\n\nSee you, {{name}}!'


class StaffMessages(MailCase, PagesOf):
    def write_to(self, resource, entries, expect=202, **more):
        return self.client.call('message_entries', {'resource_id': resource['id']},
                                body={'entries': [one['id'] for one in entries], 'text': WORDS,
                                      **more}, expect=expect)

    def joined(self, resource, **fields):
        person = new_person(**fields)
        return person, self.world.join(resource, person)

    def written(self, entry):
        return [one for one in self.client.call('read_inbox', {'entry_id': entry['id']},
                                                expect=200)['items']
                if one['kind'] == 'staff_message']

    def test_it_arrives_and_is_kept_in_the_words_that_were_sent(self):
        resource = self.world.make_resource(name='Salon')
        ada, adas = self.joined(resource, name='Ada')
        eva, evas = self.joined(resource, name='Eva', locale='de')
        done = self.write_to(resource, [adas, evas], subject='Later')
        self.assertEqual((done['recipients'], done['skipped']), (2, []))
        mail = self.mail(ada, 'staff_message')
        self.assertEqual(mail.subject, 'Later')
        self.assertIn('Hello Ada,', mail.text)
        self.assertIn('We open at ten tomorrow.\nBring <nothing>.\n\nSee you, {{name}}!',
                      mail.text.replace('\r\n', '\n'))
        self.assertIn('Bring &lt;nothing&gt;.', mail.html)
        self.assertTrue(mail.unsubscribe_url)
        self.assertIn('Guten Tag Eva,', self.mail(eva, 'staff_message').text)
        [item] = wait_for(lambda: [one for one in self.written(adas) if one['state'] == 'sent'])
        self.assertTrue(item['as_sent'])
        self.assertIn('See you, {{name}}!', item['text'])
        self.assertIn('We open at ten tomorrow.', self.page('/e/' + adas['token']))

    def test_who_stopped_and_who_left_are_named_and_get_nothing(self):
        resource = self.world.make_resource()
        ada, adas = self.joined(resource)
        _, evas = self.joined(resource)
        ben, bens = self.joined(resource)
        path = self.path_of(self.mail(ada, 'waitlisted').unsubscribe_url)
        self.assertEqual(fetch(self.server.address, 'POST', path,
                               {'List-Unsubscribe': 'One-Click'}).status, 200)
        self.client.call('leave', {'entry_id': evas['id']}, expect=200)
        preview = self.client.call('preview_staff_message', {'resource_id': resource['id']},
                                   body={'entries': [adas['id'], evas['id'], bens['id']],
                                         'text': WORDS}, expect=200)
        self.assertIn('See you, {{name}}!', preview['mail']['text'])
        self.assertIsNone(preview['sms'])
        done = self.write_to(resource, [adas, evas, bens])
        self.assertEqual(done['skipped'], [{'entry_id': adas['id'], 'reason': 'stopped'},
                                           {'entry_id': evas['id'], 'reason': 'ended'}])
        self.assertEqual((preview['recipients'], preview['skipped']), (1, done['skipped']))
        self.mail(ben, 'staff_message')
        self.assertEqual(self.written(adas), [])

    def test_the_text_to_one_guest_goes_with_them(self):
        resource = self.world.make_resource()
        ada, adas = self.joined(resource)
        self.write_to(resource, [adas], subject='Unforgettable')
        self.mail(ada, 'staff_message')
        wait_for(lambda: [one for one in self.written(adas) if one['as_sent']])
        record = self.client.call('export_person', {'entry_id': adas['id']}, expect=200)
        self.assertIn('Unforgettable', [one['subject'] for one in record['texts']])
        self.client.call('erase_entry', {'entry_id': adas['id']}, expect=200)
        with sqlite3.connect(os.path.join(self.server.data_dir, 'standby.db')) as database:
            left = database.execute("SELECT count(*) FROM staff_messages"
                                    " WHERE subject = 'Unforgettable'").fetchone()
        self.assertEqual(left, (0,))

    def test_an_address_gets_three_a_day(self):
        resource = self.world.make_resource()
        ada, adas = self.joined(resource)
        for _ in range(3):
            self.assertEqual(self.write_to(resource, [adas])['recipients'], 1)
        done = self.write_to(resource, [adas])
        self.assertEqual(done['skipped'], [{'entry_id': adas['id'], 'reason': 'guest_limit'}])
        wait_for(lambda: len([one for one in self.written(adas) if one['state'] == 'sent']) == 3)
        self.assertEqual(len(self.smtp.mails_to(ada['email'])), 4, 'with the first one')


if __name__ == '__main__':
    unittest.main()
