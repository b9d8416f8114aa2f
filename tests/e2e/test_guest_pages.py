"""The guests' pages of the real server: joining, claiming and changing wishes by plain forms, in
four languages; links that are dead; who may show a page in a frame; and that looking, however
often, changes nothing."""
import gzip
import html
import http.client
import json
import re
import threading
import unittest
import urllib.parse

from harness.case import ServerCase
from harness.client import TIMEOUT_SECONDS
from harness.pages import PagesOf, fetch
from harness.waiting import wait_for
from harness.world import later, new_person

PAYLOAD = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
SCANS = 10_000
SCANNING_CONNECTIONS = 6


class GuestCase(ServerCase, PagesOf):
    flags = ('--join-rate', '0', '--manual-clock')

    def get(self, path, language=None, **headers):
        if language:
            headers['Accept-Language'] = language
        return fetch(self.server.address, 'GET', path, headers=headers)

    def text_of(self, path, language=None, expect=200):
        answer = self.get(path, language)
        self.assertEqual(answer.status, expect, answer)
        return answer.raw.decode()

    def join_by_form(self, resource, query='', language=None, **fields):
        """The answer to the form of the join page."""
        headers = {'Accept-Language': language} if language else {}
        return fetch(self.server.address, 'POST', f'/r/{resource["id"]}{query}', fields, headers)

    def entry_with(self, resource, email):
        return next(one for one in self.client.items('list_entries',
                                                     {'resource_id': resource['id']})
                    if one['email'] == email)

    def offered(self, **fields):
        """A resource, an entry with a live offer, and the paths of its two pages."""
        resource = self.world.make_resource('slots', rules={'claim_window': '10m',
                                                            'late_yes': False})
        joined = self.world.join(resource, new_person(**fields))
        self.world.free_slot(resource, service='Haircut', staff='Mia',
                             price={'amount': 4500, 'currency': 'EUR'})
        entry = self.world.entry(joined)
        self.assertEqual(entry['state'], 'offered')
        return resource, entry, '/e/' + joined['token'], self.offer_path('/e/' + joined['token'])

    def offer_path(self, entry_path):
        return re.search(r'action="(/o/gt_[\w-]+)', self.text_of(entry_path)).group(1)

    def set_clock(self, to):
        answer = self.client.quick('POST', '/test/clock', body={'to': to})
        self.assertEqual(answer.status, 200, answer)


class Joining(GuestCase):
    def test_in_german_from_the_form_to_the_own_page(self):
        resource = self.world.make_resource('slots', name='Salon Nord')
        page = self.text_of('/r/' + resource['id'], 'de-AT,en;q=0.5')
        self.assertIn('<html lang="de">', page)
        self.assertIn('Noch wartet niemand.', page)
        self.assertIn('Wer zuerst kommt, ist zuerst dran', page)
        answer = self.join_by_form(resource, language='de', name='Ada', phone='',
                                   email='ada@mail.example.org', service='Farbe',
                                   party_size='1', mon_morning='yes', latest='2030-12-24',
                                   instant_yes='yes', instant_notice='2h')
        self.assertEqual(answer.status, 303, answer)
        location = answer.headers['Location']
        self.assertRegex(location, r'^/e/gt_')
        # The person's language counts, whatever browser opens the page.
        own = self.text_of(location, 'en')
        self.assertIn('<h1>Sie stehen auf der Liste</h1>', own)
        self.assertIn('Sie sind als Nächstes dran.', own)
        entry = self.entry_with(resource, 'ada@mail.example.org')
        self.assertEqual(entry['wants']['service'], 'Farbe')
        self.assertEqual(entry['wants']['latest'][:10], '2030-12-24')
        self.assertEqual(entry['wants']['weekly'],
                         [{'days': ['mon'], 'from': '05:00', 'to': '12:00'}])

    def test_what_is_wrong_is_said_in_the_language_and_nothing_typed_is_lost(self):
        resource = self.world.make_resource('slots')
        answer = self.join_by_form(resource, '?lang=fr', name='Ada', email='', phone='123',
                                   party_size='1', earliest='2030-05-02', latest='2030-05-01',
                                   tue_evening='yes')
        page = answer.raw.decode()
        self.assertEqual(answer.status, 422)
        self.assertIn('<html lang="fr">', page)
        self.assertIn('action="/r/' + resource['id'] + '?lang=fr"', page)
        self.assertIn('Écrivez le numéro en entier, avec l&#39;indicatif', page)
        self.assertIn('Le dernier jour ne peut pas précéder le premier.', page)
        self.assertIn('value="2030-05-02"', page)
        self.assertRegex(page, r'name="tue_evening" value="yes" aria-label="[^"]*" checked')
        none = self.join_by_form(resource, '?lang=es', name='Ada')
        self.assertIn('Indique una dirección de correo o un número de teléfono.',
                      none.raw.decode())

    def test_the_language_is_the_links_then_the_browsers_then_the_houses(self):
        path = '/r/' + self.world.make_resource()['id']
        self.assertIn('<html lang="es">', self.text_of(path + '?lang=es', 'de'))
        self.assertIn('<html lang="de">', self.text_of(path + '?lang=xx', 'nl, de;q=0.5'))
        self.assertIn('<html lang="en">', self.text_of(path, 'nl'))
        self.client.call('update_house', body={'locale': 'fr'}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'locale': 'en'}, expect=200)
        self.assertIn('<html lang="fr">', self.text_of(path, 'nl'))
        page = self.text_of(path + '?lang=de')
        self.assertIn(f'<a href="{path}?lang=fr" hreflang="fr" lang="fr">', page)

    def test_each_kind_asks_only_for_what_it_needs(self):
        fields = {'slots': {'service', 'staff', 'earliest', 'phone', 'instant_yes', 'mon_morning'},
                  'seats': {'party_size', 'phone'}, 'access': set()}
        everything = set.union(*fields.values())
        for kind, wanted in fields.items():
            with self.subTest(kind=kind):
                page = self.text_of('/r/' + self.world.make_resource(kind)['id'])
                names = set(re.findall(r'name="(\w+)"', page))
                self.assertIn('email', names)
                self.assertEqual(names & (everything - {'party_size'}), wanted - {'party_size'})
                self.assertEqual('party_size' in names, kind != 'access')

    def test_a_service_is_found_however_it_is_spelt(self):
        resource = self.world.make_resource('slots')
        self.world.free_slot(resource, service='Haircut')
        self.assertIn('<option value="Haircut">', self.text_of('/r/' + resource['id']))
        answer = self.join_by_form(resource, name='A', email='spelt@mail.example.org',
                                   service='hairCUT')
        entry = self.entry_with(resource, 'spelt@mail.example.org')
        self.assertEqual((answer.status, entry['wants']['service']), (303, 'Haircut'))
        self.assertEqual(entry['state'], 'offered')

    def test_an_invitation_counts_and_a_broken_one_does_no_harm(self):
        resource = self.world.make_resource('access', rules={'order': 'score'})
        friend = self.world.join(resource)
        page = self.text_of('/e/' + friend['token'])
        link = html.unescape(re.search(r'readonly value="([^"]+)"', page).group(1))
        self.assertEqual(link, f'http://standby.test/r/{resource["id"]}?ref='
                               + friend['referral_code'])
        self.assertIn('<svg class="qr"', page)
        invited = self.text_of(link.removeprefix('http://standby.test'))
        self.assertIn('A friend on this list invited you.', invited)
        code = re.search(r'name="ref" value="([^"]+)"', invited).group(1)
        self.assertEqual(self.join_by_form(resource, email='one@mail.example.org',
                                           ref=code).status, 303)
        self.assertEqual(self.world.entry(friend)['referrals'], {'pending': 0, 'credited': 1})
        self.assertIn('One friend has joined.', self.text_of('/e/' + friend['token']))
        broken = self.join_by_form(resource, email='two@mail.example.org', ref=code + 'X')
        self.assertEqual(broken.status, 303)
        self.assertNotIn('invited you', self.text_of(f'/r/{resource["id"]}?ref=nonsense'))

    def test_closed_paused_and_full_lists_say_so(self):
        resource = self.world.make_resource('seats', rules={'max_waiting': 1})
        path = '/r/' + resource['id']
        self.world.join(resource)
        page = self.text_of(path)
        self.assertIn('This list is full', page)
        self.assertNotIn('<form', page)
        late = self.join_by_form(resource, name='A', email='late@mail.example.org', party_size='1')
        self.assertEqual(late.status, 422)
        self.assertNotIn('<form', late.raw.decode())
        self.client.call('pause_resource', {'resource_id': resource['id']}, expect=200)
        self.world.change(resource, rules={'max_waiting': 9})
        self.assertIn('This list is paused', self.text_of(path))
        self.client.call('close_resource', {'resource_id': resource['id']}, expect=200)
        closed = self.text_of(path)
        self.assertIn('This list is closed', closed)
        self.assertNotIn('<form', closed)

    def test_odds_are_told_once_there_are_enough_to_tell(self):
        few = self.world.make_resource('seats', capacity=0)
        many = self.world.make_resource('seats', capacity=0)
        for resource, count in ((few, 19), (many, 20)):
            for entry in self.world.join_many(resource, count):
                self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']}, expect=200)
        path = '/r/' + many['id']
        wait_for(lambda: 'Of 20 people who waited here' in self.text_of(path), 'the odds')
        self.assertIn('nobody has got a spot yet', self.text_of(path))
        self.text_of('/r/' + few['id'])
        self.assertNotIn('who waited here', self.text_of('/r/' + few['id']))


class OwnPage(GuestCase):
    def test_a_claim_without_scripts(self):
        resource, entry, own, offer = self.offered(locale='es')
        page = self.text_of(own)
        self.assertIn('Aceptar la plaza', page)
        self.assertIn('<dd>45,00\u00a0€</dd>', page)
        self.assertIn('<dd>Mia</dd>', page)
        claimed = fetch(self.server.address, 'POST', offer, {'action': 'claim'})
        self.assertEqual(claimed.status, 200)
        self.assertIn('<h1>La plaza es suya</h1>', claimed.raw.decode())
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')
        held = self.text_of(own)
        self.assertIn('calendar.ics', held)
        self.assertIn('<details class="leave">', held)
        calendar = self.get(own + '/calendar.ics')
        self.assertEqual(calendar.headers['Content-Type'].split(';')[0], 'text/calendar')
        self.assertIn('SUMMARY:Haircut\\, ' + resource['name'], calendar.raw.decode())
        fetch(self.server.address, 'POST', own, {'action': 'leave'})
        self.assertEqual(self.world.entry(entry)['state'], 'cancelled')
        self.assertEqual(self.get(own + '/calendar.ics').status, 404)

    def test_the_countdown_has_both_times_of_the_server(self):
        _, entry, own, offer = self.offered()
        for path in (own, offer):
            page = self.text_of(path)
            now = int(re.search(r'data-now="(\d+)"', page).group(1))
            deadline = int(re.search(r'data-deadline="(\d+)"', page).group(1))
            self.assertLess(now, deadline)
            self.assertLessEqual(deadline - now, 10 * 60 * 1000)

    def test_wishes_change_and_what_the_form_cannot_say_stays(self):
        resource = self.world.make_resource('slots')
        joined = self.world.join(resource, wants={
            'service': 'Colour', 'place': 'North', 'min_notice': '90m',
            'latest': later(days=40), 'max_price': {'amount': 6000, 'currency': 'EUR'}})
        path = '/e/' + joined['token']
        before = self.world.entry(joined)
        page = self.text_of(path)
        self.assertIn('value="Colour"', page)
        self.assertIn(f'value="{before["email"]}"', page)
        shown = dict(re.findall(r'name="(\w+)"[^>]* value="([^"]*)"', page))
        shown.update({'action': 'change', 'service': 'Cut', 'sat_morning': 'yes'})
        shown = {name: value for name, value in shown.items()
                 if not (name[3:4] == '_' and name != 'sat_morning')}
        shown.pop('instant_yes', None)
        self.assertIn('Your preferences are saved.', self.press(path, **shown))
        after = self.world.entry(joined)
        self.assertEqual(after['wants'], {**before['wants'], 'service': 'Cut',
                                          'weekly': [{'days': ['sat'], 'from': '05:00',
                                                      'to': '12:00'}]})
        self.assertEqual((after['email'], after['name'], after['position']),
                         (before['email'], before['name'], before['position']))
        bad = self.press(path + '?lang=de', expect=422, **{**shown, 'email': 'no address'})
        self.assertIn('Das sieht nicht wie eine E-Mail-Adresse aus.', bad)
        self.assertIn('value="no address"', bad)
        self.assertEqual(self.world.entry(joined)['email'], before['email'])

    def test_leaving_is_asked_about_and_takes_one_request(self):
        joined = self.world.join(self.world.make_resource())
        self.assertIn('<details class="leave">', self.text_of('/e/' + joined['token']))
        page = self.press('/e/' + joined['token'], action='leave')
        self.assertIn('<h1>You&#39;ve left the list</h1>', page)
        self.assertIn('Join again', page)
        self.assertEqual(self.world.entry(joined)['state'], 'left')

    def test_the_script_is_told_where_the_news_are(self):
        joined = self.world.join(self.world.make_resource('seats', capacity=0))
        page = self.text_of('/e/' + joined['token'])
        path = re.search(r'data-live="([^"]+)"', page).group(1)
        token = re.search(r'data-token="([^"]+)"', page).group(1)
        connection = http.client.HTTPConnection(*self.server.address, timeout=TIMEOUT_SECONDS)
        self.addCleanup(connection.close)
        connection.request('GET', f'{path}/events?token={token}')
        stream = connection.getresponse()
        self.addCleanup(stream.close)
        self.assertEqual(stream.readline(), b'event: snapshot\n')
        answer = self.get(path, Authorization='Bearer ' + token)
        self.assertEqual(json.loads(answer.raw)['rank'], 1)


class DeadLinks(GuestCase):
    def test_each_end_of_an_offer_is_told_kindly(self):
        def decline(entry, offer):
            self.press(offer, action='decline')

        def expire(entry, offer):
            self.set_clock(self.world.offer(entry['offer'])['expires_at'])

        def withdraw(entry, offer):
            opening = entry['offer']['opening']['id']
            self.client.call('withdraw_opening', {'opening_id': opening}, expect=200)

        def take(entry, offer):
            opening = entry['offer']['opening']['id']
            self.client.call('book_opening', {'opening_id': opening}, body={}, expect=200)

        cases = ((decline, 'You declined this offer'), (withdraw, 'This offer was withdrawn'),
                 (take, 'Someone else has this spot now'), (expire, 'This offer has expired'))
        for end, title in cases:
            with self.subTest(title=title):
                _, entry, own, offer = self.offered()
                end(entry, offer)
                page = self.text_of(offer)
                self.assertIn(f'<h1>{title}</h1>', page)
                self.assertNotIn('<form', page)
                self.assertRegex(page, '(still in line, at number 1|no longer on)')
                self.assertRegex(page, r'<a class="button" href="/e/gt_')
                again = self.press(offer, action='claim')
                self.assertIn('class="notice"', again)
                self.assertNotEqual(self.world.entry(entry)['state'], 'accepted')

    def test_unknown_links_say_so_in_every_language(self):
        titles = {'en': 'This link doesn&#39;t work', 'de': 'Dieser Link funktioniert nicht',
                  'fr': 'Ce lien ne fonctionne pas', 'es': 'Este enlace no funciona'}
        for language, title in titles.items():
            for path in ('/o/gt_nonsense', '/e/x', '/s/x', '/u/x', '/r/res_ZZZZZ', '/e/x/y',
                         '/r'):
                with self.subTest(language=language, path=path):
                    self.assertIn(title, self.text_of(path, language, expect=404))


class Framing(GuestCase):
    def ancestors(self, path, form=None):
        answer = fetch(self.server.address, 'POST' if form else 'GET', path, form)
        return re.search(r'frame-ancestors ([^;]+)',
                         answer.headers['Content-Security-Policy']).group(1)

    def test_only_the_widgets_page_may_be_framed(self):
        resource, _, own, offer = self.offered()
        path = '/r/' + resource['id']
        for other in (path, own, offer, own + '?frame=1', offer + '?frame=1', path + '?frame=2',
                      '/', '/docs'):
            self.assertEqual(self.ancestors(other), "'none'", other)
        self.assertEqual(self.ancestors(path + '?frame=1'), "'self'")
        self.client.call('update_house', body={'widget_origins': ['https://salon.example']},
                         expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'widget_origins': []}, expect=200)
        self.assertEqual(self.ancestors(path + '?frame=1'), 'https://salon.example')

    def test_in_a_frame_the_own_page_opens_beside_it(self):
        resource = self.world.make_resource()
        answer = self.join_by_form(resource, '?frame=1', name='A', email='framed@mail.example.org',
                                   party_size='1')
        page = answer.raw.decode()
        self.assertEqual(answer.status, 200)
        self.assertRegex(page, r'target="_blank" rel="noopener" href="/e/gt_')

    def test_nothing_runs_that_is_not_ours(self):
        resource, _, own, offer = self.offered()
        for path in ('/r/' + resource['id'], own, offer):
            answer = self.get(path)
            policy = answer.headers['Content-Security-Policy']
            self.assertIn("default-src 'none'", policy)
            self.assertNotIn('unsafe', policy)
            page = answer.raw.decode()
            self.assertNotRegex(page, r'<style| style=| on\w+=')
            self.assertNotRegex(page, r'<script(?! defer src="/assets/guest-)')


class Hostile(GuestCase):
    def test_what_people_type_is_shown_as_text(self):
        resource = self.world.make_resource('slots', name=PAYLOAD)
        self.world.free_slot(resource, service=PAYLOAD[:90], staff=PAYLOAD[:90],
                             place=PAYLOAD[:90])
        answer = self.join_by_form(resource, name=PAYLOAD, email='hostile@mail.example.org',
                                   service=PAYLOAD[:90], staff=PAYLOAD[:90])
        self.assertEqual(answer.status, 303, answer)
        own = answer.headers['Location']
        wrong = self.join_by_form(resource, f'?ref={urllib.parse.quote(PAYLOAD)}', name=PAYLOAD,
                                  email=PAYLOAD, phone=PAYLOAD, party_size=PAYLOAD,
                                  earliest=PAYLOAD, latest=PAYLOAD, service=PAYLOAD, ref=PAYLOAD)
        self.assertEqual(wrong.status, 422)
        pages = [wrong.raw.decode(), self.text_of(own), self.text_of(self.offer_path(own)),
                 self.text_of('/r/' + resource['id'])]
        pages.append(self.text_of('/e/' + urllib.parse.quote(PAYLOAD), expect=404))
        for page in pages:
            self.assertIn('&lt;script&gt;', page)
            self.assertNotIn('<script>', page)
            self.assertNotIn('<img', page)


class Scanners(GuestCase):
    def test_ten_thousand_looks_change_nothing(self):
        resource, entry, own, offer = self.offered()
        short = '/s/' + self.client.quick(
            'POST', '/test/token',
            body={'id': entry['offer']['id'], 'purpose': 'short'}).raw.decode().split('"')[3]
        paths = [own, offer, short, own + '?lang=de', offer + '?utm_source=mail',
                 own + '/calendar.ics', '/r/' + resource['id']]
        failures = []

        def scan(number):
            connection = http.client.HTTPConnection(*self.server.address, timeout=TIMEOUT_SECONDS)
            for step in range(number, SCANS, SCANNING_CONNECTIONS):
                connection.request('HEAD' if step % 3 == 0 else 'GET', paths[step % len(paths)],
                                   headers={'User-Agent': 'LinkScanner/1.0'})
                answer = connection.getresponse()
                answer.read()
                if answer.status not in (200, 302, 404):
                    failures.append((paths[step % len(paths)], answer.status))
            connection.close()

        def scan_all():
            threads = [threading.Thread(target=scan, args=(number,))
                       for number in range(SCANNING_CONNECTIONS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        self.assert_changes_nothing(resource, scan_all)
        self.assertEqual(failures[:5], [])
        self.assertEqual(self.world.entry(entry)['state'], 'offered')
        self.assertEqual(self.world.offer(entry['offer'])['state'], 'live')


class Weight(GuestCase):
    def test_a_page_with_all_it_needs_is_under_thirty_kilobytes(self):
        resource, _, own, offer = self.offered()
        for path in (own, offer, '/r/' + resource['id']):
            answer = self.get(path, **{'Accept-Encoding': 'gzip'})
            page = gzip.decompress(answer.raw).decode()
            needed = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
            self.assertTrue(needed)
            weight = len(answer.raw) + sum(
                len(self.get(one, **{'Accept-Encoding': 'gzip'}).raw) for one in needed)
            self.assertLess(weight, 30_000, path)


if __name__ == '__main__':
    unittest.main()
