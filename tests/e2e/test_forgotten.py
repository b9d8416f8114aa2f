"""A password that was forgotten: a link to the known address, and no word to anybody else."""
import re
import time
import unittest

from harness.case import ServerCase
from harness.smtp import MailCase
from harness.staff import PASSWORD, Browser, hire, new_email, token_of, totp

NEW = 'something long and new'


class ForgottenCase(MailCase):
    """Each class asks a server of its own: one client can ask ten times a minute."""

    def setUp(self):
        self.smtp.order('forget')
        self.person = hire(self.client, 'owner', name='Noor')
        self.addCleanup(self.person.browser.close)

    def ask(self, email, expect=202):
        return self.person.browser.another().call('forgot_password', body={'email': email},
                                                  expect=expect)

    def link(self, email, count=1):
        mail = self.smtp.wait_for_mails(email, count)[-1]
        [link] = set(re.findall(r'https?://\S+/staff/reset#st_[A-Za-z0-9_-]{43}', mail.text))
        return mail, link

    def deeds(self):
        found = self.client.items('list_staff_audit')
        return [deed['act'] for deed in found if deed['actor'] == self.person.id]


class Forgotten(ForgottenCase):
    def test_the_link_sets_a_new_password_once_and_ends_other_sessions(self):
        self.ask('  ' + self.person.email.upper())
        mail, link = self.link(self.person.email)
        self.assertIn('Someone asked for a new password for you', mail.text)
        self.assertIn('From: 127.0.0.1', mail.text)
        browser = self.person.browser.another()
        seen = browser.call('look_at_link', body={'token': token_of(link)}, expect=200)
        self.assertEqual((seen['purpose'], seen['needs_code'], seen['email']),
                         ('reset', False, self.person.email))
        browser.use(link, password=NEW)
        self.person.browser.call('list_members', expect=401)
        for again in ('look_at_link', 'use_link'):
            body = {'token': token_of(link)} | ({'password': NEW} if again == 'use_link' else {})
            self.person.browser.another().call(again, body=body, expect=410)
        self.person.browser.another().sign_in(self.person.email, password=NEW)
        told = self.smtp.wait_for_mails(self.person.email, 2)
        self.assertTrue(any('Your password was changed.' in mail.text for mail in told))
        deeds = self.deeds()
        self.assertIn('password_forgotten', deeds)
        self.assertIn('link_used', deeds)

    def test_nobody_learns_who_is_known(self):
        known, unknown = self.ask(self.person.email), self.ask(new_email('nobody'))
        self.assertEqual(known.body, unknown.body)
        self.assertEqual(sorted(known.headers.keys()), sorted(unknown.headers.keys()))
        self.link(self.person.email)
        self.assertEqual(self.smtp.mails_to('nobody'), [])


class SecondFactor(ForgottenCase):
    def test_the_second_factor_is_still_asked_for(self):
        browser = self.person.browser
        begun = browser.call('begin_totp', body={'password': PASSWORD}, expect=200)
        browser.call('confirm_totp', expect=200,
                     body={'code': totp(begun['secret'], time.time() - 30)})
        self.smtp.wait_for_mails(self.person.email, 1)
        self.ask(self.person.email)
        _, link = self.link(self.person.email, 2)
        thief = browser.another()
        seen = thief.call('look_at_link', body={'token': token_of(link)}, expect=200)
        self.assertTrue(seen['needs_code'])
        for code in (None, '', '000000'):
            refused = thief.call('use_link', expect=401, body={
                'token': token_of(link), 'password': NEW, 'code': code})
            self.assertEqual(refused.problem, 'code-needed')
        self.person.browser.call('get_session', expect=200)  # nothing has happened yet
        thief.call('use_link', expect=200, body={
            'token': token_of(link), 'password': NEW, 'code': totp(begun['secret'])})
        # The app is still there.
        again = browser.another().call('sign_in', expect=401, body={
            'email': self.person.email, 'password': NEW})
        self.assertEqual(again.problem, 'code-needed')


class Guessing(ForgottenCase):
    def test_codes_cannot_be_guessed(self):
        browser = self.person.browser
        begun = browser.call('begin_totp', body={'password': PASSWORD}, expect=200)
        browser.call('confirm_totp', expect=200,
                     body={'code': totp(begun['secret'], time.time() - 30)})
        self.ask(self.person.email)
        _, link = self.link(self.person.email, 2)
        answers = [browser.another().call('use_link', body={
            'token': token_of(link), 'password': NEW, 'code': f'{number:06}'},
            expect=(401, 429)).status for number in range(12)]
        self.assertEqual(set(answers[:10]), {401})
        self.assertEqual(answers[-1], 429)


class Floods(ForgottenCase):
    def test_a_second_request_replaces_nothing_within_a_minute_and_floods_nobody(self):
        for _ in range(6):
            self.ask(self.person.email)
        self.link(self.person.email)
        # A notice of something else comes last, so whatever else was to be sent has been.
        self.person.browser.call('update_profile', expect=200, body={
            'password': NEW, 'current_password': PASSWORD})
        mails = self.smtp.wait_for_mails(self.person.email, 2)
        self.assertEqual(len(mails), 2)


class Asking(ForgottenCase):
    def test_what_is_no_address_is_refused(self):
        for body, field in (({}, 'email'), ({'email': ''}, 'email'), ({'email': 'noor'}, 'email'),
                            ({'email': None}, 'email'), ({'email': 7}, 'email')):
            with self.subTest(body=body):
                refused = self.person.browser.call('forgot_password', body=body, expect=422)
                self.assertEqual(refused.bad_fields, [field])

    def test_only_our_own_pages_may_ask(self):
        stranger = Browser(self.server.address, self.person.browser.contract,
                           origin='https://evil.example')
        self.addCleanup(stranger.close)
        stranger.call('forgot_password', body={'email': self.person.email}, expect=403)

    def test_one_client_cannot_ask_for_ever(self):
        answers = [self.person.browser.another().call(
            'forgot_password', body={'email': new_email()}, expect=(202, 429)).status
            for _ in range(15)]
        self.assertIn(429, answers)

    def test_the_page_is_told_that_mail_is_sent(self):
        session = self.person.browser.another().call('get_session', expect=200)
        self.assertTrue(session['can_reset_by_mail'])


class WithoutMail(ServerCase):
    def test_the_answer_says_what_to_do(self):
        browser = Browser(self.server.address, self.client.contract)
        self.addCleanup(browser.close)
        self.assertFalse(browser.call('get_session', expect=200)['can_reset_by_mail'])
        refused = browser.call('forgot_password', body={'email': new_email()}, expect=409)
        self.assertEqual(refused.problem, 'no-mail')
        self.assertIn('standby staff link', refused['detail'])


if __name__ == '__main__':
    unittest.main()
