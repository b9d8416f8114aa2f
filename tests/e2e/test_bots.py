"""Programs that fill a list: while it is crowded, a join without a key takes a proof of work, or a
wait where there is no script. People and calm lists notice nothing."""
import http.client
import http.server
import json
import re
import threading
import unittest
import urllib.parse

from harness.case import ServerCase
from harness.proof import solve
from harness.world import new_person


class BotCase(ServerCase):
    flags = ('--join-rate', '0', '--client-rate', '100000')

    def ask(self, method, path, *, body=None, form=None, headers=None, source='127.0.0.1'):
        connection = http.client.HTTPConnection(*self.server.address, timeout=20,
                                                source_address=(source, 0))
        self.addCleanup(connection.close)
        sent = dict(headers or {})
        data = None
        if form is not None:
            data, sent['Content-Type'] = (urllib.parse.urlencode(form),
                                          'application/x-www-form-urlencoded')
        elif body is not None:
            data, sent['Content-Type'] = json.dumps(body), 'application/json'
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        text = answer.read().decode()
        return answer, text

    def join(self, resource, *, proof=None, source='127.0.0.1', key=None, person=None):
        headers = {**({'Standby-Proof': proof} if proof else {}),
                   **({'Idempotency-Key': key} if key else {})}
        answer, text = self.ask('POST', f'/v1/resources/{resource["id"]}/waitlist:join',
                                body=person or new_person(), headers=headers, source=source)
        return answer.status, json.loads(text), answer

    def crowd(self, resource, source='127.0.0.20'):
        """Joins until a proof is asked for."""
        for count in range(200):
            status, body, _ = self.join(resource, source=source)
            if status == 428:
                return count, body
            self.assertEqual(status, 201)
        raise AssertionError('a crowd needs no proof')

    def waiting(self, resource):
        return self.world.resource(resource)['counts']['waiting']

    def send_form(self, resource, **fields):
        fields = {'name': 'Mia', 'email': new_person()['email'], **fields}
        answer, text = self.ask('POST', f'/r/{resource["id"]}', form=fields, source='127.0.0.40')
        ticket = re.search(r'name="proof" value="([^"]*)"', text)
        return answer.status, text, ticket and ticket[1]


class Bots(BotCase):
    def test_a_calm_list_asks_for_nothing(self):
        resource = self.world.make_resource()
        ids = {'resource_id': resource['id']}
        for _ in range(50):
            self.assertEqual(self.join(resource)[0], 201)
        calm = self.as_public().call('get_challenge', ids, expect=200).body
        self.assertEqual(calm, {'needed': False, 'puzzle': None, 'bits': 0, 'expires_at': None,
                                'captcha': None})

    def test_a_crowded_list_asks_for_a_proof_and_takes_it_once(self):
        resource, calm = self.world.make_resource(), self.world.make_resource()
        count, problem = self.crowd(resource)
        self.assertEqual(count, 60)
        self.assertEqual(problem['type'], '/problems/proof-needed')
        self.assertEqual(self.waiting(resource), 60)
        # Staff, and other lists, are as before.
        self.client.call('join', {'resource_id': resource['id']}, body=new_person(), expect=201)
        self.assertEqual(self.join(calm)[0], 201)
        challenge = self.as_guest(None).call('get_challenge', {'resource_id': resource['id']},
                                             expect=200).body
        self.assertTrue(challenge['needed'])
        proof = solve(challenge['puzzle'], challenge['bits'])
        # It is for this address, and for this list.
        self.assertEqual(self.join(resource, proof=proof, source='127.0.0.21')[0], 428)
        self.crowd(calm, source='127.0.0.22')
        self.assertEqual(self.join(calm, proof=proof)[0], 428)
        # A mistake in the body does not use it up.
        self.assertEqual(self.join(resource, proof=proof, person={'name': 'Mia'})[0], 422)
        self.assertEqual(self.join(resource, proof=proof)[0], 201)
        self.assertEqual(self.join(resource, proof=proof)[0], 428)

    def test_the_same_request_may_be_repeated_with_its_proof(self):
        resource = self.world.make_resource()
        self.crowd(resource)
        challenge = self.join(resource)[1]['challenge']
        proof = solve(challenge['puzzle'], challenge['bits'])
        person = new_person()
        first = self.join(resource, proof=proof, key='again', person=person)
        again = self.join(resource, proof=proof, key='again', person=person)
        self.assertEqual((first[0], again[0]), (201, 201))
        self.assertEqual(first[1]['id'], again[1]['id'])
        self.assertEqual(again[2].headers['Idempotent-Replayed'], 'true')
        self.assertEqual(self.join(resource, proof=proof, key='another', person=new_person())[0],
                         428)

    def test_what_is_no_proof_counts_for_nothing(self):
        resource = self.world.make_resource()
        self.crowd(resource)
        before = self.waiting(resource)
        puzzle = self.join(resource)[1]['challenge']['puzzle']
        for proof in ('x', 'x.1', puzzle, f'{puzzle}.x', f'{puzzle[:-1]}A.1', '.' * 40):
            self.assertEqual(self.join(resource, proof=proof)[0], 428)
        self.assertEqual(self.waiting(resource), before)

    def test_an_address_that_brings_many_pays_more(self):
        resource = self.world.make_resource()
        self.crowd(resource, source='127.0.0.30')
        busy = self.join(resource, source='127.0.0.30')[1]['challenge']['bits']
        fresh = self.join(resource, source='127.0.0.31')[1]['challenge']['bits']
        self.assertGreater(busy, fresh)

    def test_people_never_see_the_trap_and_a_program_that_fills_it_in_has_to_wait(self):
        resource = self.world.make_resource()
        _, page = self.ask('GET', f'/r/{resource["id"]}')
        self.assertIn('class="unseen" aria-hidden="true"', page)
        self.assertIn('tabindex="-1"', page)
        status, _, ticket = self.send_form(resource, topic='cheap pills')
        self.assertEqual(status, 422)
        self.assertTrue(ticket)
        self.assertEqual(self.waiting(resource), 0)
        self.assertEqual(self.send_form(resource)[0], 303)


class Patience(BotCase):
    """A browser without a script, with a clock that the test moves."""
    flags = ('--join-rate', '0', '--client-rate', '100000', '--manual-clock',
             '2026-11-16T08:00:00Z')

    def test_without_a_script_the_form_is_sent_again_after_a_wait(self):
        resource = self.world.make_resource()
        self.crowd(resource)
        before = self.waiting(resource)
        status, text, ticket = self.send_form(resource)
        self.assertEqual(status, 422)
        self.assertIn('press the button again in 10 seconds', text)
        status, text, again = self.send_form(resource, proof=ticket)
        self.assertEqual((status, again), (422, ticket))
        self.assertEqual(self.waiting(resource), before)
        self.client.quick('POST', '/test/clock', body={'to': '2026-11-16T08:00:11Z'})
        self.assertEqual(self.send_form(resource, proof=ticket)[0], 303)
        self.assertEqual(self.waiting(resource), before + 1)
        self.assertEqual(self.send_form(resource, proof=ticket)[0], 422)
        # It is no proof for programs.
        self.assertEqual(self.join(resource, proof=self.send_form(resource)[2],
                                   source='127.0.0.40')[0], 428)


class Provider(http.server.ThreadingHTTPServer):
    """Stands in for hCaptcha and Turnstile: a response is good once, and only for the secret."""

    def __init__(self):
        super().__init__(('127.0.0.1', 0), Asked)
        self.good = set()
        self.asked = []
        self.is_down = False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()

    @property
    def url(self):
        return f'http://127.0.0.1:{self.server_port}'


class Asked(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        size = int(self.headers['Content-Length'])
        form = dict(urllib.parse.parse_qsl(self.rfile.read(size).decode()))
        self.server.asked.append((self.path, form))
        if self.server.is_down:
            self.send_error(500)
            return
        is_good = form['secret'] == 'sec&ret' and form['response'] in self.server.good
        self.server.good.discard(form['response'])
        codes = [] if is_good else ['invalid-input-response']
        body = json.dumps({'success': is_good, 'error-codes': codes}).encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Captchas(BotCase):
    @classmethod
    def setUpClass(cls):
        cls.provider = Provider()
        cls.addClassCleanup(cls.provider.close)
        cls.flags = ('--join-rate', '0', '--client-rate', '100000', '--captcha-url',
                     cls.provider.url)
        super().setUpClass()

    def prefer(self, provider):
        house = self.client.call('update_house', body={
            'captcha': provider, 'captcha_site_key': 'site', 'captcha_secret': 'sec&ret'},
            expect=200).body
        self.addCleanup(self.client.call, 'update_house', body={'captcha': 'none'}, expect=200)
        return house

    def test_a_business_that_prefers_a_captcha_names_both_keys_and_shows_one(self):
        self.client.call('update_house', body={'captcha_site_key': None, 'captcha_secret': None},
                         expect=200)
        refused = self.client.call('update_house', body={'captcha': 'hcaptcha'}, expect=422)
        self.assertEqual(refused['errors'][0]['field'], 'captcha')
        house = self.prefer('hcaptcha')
        self.assertEqual((house['captcha'], house['captcha_site_key']), ('hcaptcha', 'site'))
        self.assertNotIn('sec&ret', json.dumps(house))
        self.assertNotIn('sec&ret', self.server.log())

    def test_a_crowded_list_asks_for_the_captcha_and_takes_it_once(self):
        for provider, path in (('hcaptcha', '/siteverify'),
                               ('turnstile', '/turnstile/v0/siteverify')):
            self.prefer(provider)
            resource = self.world.make_resource()
            _, problem = self.crowd(resource)
            self.assertEqual(problem['challenge'], {
                'puzzle': None, 'bits': 0, 'expires_at': None,
                'captcha': {'provider': provider, 'site_key': 'site'}})
            self.assertEqual(self.join(resource, proof='captcha:wrong')[0], 428)
            self.provider.good.add('pass ed')
            self.assertEqual(self.join(resource, proof='captcha:pass ed')[0], 201)
            self.assertEqual(self.provider.asked[-1], (path, {
                'secret': 'sec&ret', 'response': 'pass ed', 'remoteip': '127.0.0.1'}))
            self.assertEqual(self.join(resource, proof='captcha:pass ed')[0], 428)
            asked = len(self.provider.asked)
            self.assertEqual(self.join(self.world.make_resource())[0], 201)
            self.assertEqual(len(self.provider.asked), asked, 'a calm list asks nobody')

    def test_the_page_shows_the_captcha_of_a_crowded_list_only(self):
        self.prefer('turnstile')
        resource = self.world.make_resource()
        answer, page = self.ask('GET', f'/r/{resource["id"]}')
        self.assertNotIn('cf-turnstile', page)
        self.assertNotIn('cloudflare', answer.headers['Content-Security-Policy'])
        self.crowd(resource)
        answer, page = self.ask('GET', f'/r/{resource["id"]}')
        self.assertIn('<div class="cf-turnstile" data-sitekey="site">', page)
        self.assertIn('frame-src https://challenges.cloudflare.com',
                      answer.headers['Content-Security-Policy'])
        status, text, _ = self.send_form(resource)
        self.assertEqual(status, 422)
        self.assertIn('cf-turnstile', text)
        self.provider.good.add('yes')
        self.assertEqual(self.send_form(resource, **{'cf-turnstile-response': 'yes'})[0], 303)

    def test_a_provider_that_is_down_costs_nobody_their_place(self):
        self.prefer('hcaptcha')
        resource = self.world.make_resource()
        self.crowd(resource)
        self.provider.is_down = True
        self.addCleanup(setattr, self.provider, 'is_down', False)
        status, problem, _ = self.join(resource, proof='captcha:any')
        self.assertEqual(status, 428)
        challenge = problem['challenge']
        proof = solve(challenge['puzzle'], challenge['bits'])
        self.assertEqual(self.join(resource, proof=proof)[0], 201)


if __name__ == '__main__':
    unittest.main()
