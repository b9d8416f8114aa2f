"""Requests are forwarded to a mailbox of a real IMAP server: each becomes one card, whatever ends
the server that reads them, and whenever."""
import random
import time
import unittest

from harness.case import ServerCase
from harness.dovecot import Dovecot
from harness.waiting import wait_for
from test_mail_intake import MailCase, forwarded, mail

KILLS = 25


class MailboxCase(MailCase):
    @classmethod
    def setUpClass(cls):
        cls.dovecot = Dovecot()
        cls.addClassCleanup(cls.dovecot.close)
        cls.flags = ('--join-rate', '0', '--allow-private', cls.dovecot.address)
        super().setUpClass()

    def set_up(self, **more):
        return self.client.call('set_mailbox', expect=200, body={
            'resource_id': self.resource['id'], **self.dovecot.settings(**more)}).body

    def mailbox(self):
        return self.client.call('get_mailbox', expect=200).body

    def on_this_list(self):
        return [card for card in self.cards().values()
                if card['resource_id'] == self.resource['id']]


class Mailbox(MailboxCase):
    def tearDown(self):
        self.client.call('remove_mailbox', expect=204)

    def test_a_forwarded_mail_becomes_a_card_within_seconds(self):
        self.set_up()
        wait_for(lambda: self.mailbox()['state'] == 'fine', 'a look at the mailbox')
        began = time.monotonic()
        self.dovecot.deliver(forwarded())
        wait_for(lambda: len(self.on_this_list()) == 1, 'a card')
        self.assertLess(time.monotonic() - began, 10, 'the server says at once that a mail came')
        card = self.on_this_list()[0]
        self.assertEqual(card['reading']['row']['name'], 'Mia Okafor')
        self.assertEqual(self.mailbox()['taken'], 1)
        self.act('approve', card)
        self.assertEqual(len(self.line()), 1)

    def test_what_lay_there_unread_is_taken_too(self):
        self.dovecot.deliver(mail('A table for two, please.'))
        self.set_up()
        wait_for(lambda: len(self.on_this_list()) == 1, 'a card')

    def test_a_test_says_what_is_wrong(self):
        def tested(**more):
            return self.client.call('test_mailbox', expect=200, body={
                'resource_id': self.resource['id'], **self.dovecot.settings(**more)}).body

        self.assertTrue(tested()['works'])
        self.assertTrue(tested()['has_idle'])
        for more, code in (({'password': 'wrong'}, 'wrong_login'),
                           ({'folder': 'Elsewhere'}, 'not_found'),
                           ({'host': 'nowhere.invalid', 'security': 'tls'}, 'host_not_found'),
                           ({'port': 1}, 'forbidden'),
                           ({'security': 'tls', 'port': 1}, 'private_address')):
            with self.subTest(code=code):
                self.assertEqual(tested(**more)['problem']['code'], code)

    def test_passwords_are_kept_and_never_shown(self):
        self.set_up()
        shown = self.mailbox()
        self.assertTrue(shown['has_secret'])
        self.assertNotIn('password', shown)
        settings = self.dovecot.settings()
        del settings['password']
        kept = self.client.call('set_mailbox', expect=200, body={
            'resource_id': self.resource['id'], **settings}).body
        self.assertTrue(kept['has_secret'])
        elsewhere = self.client.call('set_mailbox', expect=200, body={
            'resource_id': self.resource['id'], **settings, 'host': 'mail.invalid'}).body
        self.assertFalse(elsewhere['has_secret'], 'nobody else gets the password')


class Kills(MailboxCase):
    """The server dies again and again while mails come in by both ways and cards are approved."""

    def test_kills_lose_no_mail_and_take_none_twice(self):
        dice = random.Random(21)
        self.set_up()
        sent = 0
        guests = set()
        seen = {}

        def look():
            for card in self.on_this_list():
                seen[card['id']] = card['reading']['row']['email']
            return set(seen.values()) == guests

        for _ in range(KILLS):
            for _ in range(dice.randint(1, 3)):
                sent += 1
                address = f'guest{sent}@example.com'
                guests.add(address)
                data = mail(f'Table for {sent % 4 + 2} please.\nGuest', f'Guest <{address}>')
                self.dovecot.deliver(data)
                if dice.random() < 0.3:
                    try:
                        self.hand_in(data, expect=(200, 202))
                    except (OSError, AssertionError):
                        pass
            time.sleep(dice.uniform(0, 1.2))
            look()
            open_cards = [card for card in self.on_this_list() if card['state'] == 'open']
            if open_cards and dice.random() < 0.7:
                card = dice.choice(open_cards)
                try:
                    self.act('approve', card)
                except (OSError, AssertionError):
                    pass
            self.server.kill()
            self.server.start()
            self.connect()

        wait_for(look, 'all mails', seconds=120, pause_seconds=0.2)
        self.assertEqual(sorted(seen.values()), sorted(guests), 'one card for each mail')
        for card in self.on_this_list():
            if card['state'] in ('open', 'approving'):
                self.act('approve', card)
        addresses = [entry['email'] for entry in self.line()]
        self.assertEqual(sorted(addresses), sorted(guests))


if __name__ == '__main__':
    unittest.main()
