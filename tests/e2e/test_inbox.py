"""The inbox is the truth: every message in the words in which it was sent, with what became of it,
and none that nobody sent."""
import os
import sqlite3
import unittest

from harness.pages import PagesOf, fetch
from harness.smtp import MailCase
from harness.waiting import wait_for
from harness.world import later, new_person

WORDS = {'voice_id': 'waitlisted.mail.en'}


class Inbox(MailCase, PagesOf):
    def setUp(self):
        self.smtp.order('forget')
        self.addCleanup(self.client.call, 'reset_voice', WORDS)

    def say(self, text):
        voice = self.client.call('get_voice', WORDS, expect=200)
        self.client.call('set_voice', WORDS, body={**voice['default'], 'text': text}, expect=200)

    def inbox(self, entry, credential=None):
        reader = self.as_guest(credential) if credential else self.client
        return reader.call('read_inbox', {'entry_id': entry['id']}, expect=200)['items']

    def only(self, entry, credential=None):
        [item] = self.inbox(entry, credential)
        return item

    def joined(self, **fields):
        person = new_person(**fields)
        entry = self.world.join(self.world.make_resource(), person)
        return person, entry

    def test_the_words_are_those_that_were_sent(self):
        self.say('Dear {{name}}, you wait. See {{link}}')
        person, entry = self.joined(name='Ada')
        mail = self.mail(person, 'waitlisted')
        sent = wait_for(lambda: (one := self.only(entry))['state'] == 'sent' and one)
        self.say('Hey!')
        self.client.call('update_entry', {'entry_id': entry['id']}, body={'name': 'Augusta'},
                         expect=200)
        read = self.only(entry, entry['token'])
        self.assertEqual((read['id'], read['channel'], read['as_sent']), (mail.id, 'mail', True))
        self.assertEqual(read['subject'], mail.subject)
        self.assertTrue(read['text'].startswith('Dear Ada, you wait. See http://standby.test/e/'))
        self.assertEqual(read, sent)
        page = self.page('/e/' + entry['token'])
        self.assertNotIn('Hey!', page)
        self.assertNotIn('wording below', page)

    def test_no_link_is_stored(self):
        person, entry = self.joined()
        self.mail(person, 'waitlisted')
        wait_for(lambda: self.only(entry)['as_sent'])
        with sqlite3.connect(os.path.join(self.server.data_dir, 'standby.db')) as database:
            kept = [text for row in database.execute('SELECT subject, text FROM message_words')
                    for text in row]
        self.assertTrue(kept)
        self.assertFalse([text for text in kept if '://' in text or 'gt_' in text])

    def test_what_is_tried_again_is_on_its_way(self):
        person = new_person()
        self.smtp.refuse('rcpt', person['email'], 451, '4.3.0 Try later')
        entry = self.world.join(self.world.make_resource(), person)
        item = wait_for(lambda: next((one for one in self.inbox(entry, entry['token'])
                                      if one['as_sent']), None))
        self.assertEqual((item['state'], item['channel']), ('on_its_way', 'mail'))
        self.assertIn('On its way to you.', self.page('/e/' + entry['token']))
        self.smtp.order('forget')
        wait_for(lambda: self.only(entry)['state'] == 'sent')

    def test_what_cannot_be_sent_says_so(self):
        person = new_person()
        self.smtp.refuse('rcpt', person['email'], 550, '5.1.1 No such user')
        entry = self.world.join(self.world.make_resource(), person)
        wait_for(lambda: [one['state'] for one in self.inbox(entry)] == ['not_delivered'])
        self.assertIn('couldn&#39;t be delivered', self.page('/e/' + entry['token']))

    def test_who_stopped_messages_reads_them_here(self):
        person, entry = self.joined()
        path = self.path_of(self.mail(person, 'waitlisted').unsubscribe_url)
        stopped = fetch(self.server.address, 'POST', path, {'List-Unsubscribe': 'One-Click'})
        self.assertEqual(stopped.status, 200, stopped)
        again = self.world.join(self.world.make_resource(), person)
        wait_for(lambda: [one['state'] for one in self.inbox(again)] == ['stopped'])
        self.assertIn('you&#39;ve stopped our messages', self.page('/e/' + again['token']))

    def test_a_reminder_that_nobody_sends_is_not_shown(self):
        resource = self.world.make_resource(capacity=1, starts_at=later(hours=5))
        entry = self.world.join(resource)
        self.assertEqual(entry['state'], 'accepted')
        reminder = wait_for(lambda: next((one for one in self.client.items(
            'list_messages', {'resource_id': resource['id']})
            if one['kind'] == 'event_reminder' and one['state'] == 'done'), None))
        self.assertEqual(reminder['note'], 'too late for a reminder')
        self.assertEqual([one['kind'] for one in self.inbox(entry)], ['confirmed'])

    def test_what_went_to_another_address_is_for_staff(self):
        person, entry = self.joined(name='Ada')
        self.mail(person, 'waitlisted')
        wait_for(lambda: self.only(entry)['state'] == 'sent')
        other = new_person()
        answer = self.as_guest(entry['token']).call(
            'update_entry', {'entry_id': entry['id']},
            body={'email': other['email'], 'name': 'Eve'}, expect=200)
        self.mail(other, 'status_link')
        wait_for(lambda: [one['kind'] for one in self.inbox(entry)
                          if one['state'] == 'sent'] == ['status_link', 'waitlisted'])
        kinds = [one['kind'] for one in self.inbox(entry, answer['token'])]
        self.assertEqual(kinds, ['status_link'])
        self.assertNotIn('Ada', self.page('/e/' + answer['token']))

    def test_the_words_go_with_the_person_and_are_theirs_to_have(self):
        person, entry = self.joined(name='Ada Unforgettable')
        self.mail(person, 'waitlisted')
        wait_for(lambda: self.only(entry)['as_sent'])
        ids = {'entry_id': entry['id']}
        record = self.as_guest(entry['token']).call('export_person', ids, expect=200)
        [text] = record['texts']
        self.assertIn('Ada Unforgettable', text['text'])
        self.assertIn('[link]', text['text'])
        self.assertNotIn('://', text['text'])
        self.client.call('erase_entry', ids, expect=200)
        with sqlite3.connect(os.path.join(self.server.data_dir, 'standby.db')) as database:
            left = database.execute("SELECT count(*) FROM message_words"
                                    " WHERE text LIKE '%Unforgettable%'").fetchone()
        self.assertEqual(left, (0,))

    def test_old_messages_are_read_in_todays_words_and_say_so(self):
        person, entry = self.joined()
        self.mail(person, 'waitlisted')
        wait_for(lambda: self.only(entry)['as_sent'])
        with sqlite3.connect(os.path.join(self.server.data_dir, 'standby.db')) as database:
            database.execute('DELETE FROM message_words')
        item = self.only(entry, entry['token'])
        self.assertEqual((item['state'], item['as_sent']), ('sent', False))
        self.assertIn('the wording below is today&#39;s', self.page('/e/' + entry['token']))


if __name__ == '__main__':
    unittest.main()
