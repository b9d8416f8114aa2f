"""A yes that comes after the window: over the API, on the page of the dead link, and by whoever has
no business with it."""
import json
import re
import unittest

from harness.case import ServerCase
from harness.pages import PagesOf, fetch
from harness.world import later


class LateYes(ServerCase, PagesOf):
    flags = ('--join-rate', '0', '--manual-clock')

    def set_clock(self, to):
        answer = self.client.quick('POST', '/test/clock', body={'to': to})
        self.assertEqual(answer.status, 200, answer)

    def expired(self, others=1, **rules):
        """A slot that was offered to the first and, unless there are no others, to the second."""
        rules = {'claim_window': '10m', 'late_yes': True, **rules}
        resource = self.world.make_resource('slots', rules=rules)
        first = self.world.join(resource)
        rest = [self.world.join(resource) for _ in range(others)]
        opening = self.world.free_slot(resource)
        offer = self.world.entry(first)['offer']
        self.set_clock(offer['expires_at'])
        self.assertEqual(self.world.offer(offer)['state'], 'expired')
        return resource, first, rest, offer, opening

    def say(self, credential, offer, expect=200, **options):
        return self.as_guest(credential).call('late_yes', {'offer_id': offer['id']}, expect=expect,
                                              **options)

    @staticmethod
    def link(offer):
        return offer['claim_url'].rsplit('/', 1)[1]

    def test_a_yes_is_kept_and_gets_the_place_before_anyone_new(self):
        resource, ada, [ben, cem], offer, _ = self.expired(others=2)
        said = self.say(ada['token'], offer)
        self.assertEqual((said['state'], said['late_yes'], said['standing_yes']),
                         ('expired', True, True))
        self.assertTrue(self.world.entry(ada)['standing_yes'])
        self.assertEqual(self.world.entry(ben)['state'], 'offered')
        theirs = self.world.entry(ben)['offer']
        self.client.call('decline_offer', {'offer_id': theirs['id']}, expect=200)
        self.assertEqual(self.world.entry(ada)['state'], 'accepted')
        self.assertEqual(self.world.entry(cem)['state'], 'waiting')
        types = [(one['type'], one['reason']) for one in self.world.audit(resource)
                 if one['type'] != 'offer_sent']
        self.assertIn(('offer_made', 'late_yes'), types)
        self.assertEqual([type for type, _ in types].count('standing_yes'), 1)

    def test_it_survives_a_restart(self):
        _, ada, [ben], offer, _ = self.expired()
        self.say(self.link(offer), offer)
        self.server.restart()
        self.connect()
        self.assertTrue(self.world.entry(ada)['standing_yes'])
        theirs = self.world.entry(ben)['offer']
        self.client.call('decline_offer', {'offer_id': theirs['id']}, expect=200)
        self.assertEqual(self.world.entry(ada)['state'], 'accepted')

    def test_saying_it_twice_is_saying_it_once(self):
        resource, ada, _, offer, _ = self.expired()
        first = self.say(ada['token'], offer, key='once')
        again = self.say(ada['token'], offer, key='once')
        self.assertEqual(again.headers['Idempotent-Replayed'], 'true')
        self.assertEqual(again.body, first.body)
        self.assert_changes_nothing(resource, lambda: self.say(ada['token'], offer))
        self.say(ada['token'], offer, body={'wanted': False})
        self.assert_changes_nothing(
            resource, lambda: self.say(ada['token'], offer, body={'wanted': False}))
        self.assertFalse(self.world.offer(offer)['standing_yes'])

    def test_the_last_one_asked_has_it_at_once(self):
        _, ada, _, offer, _ = self.expired(others=0)
        said = self.say(ada['token'], offer)
        self.assertEqual((said['late_yes'], said['standing_yes']), (False, False))
        self.assertEqual(self.world.entry(ada)['state'], 'accepted')

    def test_where_something_is_paid_it_becomes_an_offer(self):
        price = {'amount': 900, 'currency': 'EUR'}
        _, ada, _, offer, _ = self.expired(others=0, payment=price)
        self.say(ada['token'], offer)
        entry = self.world.entry(ada)
        self.assertEqual(entry['state'], 'offered')
        self.assertNotEqual(entry['offer']['id'], offer['id'])
        self.assertIn('new offer', self.page('/o/' + self.link(offer)))

    def test_each_wrong_state_has_its_problem(self):
        def expect(code, status, offer, token, resource):
            said = self.assert_changes_nothing(resource,
                                               lambda: self.say(token, offer, expect=status))
            self.assertEqual(said.problem, code)

        resource, entry, token = self.world.offered_slot(late_yes=True)
        expect('offer-live', 409, entry['offer'], token, resource)
        self.as_guest(token).call('accept_offer', {'offer_id': entry['offer']['id']}, expect=200)
        expect('already-claimed', 409, entry['offer'], token, resource)
        resource, entry, token = self.world.offered_slot(late_yes=True)
        self.as_guest(token).call('decline_offer', {'offer_id': entry['offer']['id']}, expect=200)
        expect('offer-declined', 410, entry['offer'], token, resource)
        resource, ada, _, offer, opening = self.expired()
        self.client.call('withdraw_opening', {'opening_id': opening['id']}, expect=200)
        expect('opening-ended', 410, offer, ada['token'], resource)
        resource, ada, [ben], offer, _ = self.expired()
        self.client.call('accept_offer', {'offer_id': self.world.entry(ben)['offer']['id']},
                         expect=200)
        expect('opening-taken', 409, offer, ada['token'], resource)
        resource, ada, _, offer, _ = self.expired()
        self.client.call('leave', {'entry_id': ada['id']}, expect=200)
        expect('entry-ended', 410, offer, ada['token'], resource)
        resource, ada, _, offer, _ = self.expired(late_yes=False, claim_window='10m')
        expect('late-yes-off', 409, offer, ada['token'], resource)
        resource, ada, _, offer, _ = self.expired()
        self.client.call('close_resource', {'resource_id': resource['id']}, expect=200)
        self.assertEqual(self.say(ada['token'], offer, expect=410).problem, 'entry-ended')

    def test_bad_bodies_name_the_field_and_change_nothing(self):
        resource, ada, _, offer, _ = self.expired()
        path = f'/v1/offers/{offer["id"]}:late_yes'
        for body, field in (({'want': True}, 'want'), ({'wanted': 'yes'}, 'wanted'),
                            ({'wanted': 1}, 'wanted')):
            answer = self.assert_changes_nothing(
                resource, lambda: fetch(self.server.address, 'POST', path, raw=json.dumps(body),
                                        headers={'Content-Type': 'application/json',
                                                 'Authorization': f'Bearer {ada["token"]}'}))
            self.assertEqual(answer.status, 422, answer)
            self.assertEqual([one['field'] for one in json.loads(answer.raw)['errors']], [field])

    def test_strangers_say_nothing_and_learn_nothing(self):
        resource, ada, [ben], offer, _ = self.expired()
        self.assert_changes_nothing(resource, lambda: self.say(ben['token'], offer, expect=404))
        self.assert_changes_nothing(resource, lambda: self.say(None, offer, expect=401))
        self.assert_changes_nothing(
            resource, lambda: self.say(self.make_key('read-only'), offer, expect=403))
        old = self.link(offer)
        self.client.call('revoke_links', {'entry_id': ada['id']}, expect=200)
        self.assert_changes_nothing(resource, lambda: self.say(old, offer, expect=401))
        self.assert_changes_nothing(resource, lambda: self.say(ada['token'], offer, expect=401))
        self.page('/o/' + old, expect=404)
        self.assert_changes_nothing(
            resource, lambda: self.press('/o/' + old, expect=404, action='late_yes'))

    def test_the_page_of_a_dead_link_asks_keeps_and_takes_back(self):
        resource, ada, [ben], offer, _ = self.expired()
        path = '/o/' + self.link(offer)
        before = self.looks()
        page = self.assert_changes_nothing(resource, lambda: self.page(path))
        self.assertIn('Take it if it comes free?', page)
        self.assertEqual(self.looks(), before + 1)
        self.assertIn('noted your yes', self.press(path, action='late_yes'))
        self.assertIn('noted your yes', self.press(path, action='late_yes'))
        own = self.page('/e/' + ada['token'])
        self.assertIn('If it comes free', own)
        [named] = re.findall(r'name="offer" value="(off_\w+)"', own)
        self.assertEqual(named, offer['id'])
        self.assertIn('taken your yes back',
                      self.press('/e/' + ada['token'], action='take_back', offer=named))
        self.assertFalse(self.world.offer(offer)['standing_yes'])
        self.client.call('accept_offer', {'offer_id': self.world.entry(ben)['offer']['id']},
                         expect=200)
        late = self.press(path, action='late_yes')
        self.assertIn('someone else has', late.lower())
        self.assertNotIn('value="late_yes"', late)

    def test_looks_at_dead_links_are_figures_that_stay(self):
        resource, _, _, offer, _ = self.expired()
        at = {'resource_id': resource['id']}
        self.page('/o/' + self.link(offer))
        self.page('/o/' + self.link(offer))
        self.server.restart()
        self.connect()

        def looks(**query):
            told = self.client.call('get_stats', at, query=query, expect=200)['late_looks']
            return {one['within']: one['looks'] for one in told}
        self.assertEqual(looks(), {'10m': 2, '30m': 0, '1h': 0, '3h': 0, '12h': 0, '1d': 0,
                                   'later': 0})
        self.page('/o/' + self.link(offer))
        self.set_clock(offer['expires_at'])
        self.assertEqual(looks()['10m'], 3, 'added to what was there')
        self.assertEqual(looks(**{'from': '2020-01-01', 'to': '2020-02-01'})['10m'], 0)
        table = self.client.call('export_stats', at, query={'table': 'figures'}, expect=200)
        self.assertIn('late_looks,10m,3', table.raw.decode())

    def looks(self):
        metrics = fetch(self.server.address, 'GET', '/metrics', headers={
            'Authorization': f'Bearer {self.client.credential}'}).raw.decode()
        return sum(float(number) for number in
                   re.findall(r'^standby_late_looks_total\{[^}]*\} (\S+)$', metrics, re.M))

    def test_a_paused_list_keeps_it_until_it_goes_on(self):
        resource, ada, [ben], offer, _ = self.expired()
        self.client.call('pause_resource', {'resource_id': resource['id']}, expect=200)
        theirs = self.world.entry(ben)['offer']
        self.client.call('decline_offer', {'offer_id': theirs['id']}, expect=200)
        self.assertIn('paused right now', self.page('/o/' + self.link(offer)))
        self.say(ada['token'], offer)
        self.assertEqual(self.world.entry(ada)['state'], 'waiting')
        self.client.call('resume_resource', {'resource_id': resource['id']}, expect=200)
        self.assertEqual(self.world.entry(ada)['state'], 'accepted')

    def test_staff_may_promote_somebody_else_meanwhile(self):
        resource, ada, [ben], offer, opening = self.expired()
        self.say(ada['token'], offer)
        cem = self.world.join(resource)
        self.client.call('pause_resource', {'resource_id': resource['id']}, expect=200)
        self.client.call('decline_offer', {'offer_id': self.world.entry(ben)['offer']['id']},
                         expect=200)
        self.client.call('promote_entry', {'entry_id': cem['id']},
                         body={'opening_id': opening['id'], 'reason': 'first aid'}, expect=200)
        self.client.call('resume_resource', {'resource_id': resource['id']}, expect=200)
        self.assertEqual(self.world.entry(cem)['state'], 'offered')
        self.client.call('accept_offer', {'offer_id': self.world.entry(cem)['offer']['id']},
                         expect=200)
        self.assertFalse(self.world.entry(ada)['standing_yes'])
        self.assertIn('someone else has the spot', self.page('/o/' + self.link(offer)))

    def test_two_late_yeses_of_one_guest_end_with_the_first_place(self):
        rules = {'claim_window': '10m', 'late_yes': True, 'after_miss': 'keep', 'max_misses': 0}
        resource = self.world.make_resource('slots', rules=rules)
        ada, ben, _ = (self.world.join(resource) for _ in range(3))
        offers = []
        for days in (3, 4):
            self.world.free_slot(resource, starts_at=later(days=days))
            offers.append(self.world.entry(ada)['offer'])
            self.set_clock(offers[-1]['expires_at'])
            self.say(ada['token'], offers[-1])
            if len(offers) == 1:  # the first one stays with Ben meanwhile
                self.client.call('extend_offer', {'offer_id': self.world.entry(ben)['offer']['id']},
                                 body={'until': later(days=2)}, expect=200)
        self.assertEqual(self.page('/e/' + ada['token']).count('value="take_back"'), 2)
        theirs = self.world.entry(ben)['offer']
        self.client.call('decline_offer', {'offer_id': theirs['id']}, expect=200)
        self.assertEqual(self.world.entry(ada)['state'], 'accepted')
        self.assertFalse(self.world.entry(ada)['standing_yes'])


if __name__ == '__main__':
    unittest.main()
