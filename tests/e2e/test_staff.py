"""Who signs in to the staff pages: set-up, invitations, passwords, authenticator apps, roles, and
what another site's page can't do with the cookie."""
import concurrent.futures
import time
import unittest

from harness import staff
from harness.case import CONTRACT, ServerCase
from harness.client import Client
from harness.server import Server, run_command
from harness.staff import PASSWORD, Browser, hire, new_email, setup_links, token_of, totp

class StaffCase(ServerCase):
    """Tests that share a server with an owner."""

    def browser(self, origin=staff.ORIGIN):
        browser = Browser(self.server.address, CONTRACT, origin)
        self.addCleanup(browser.close)
        return browser

    def hire(self, role='staff', **more):
        person = hire(self.client, role, **more)
        self.addCleanup(person.browser.close)
        return person


class SettingUp(unittest.TestCase):
    def start(self, *flags):
        server = Server(*flags)
        self.addCleanup(server.stop)
        return server.start()

    def browser(self, server):
        browser = Browser(server.address, CONTRACT)
        self.addCleanup(browser.close)
        return browser

    def test_the_printed_link_sets_up_once(self):
        server = self.start()
        links = setup_links(server)
        self.assertEqual(len(links), 1)
        self.assertRegex(links[0], r'^http://standby\.test/staff/setup#st_[A-Za-z0-9_-]{43}$')
        browser = self.browser(server)
        self.assertTrue(browser.call('get_session')['needs_setup'])
        seen = browser.call('look_at_link', body={'token': token_of(links[0])}, expect=200)
        self.assertEqual((seen['purpose'], seen['role']), ('setup', 'owner'))
        email = new_email()
        session = browser.use(links[0], name='Noor', email=email.upper(), password=PASSWORD)
        self.assertEqual(session['member']['email'], email)
        self.assertEqual(session['member']['role'], 'owner')
        self.assertEqual(browser.call('get_session')['member']['id'], session['member']['id'])
        self.assertFalse(browser.another().call('get_session')['needs_setup'])
        self.assertEqual(browser.another().use(links[0], expect=410).problem, 'link-used')
        browser.call('look_at_link', body={'token': token_of(links[0])}, expect=410)
        server.restart()
        self.assertEqual(len(setup_links(server)), 1, 'nothing is left to be set up')

    def test_each_start_kills_the_link_before(self):
        server = self.start()
        server.restart()
        first, second = setup_links(server)
        browser = self.browser(server)
        browser.use(first, expect=410)
        browser.use(second, name='Noor')

    def test_every_step_can_be_skipped_and_made_up_for(self):
        server = self.start()
        browser = self.browser(server)
        session = browser.use(setup_links(server)[0])
        self.assertEqual((session['member']['email'], session['member']['has_password']),
                         (None, False))
        self.assertEqual(browser.call('list_keys', expect=200).status, 200)
        browser.call('update_profile', body={'password': PASSWORD}, expect=422)
        email = new_email()
        changed = browser.call('update_profile', body={'email': email, 'password': PASSWORD},
                               expect=200)
        self.assertTrue(changed['member']['has_password'])
        browser.another().sign_in(email)
        browser.call('update_profile', body={'email': None}, expect=422)

    def test_of_many_at_the_same_moment_one_gets_in(self):
        server = self.start()
        link = setup_links(server)[0]

        def use(_):
            browser = Browser(server.address, CONTRACT)
            try:
                return browser.call('use_link', body={'token': token_of(link)}).status
            except AssertionError as refused:
                return 410 if 'answered 410' in str(refused) else str(refused)
            finally:
                browser.close()

        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            statuses = sorted(pool.map(use, range(16)), key=str)
        self.assertEqual(statuses, [200] + [410] * 15)

    def test_links_and_sessions_end_by_themselves(self):
        server = self.start('--manual-clock', '2026-01-01T00:00:00Z')
        browser = self.browser(server)

        def pass_to(instant):
            answer = browser.quick('POST', '/test/clock', body={'to': instant})
            self.assertLess(answer.status, 300, answer)

        owner = Client(server.address, CONTRACT, server.api_key)
        self.addCleanup(owner.close)
        invited = owner.call('invite_member', body={'email': new_email(), 'role': 'owner'},
                             expect=201)
        person = hire(owner, 'owner')
        self.addCleanup(person.browser.close)
        pass_to('2026-01-02T00:00:00Z')
        browser.use(setup_links(server)[0], expect=410)
        browser.use(invited['link'], expect=422)  # it lives, and wants a password
        pass_to('2026-01-07T23:00:00Z')
        self.assertIsNotNone(person.browser.call('get_session')['member'], 'used within a week')
        pass_to('2026-01-08T00:00:00Z')
        browser.use(invited['link'], expect=410)
        pass_to('2026-01-14T22:00:00Z')
        cookie = person.browser.cookie
        self.assertIsNotNone(person.browser.call('get_session')['member'])
        pass_to('2026-01-21T22:00:00Z')
        self.assertIsNone(person.browser.call('get_session')['member'], 'a week without use')
        self.assertIsNone(person.browser.cookie, 'the browser is told to forget it')
        person.browser.cookie = cookie
        person.browser.call('list_keys', expect=401)

    def test_a_session_lasts_thirty_days_at_most(self):
        server = self.start('--manual-clock', '2026-01-01T00:00:00Z')
        owner = Client(server.address, CONTRACT, server.api_key)
        self.addCleanup(owner.close)
        person = hire(owner, 'owner')
        self.addCleanup(person.browser.close)
        for day in (6, 12, 18, 24, 30):
            owner.quick('POST', '/test/clock', body={'to': f'2026-01-{day:02}T12:00:00Z'})
            self.assertIsNotNone(person.browser.call('get_session')['member'], day)
        owner.quick('POST', '/test/clock', body={'to': '2026-01-31T00:00:00Z'})
        self.assertIsNone(person.browser.call('get_session')['member'])

    def test_sessions_survive_restarts_and_power_cuts(self):
        server = self.start()
        browser = self.browser(server)
        email = new_email()
        browser.use(setup_links(server)[0], email=email, password=PASSWORD)
        other = browser.another()
        other.sign_in(email)
        server.kill()
        server.start()
        for one in (browser, other):
            one.close()
            one.address = server.address
            self.assertEqual(one.call('get_session')['member']['email'], email)
        other.call('sign_out', expect=204)
        server.restart()
        other.close()
        other.address = server.address
        self.assertIsNone(other.call('get_session')['member'])

    def test_the_command_line_lets_who_is_locked_out_back_in(self):
        server = self.start()
        place = ('--data-dir', server.data_dir)
        stopped = run_command('staff', 'link', *place)
        self.assertEqual(stopped.returncode, 2)
        self.assertIn('stop the server first', stopped.stderr)
        browser = self.browser(server)
        email = new_email()
        browser.use(setup_links(server)[0], email=email, password=PASSWORD)
        secret = browser.call('begin_totp', body={'password': PASSWORD}, expect=200)['secret']
        browser.call('confirm_totp', body={'code': totp(secret)}, expect=200)
        listed = run_command('staff', 'list', '--json', *place)
        self.assertIn(email, listed.stdout)
        server.terminate()
        made = run_command('staff', 'link', '--public-url', staff.ORIGIN, *place)
        self.assertEqual(made.returncode, 0, made.stderr)
        link = made.stdout.splitlines()[0].split(': ', 1)[1]
        self.assertTrue(link.startswith(staff.ORIGIN + '/staff/reset#st_'))
        self.assertEqual(run_command('staff', 'remove', '--email', email, *place).returncode, 1)
        self.assertEqual(run_command('staff', 'link', '--email', 'x@y.example', *place).returncode,
                         1)
        server.start()
        browser.close()
        browser.address = server.address
        fresh = browser.another()
        fresh.use(link, password='another long sentence')
        self.assertFalse(fresh.call('get_session')['member']['has_totp'])
        self.assertIsNone(browser.call('get_session')['member'], 'the others are out')
        fresh.another().sign_in(email, 'another long sentence')


class SigningIn(StaffCase):
    def test_the_cookie_is_for_this_server_alone(self):
        person = self.hire()
        answer = self.browser().sign_in(person.email)
        cookie = answer.headers.get_all('Set-Cookie')[0]
        value, *attributes = [part.strip() for part in cookie.split(';')]
        self.assertRegex(value, r'^__Host-standby=ss_[A-Za-z0-9_-]{43}$')
        self.assertEqual(set(attributes), {'Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict',
                                           'Max-Age=2592000'})
        self.assertEqual(answer.headers['Cache-Control'], 'no-store')
        self.assertNotIn(value.partition('=')[2], answer.raw.decode())
        self.assertNotIn(value.partition('=')[2], self.server.log())

    def test_wrong_sign_ins_do_not_tell_what_was_wrong(self):
        person = self.hire()
        answers = [self.browser().sign_in(email, password, expect=401)
                   for email, password in ((person.email, 'not the password'),
                                           (new_email(), PASSWORD), ('nonsense', PASSWORD),
                                           (person.email, ''))]
        self.assertEqual({answer.raw for answer in answers}, {answers[0].raw})
        self.assertEqual(answers[0].problem, 'wrong-sign-in')
        self.assertNotIn('Set-Cookie', answers[0].headers)
        self.browser().sign_in(' ' + person.email.upper())

    def test_signing_out_here_and_everywhere(self):
        person = self.hire()
        second, third = person.browser.another(), person.browser.another()
        second.sign_in(person.email)
        third.sign_in(person.email)
        cookie = second.cookie
        second.call('sign_out', expect=204)
        self.assertIsNone(second.cookie)
        second.cookie = cookie
        self.assertIsNone(second.call('get_session')['member'])
        self.assertIsNotNone(third.call('get_session')['member'])
        third.call('sign_out', query={'everywhere': 'true'}, expect=204)
        self.assertIsNone(person.browser.call('get_session')['member'])
        third.call('sign_out', expect=204)

    def test_signing_in_again_ends_the_session_before(self):
        person = self.hire()
        before = person.browser.cookie
        person.browser.sign_in(person.email)
        old = person.browser.another()
        old.cookie = before
        self.assertIsNone(old.call('get_session')['member'])

    def test_made_up_cookies_open_nothing(self):
        for cookie in ('', 'ss_', 'ss_' + 'A' * 43, 'x' * 4000, self.server.api_key):
            browser = self.browser()
            browser.cookie = cookie
            browser.call('list_keys', expect=401)
            browser.call('get_account', expect=401)

    def test_too_many_attempts_are_slowed_down(self):
        server = Server()
        self.addCleanup(server.stop)
        server.start()
        owner = Client(server.address, CONTRACT, server.api_key)
        self.addCleanup(owner.close)
        person = hire(owner)
        self.addCleanup(person.browser.close)
        browser = person.browser.another()
        for _ in range(20):
            browser.sign_in(person.email)  # what succeeds does not count
        for _ in range(10):
            browser.sign_in(person.email, 'wrong password', expect=401)
        refused = browser.sign_in(person.email, expect=429)
        self.assertGreaterEqual(int(refused.headers['Retry-After']), 1)
        # It is known for that member alone: at other addresses it is one of its network.
        statuses = [browser.quick('POST', '/v1/session', body={
            'email': new_email(), 'password': 'wrong password'}).status for _ in range(20)]
        self.assertIn(429, statuses)
        self.assertEqual(statuses[:10], [401] * 10)
        self.assertIsNotNone(person.browser.call('get_session')['member'], 'who is in stays in')

    def test_many_at_once_are_answered_or_told_to_wait(self):
        person = self.hire()

        def sign_in(_):
            browser = Browser(self.server.address, CONTRACT)
            try:
                return browser.quick('POST', '/v1/session',
                                     body={'email': person.email, 'password': PASSWORD}).status
            finally:
                browser.close()

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertLessEqual(set(pool.map(sign_in, range(8))), {200, 429, 503})


class Passwords(StaffCase):
    def test_weak_ones_are_refused(self):
        invited = self.client.call('invite_member', body={
            'email': 'tess.tester@aster.example', 'role': 'staff', 'name': 'Tess Tester'},
            expect=201)
        browser = self.browser()
        for password in ('short', 'password123', '1234567890', 'aaaaaaaaaaaa', 'basketball',
                         '1029384756', 'P4ssw0rd!!', '1qaz2wsx3edc', 'basketbasket',
                         'tess.tester@aster.example', 'Tess Tester!', 'tester2026aster',
                         'qwertyuiop', 'x' * 201):
            with self.subTest(password=password[:30]):
                answer = browser.use(invited['link'], password=password, expect=422)
                self.assertEqual(answer.bad_fields, ['password'])
        browser.use(invited['link'], expect=422)
        browser.use(invited['link'], password=' ünïcödé is fine too ')
        browser.another().sign_in('tess.tester@aster.example', ' ünïcödé is fine too ')

    def test_a_new_one_needs_the_old_one_and_signs_out_elsewhere(self):
        person = self.hire()
        other = person.browser.another()
        other.sign_in(person.email)
        wanted = 'quite another sentence'
        refused = person.browser.call('update_profile', body={'password': wanted}, expect=422)
        self.assertEqual(refused.bad_fields, ['current_password'])
        person.browser.call('update_profile', expect=422,
                            body={'password': wanted, 'current_password': 'wrong, quite wrong'})
        person.browser.call('update_profile', expect=422,
                            body={'email': new_email(), 'current_password': ''})
        self.assertIsNotNone(other.call('get_session')['member'])
        person.browser.call('update_profile', expect=200,
                            body={'password': wanted, 'current_password': PASSWORD, 'name': None})
        self.assertIsNone(other.call('get_session')['member'])
        self.assertIsNotNone(person.browser.call('get_session')['member'])
        other.sign_in(person.email, expect=401)
        other.sign_in(person.email, wanted)

    def test_an_address_has_one_owner(self):
        one, two = self.hire(), self.hire()
        body = {'email': one.email.upper(), 'current_password': PASSWORD}
        self.assertEqual(two.browser.call('update_profile', body=body, expect=409).problem,
                         'address-taken')
        self.client.call('invite_member', body={'email': one.email, 'role': 'staff'}, expect=409)
        self.client.call('remove_member', {'member_id': one.id}, expect=204)
        two.browser.call('update_profile', body=body, expect=200)


class Authenticator(StaffCase):
    def switch_on(self, person):
        return self.switch_on_with_codes(person)[0]

    def switch_on_with_codes(self, person):
        begun = person.browser.call('begin_totp', body={'password': PASSWORD}, expect=200)
        self.assertIn('secret=' + begun['secret'], begun['uri'])
        self.assertTrue(begun['qr_svg'].startswith('<svg'))
        wrong = person.browser.call('confirm_totp', body={'code': '000000'}, expect=422)
        self.assertEqual(wrong.bad_fields, ['code'])
        # The number before this one: so that the present one can still be used to sign in.
        done = person.browser.call('confirm_totp', expect=200,
                                   body={'code': totp(begun['secret'], time.time() - 30)})
        self.assertEqual(done['recovery_codes_left'], 10)
        return begun['secret'], done['recovery_codes']

    def test_a_number_is_asked_for_and_counts_once(self):
        person = self.hire()
        person.browser.call('confirm_totp', body={'code': '123456'}, expect=409)
        secret = self.switch_on(person)
        browser = person.browser.another()
        self.assertEqual(browser.sign_in(person.email, expect=401).problem, 'code-needed')
        self.assertEqual(browser.sign_in(person.email, code='abcdef', expect=401).problem,
                         'code-needed')
        self.assertEqual(browser.sign_in(person.email, 'wrong password', totp(secret),
                                         expect=401).problem, 'wrong-sign-in')
        code = totp(secret, time.time() + 30)
        session = browser.sign_in(person.email, code=f'{code[:3]} {code[3:]}')
        self.assertTrue(session['member']['has_totp'])
        browser.another().sign_in(person.email, code=code, expect=401)
        browser.another().sign_in(person.email, code=totp(secret), expect=401)

    def test_going_back_needs_the_password_and_the_app(self):
        person = self.hire()
        secret = self.switch_on(person)
        for body, field in (({}, 'password'), ({'password': 'not the password'}, 'password'),
                            ({'password': PASSWORD}, 'code'),
                            ({'password': PASSWORD, 'code': '000000'}, 'code')):
            refused = person.browser.call('remove_totp', body=body, expect=422)
            self.assertEqual(refused.bad_fields, [field])
        self.assertTrue(person.browser.call('get_session')['member']['has_totp'])
        person.browser.call('remove_totp', body={'password': PASSWORD, 'code': totp(secret)},
                            expect=200)
        self.assertIsNone(person.browser.call('get_session')['recovery_codes_left'])
        person.browser.another().sign_in(person.email)

    def test_a_stolen_session_does_not_replace_the_app(self):
        person = self.hire()
        secret = self.switch_on(person)
        thief = person.browser.another()
        thief.cookie = person.browser.cookie
        thief.call('begin_totp', expect=422)
        thief.call('begin_totp', body={'password': 'not the password'}, expect=422)
        refused = thief.call('begin_totp', body={'password': PASSWORD}, expect=422)
        self.assertEqual(refused.bad_fields, ['code'], 'the password alone is not enough')
        thief.call('confirm_totp', body={'code': '000000'}, expect=409)
        thief.call('update_profile', expect=422,
                   body={'email': new_email('thief'), 'current_password': PASSWORD})
        thief.call('update_profile', expect=422,
                   body={'password': 'another long sentence', 'current_password': PASSWORD,
                         'current_code': '000000'})
        self.assertEqual(thief.call('get_session')['member']['email'], person.email)
        other = person.browser.another()
        other.sign_in(person.email, code=totp(secret))

    def test_another_app_ends_every_other_session(self):
        person = self.hire()
        secret = self.switch_on(person)
        other = person.browser.another()
        other.sign_in(person.email, code=totp(secret))
        code = totp(secret, time.time() + 30)
        begun = person.browser.call('begin_totp', body={'password': PASSWORD, 'code': code},
                                    expect=200)
        self.assertIsNotNone(other.call('get_session')['member'], 'nothing has changed yet')
        again = person.browser.call('begin_totp', body={'password': PASSWORD, 'code': code},
                                    expect=422)
        self.assertEqual(again.bad_fields, ['code'], 'a code counts once')
        other.call('confirm_totp', body={'code': totp(begun['secret'])}, expect=409)
        person.browser.call('confirm_totp', body={'code': totp(begun['secret'])}, expect=200)
        self.assertIsNone(other.call('get_session')['member'])
        self.assertIsNotNone(person.browser.call('get_session')['member'])

    def test_a_lost_phone_is_not_a_lost_account(self):
        person = self.hire()
        _, codes = self.switch_on_with_codes(person)
        self.assertEqual(len(set(codes)), 10)
        self.assertNotIn('recovery_codes', person.browser.call('get_session').body)
        fresh = person.browser.another()
        fresh.sign_in(person.email, code='0000-0000-0000-0000', expect=401)
        session = fresh.sign_in(person.email, code=codes[0].upper().replace('-', ' '))
        self.assertEqual(session['recovery_codes_left'], 9)
        fresh.another().sign_in(person.email, code=codes[0], expect=401)
        begun = fresh.call('begin_totp', body={'password': PASSWORD, 'code': codes[1]},
                           expect=200)
        done = fresh.call('confirm_totp', body={'code': totp(begun['secret'])}, expect=200)
        self.assertEqual(done['recovery_codes_left'], 10)
        self.assertFalse(set(done['recovery_codes']) & set(codes))
        fresh.another().sign_in(person.email, code=codes[2], expect=401)
        self.assertIsNone(person.browser.call('get_session')['member'])

    def test_new_recovery_codes_end_the_old_ones(self):
        person = self.hire()
        _, codes = self.switch_on_with_codes(person)
        person.browser.call('make_recovery_codes', body={'password': PASSWORD}, expect=422)
        made = person.browser.call('make_recovery_codes', expect=200,
                                   body={'password': PASSWORD, 'code': codes[9]})
        self.assertEqual(made['recovery_codes_left'], 10)
        person.browser.another().sign_in(person.email, code=codes[0], expect=401)
        person.browser.another().sign_in(person.email, code=made['recovery_codes'][0])
        self.assertNotIn(made['recovery_codes'][1], self.server.log())

    def test_proofs_cannot_be_tried_without_end(self):
        person = self.hire()
        for _ in range(10):
            person.browser.call('begin_totp', body={'password': 'not the password'}, expect=422)
        person.browser.call('begin_totp', body={'password': PASSWORD}, expect=429)
        other = person.browser.another()
        other.sign_in(person.email)
        other.call('begin_totp', body={'password': PASSWORD}, expect=200)

    def test_a_reset_clears_it_and_ends_every_session(self):
        person = self.hire()
        self.switch_on(person)
        made = self.client.call('reset_member', {'member_id': person.id}, expect=201)
        self.assertIn('/staff/reset#st_', made['link'])
        again = self.client.call('reset_member', {'member_id': person.id}, expect=201)
        fresh = person.browser.another()
        fresh.use(made['link'], password=PASSWORD, expect=410)
        self.assertIsNotNone(person.browser.call('get_session')['member'], 'until it is used')
        fresh.use(again['link'], expect=422)
        fresh.use(again['link'], password='something long and new')
        self.assertIsNone(person.browser.call('get_session')['member'])
        fresh.another().sign_in(person.email, 'something long and new')
        fresh.another().sign_in(person.email, expect=401)


if __name__ == '__main__':
    unittest.main()
