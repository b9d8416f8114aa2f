"""kill -9 while e-mails are being sent. Every message is sent at least once; anyone who gets it
twice can tell, because both e-mails have the same id; and nothing stays behind.

STANDBY_RELAY_KILL_ROUNDS says how often (25), STANDBY_RELAY_KILL_SEED with which random numbers."""
import collections
import http.client
import itertools
import json
import os
import random
import threading
import unittest

from harness.case import CONTRACT
from harness.client import Client
from harness.smtp import MailCase
from harness.waiting import wait_for
from harness.world import new_person

ROUNDS = int(os.environ.get('STANDBY_RELAY_KILL_ROUNDS', '25'))
SEED = int(os.environ.get('STANDBY_RELAY_KILL_SEED', '1'))
WORKERS = 3
SEATS_PER_ROUND = 4
JOINS_PER_ROUND = 30  # at the most; mails leave at a rate


class RelayKill(MailCase):
    def setUp(self):
        self.chance = random.Random(SEED)
        self.people = {}  # by address, everyone who tried to join
        self.accepted = {}  # the ids of entries that were acknowledged, by address
        self.failures = []

    def test_no_message_is_lost_and_copies_have_the_same_id(self):
        resource = self.world.make_resource('seats', capacity=0, rules={'claim_window': '2h'})
        for number in range(ROUNDS):
            self.run_round(resource, number)
            self.server.start()
            self.client.close()
            self.client.address = self.server.address
        self.assertEqual(self.failures, [])
        wait_for(lambda: not list(self.client.items('list_all_messages', state='pending')),
                 'the end of all messages', 120)
        self.smtp.catch_up()
        self.check(resource)

    def run_round(self, resource, number):
        """Joins and free seats go on until so many were answered, or so many mails have left."""
        answers, mails = self.chance.randint(1, 25), self.chance.randint(0, 15)
        start, enough = len(self.smtp.mails), threading.Event()
        answered = itertools.count(1)

        def join():
            client = Client(self.server.address, CONTRACT, self.server.api_key)
            try:
                while not self.failures:
                    person = new_person()
                    self.people[person['email']] = person
                    answer = client.quick('POST', f'/v1/resources/{resource["id"]}/waitlist:join',
                                          body=person)
                    if answer.status != 201:
                        self.failures.append(answer)
                    self.accepted[person['email']] = json.loads(answer.raw)['id']
                    count = next(answered)
                    if count >= JOINS_PER_ROUND:  # a fast machine must not pile up mails
                        wait_for(lambda: len(self.smtp.mails) >= start + mails, 'mails', 30)
                        enough.set()
                        return
                    if count >= answers and len(self.smtp.mails) >= start + mails:
                        enough.set()
            except (OSError, http.client.HTTPException):
                pass  # that is the kill
            finally:
                client.close()

        threads = [threading.Thread(target=join) for _ in range(WORKERS)]
        for thread in threads:
            thread.start()
        self.world.change(resource, capacity=(number + 1) * SEATS_PER_ROUND)
        self.assertTrue(enough.wait(30), 'nothing was answered, or no mail came')
        self.server.kill()
        for thread in threads:
            thread.join()

    def check(self, resource):
        entries = {entry['id']: entry for entry in
                   self.client.items('list_entries', {'resource_id': resource['id']}, limit=200)}
        for address, entry_id in self.accepted.items():
            self.assertEqual(entries[entry_id]['email'], address)
        messages = {message['id']: message for message in
                    self.client.items('list_messages', {'resource_id': resource['id']}, limit=200)
                    if message['entry_id'] is not None}  # the others are for staff
        self.assertEqual({message['state'] for message in messages.values()}, {'done'})
        kinds = collections.Counter((message['entry_id'], message['kind'])
                                    for message in messages.values())
        self.assertEqual(set(kinds.values()), {1}, 'a message was made twice')
        got = collections.defaultdict(list)
        for mail in self.smtp.mails:
            got[mail.id].append(mail)
        offered_by_mail = {message['entry_id'] for message in messages.values()
                           if message['kind'] == 'offer' and message['id'] in got}
        for message in messages.values():
            if message['id'] not in got and message['note'] == 'the offer tells them':
                self.assertIn(message['entry_id'], offered_by_mail, message)
                continue
            self.assertTrue(got[message['id']], f'lost: {message}')
            address = entries[message['entry_id']]['email']
            for mail in got[message['id']]:
                self.assertEqual(mail.envelope['to'], [address])
        self.assertLessEqual(set(got), set(messages), 'a mail belongs to no message')
        for entry_id in entries:
            self.assertTrue({(entry_id, 'waitlisted'), (entry_id, 'confirmed')} & set(kinds),
                            f'nobody told {entry_id} that they joined')
        offers = list(self.client.items('list_offers', {'resource_id': resource['id']}, limit=200))
        self.assertTrue(offers)
        offered = {message['offer_id'] for message in messages.values()
                   if message['kind'] == 'offer'}
        for offer in offers:
            self.assertIn(offer['id'], offered)
            self.assertIsNotNone(offer['sent_at'], offer)
        copies = sum(len(mails) - 1 for mails in got.values())
        self.assertLess(copies, len(messages), 'more copies than messages')
        self.assertTrue(copies, 'no kill came between sending and writing it down')


if __name__ == '__main__':
    unittest.main()
