"""Strangers who guess passwords, or wear the server down with them, keep nobody out."""
import concurrent.futures
import itertools
import threading
import time
import unittest

from harness.case import CONTRACT, ServerCase
from harness.smtp import MailCase
from harness.staff import PASSWORD, Browser, hire, new_email
from harness.waiting import wait_for

LOCKED = 'Someone tried to sign in as you too often'


class Guessing(MailCase):
    def stranger(self, source):
        browser = Browser(self.server.address, CONTRACT)
        browser.source = source
        self.addCleanup(browser.close)
        return browser

    def owner(self):
        person = hire(self.client, 'owner', name='Noor')
        self.addCleanup(person.browser.close)
        return person

    def lock(self, source, email):
        thief = self.stranger(source)
        for _ in range(10):
            thief.sign_in(email, 'not the password', expect=401)
        refused = thief.sign_in(email, expect=429)
        self.assertGreaterEqual(int(refused.headers['Retry-After']), 1)

    def test_nobody_locks_an_owner_out_and_the_owner_is_told_once(self):
        person = self.owner()
        for source in ('127.0.1.1', '127.0.1.2', '127.0.1.3'):
            self.lock(source, person.email)
        self.stranger('127.0.1.4').sign_in(person.email)
        [mail] = self.smtp.wait_for_mails(person.email)
        self.assertIn(LOCKED, mail.text)
        self.assertIn('From: 127.0.1.1', mail.text)
        other = self.owner()  # whose mail comes after any second one
        self.lock('127.0.1.5', other.email)
        self.smtp.wait_for_mails(other.email)
        self.assertEqual(len(self.smtp.mails_to(person.email)), 1)

    def test_an_address_that_nobody_has_looks_the_same(self):
        email = new_email('nobody')
        self.lock('127.0.2.1', email)
        person = self.owner()
        self.lock('127.0.2.2', person.email)
        self.smtp.wait_for_mails(person.email)
        self.assertEqual(self.smtp.mails_to(email), [])

    def test_neighbours_on_one_network_do_not_lock_a_known_browser(self):
        person = self.owner()
        person.browser.close()
        person.browser.source = '127.0.3.1'
        self.assertIsNotNone(person.browser.device)
        self.lock('127.0.3.1', person.email)
        person.browser.cookie = None
        person.browser.sign_in(person.email)
        forged = self.stranger('127.0.3.1')
        forged.device = person.browser.device[:-4] + 'AAAA'
        forged.sign_in(person.email, expect=429)

    def test_a_known_browser_has_no_more_tries_than_others(self):
        person = self.owner()
        known = person.browser
        for _ in range(10):
            known.sign_in(person.email, 'not the password', expect=401)
        known.sign_in(person.email, expect=429)

    def test_an_account_of_ones_own_gains_no_tries_at_anothers(self):
        person, mallory = self.owner(), self.owner()
        browsers = [self.stranger('127.0.5.1') for _ in range(3)]
        for browser in browsers:
            browser.sign_in(mallory.email)  # it is known from now on
            self.assertIsNotNone(browser.device)
            browser.cookie = None
        guesses = 0
        for browser in browsers:
            for _ in range(11):
                answer = browser.quick('POST', '/v1/session', body={
                    'email': person.email, 'password': 'not the password'})
                guesses += answer.status == 401
        self.assertEqual(guesses, 10)
        # Those who share a browser are known there both.
        shared = self.stranger('127.0.5.2')
        shared.sign_in(mallory.email)
        shared.sign_in(person.email)
        shared.cookie, shared.source = None, '127.0.5.1'
        shared.close()
        shared.sign_in(person.email)

    def test_the_cookie_says_nothing_about_the_person(self):
        person = self.owner()
        browser = self.stranger('127.0.4.1')
        answer = browser.sign_in(person.email)
        [text] = [text for text in answer.headers.get_all('Set-Cookie') if '-device=' in text]
        value, *attributes = [part.strip() for part in text.split(';')]
        self.assertRegex(value, r'^__Host-standby-device=[A-Za-z0-9_-]{44,50}$')
        self.assertEqual(set(attributes), {'Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict',
                                           'Max-Age=34560000'})
        again = browser.sign_in(person.email)
        self.assertEqual(len(again.headers.get_all('Set-Cookie')), 1, 'it is known already')
        self.assertEqual(browser.call('sign_out', expect=204).headers.get_all('Set-Cookie'),
                         ['__Host-standby=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0'])


class WearingDown(ServerCase):
    """Forty clients, each with as many addresses as it likes, make the server hash passwords."""

    CLIENTS = 40

    def setUp(self):
        self.person = hire(self.client, 'owner')
        self.addCleanup(self.person.browser.close)
        self.statuses = []
        self.waits = []
        self._stopping = threading.Event()
        self._sources = itertools.count(1)

    def attack(self):
        def hammer(_):
            while not self._stopping.is_set():
                number = next(self._sources)
                browser = Browser(self.server.address, CONTRACT)
                browser.source = f'127.1.{number // 250}.{number % 250 + 1}'
                for _ in range(5):
                    begin = time.monotonic()
                    answer = browser.quick('POST', '/v1/session', body={
                        'email': self.person.email, 'password': 'not the password'})
                    self.statuses.append(answer.status)
                    if answer.status == 503:
                        self.waits.append(time.monotonic() - begin)
                    if self._stopping.is_set():
                        break
                browser.close()

        pool = concurrent.futures.ThreadPoolExecutor(self.CLIENTS)
        self.addCleanup(pool.shutdown)
        self.addCleanup(self._stopping.set)
        for number in range(self.CLIENTS):
            pool.submit(hammer, number)
        wait_for(lambda: self.statuses.count(503) > 50, 'the line of strangers to be full')

    def test_a_known_browser_gets_in_at_once(self):
        known = self.person.browser
        self.attack()
        took = []
        for _ in range(10):
            known.cookie = None
            begin = time.monotonic()
            known.sign_in(self.person.email, PASSWORD, expect=200)
            took.append(time.monotonic() - begin)
        refused = self.statuses.count(503)
        print(f'\n{len(self.statuses)} hostile tries, {refused} of them turned away; a known '
              f'browser signed in within {max(took) * 1000:.0f} ms, median '
              f'{sorted(took)[len(took) // 2] * 1000:.0f} ms')
        self.assertLess(sorted(took)[len(took) // 2], 2)
        self.assertGreaterEqual(min(self.waits), 1, 'who is turned away may not ask on at once')

    def test_who_is_signed_in_can_change_the_password(self):
        browser = self.person.browser
        browser.device = None
        self.attack()
        browser.call('update_profile', expect=200, body={
            'password': 'quite another sentence', 'current_password': PASSWORD})

    def test_what_we_were_too_busy_for_is_no_try(self):
        self.attack()
        statuses = []

        def try_once(_):
            browser = Browser(self.server.address, CONTRACT)
            browser.source = '127.2.0.1'
            answer = browser.quick('POST', '/v1/session', body={
                'email': self.person.email, 'password': PASSWORD})
            browser.close()
            return answer.status

        def is_busy_often_enough():
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                statuses.extend(pool.map(try_once, range(4)))
            return statuses.count(503) >= 12

        wait_for(is_busy_often_enough, 'the line to be full twelve times')
        self.assertLessEqual(set(statuses), {200, 503}, 'never one try too many')
        metrics = self.client.call('get_metrics', expect=200).raw.decode()
        self.assertRegex(metrics, r'standby_limit_hits_total\{limit="passwords"\} [1-9]')


if __name__ == '__main__':
    unittest.main()
