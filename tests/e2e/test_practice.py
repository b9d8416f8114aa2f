"""A practice list: everything works on it, and nothing of it is left in lists, figures or names."""
import unittest

from harness.case import ServerCase
from harness.pages import PagesOf
from harness.smtp import MailCase
from harness.staff import ORIGIN
from harness.waiting import wait_for
from harness.world import later


class Trying(PagesOf):
    """What the end of the set-up does."""

    def try_it(self):
        practice = self.client.call('create_resource', expect=201, body={
            'name': 'Saturday colour', 'kind': 'slots', 'practice': True,
            'rules': {'quiet_hours': None, 'claim_window': '10m'}}).body
        self.assertTrue(practice['practice'])
        guest = self.client.call('join', {'resource_id': practice['id']}, expect=201,
                                 body={'walk_in': True, 'name': 'Noor Practising'}).body
        self.client.call('add_opening', {'resource_id': practice['id']}, expect=201, body={
            'starts_at': later(hours=2), 'duration': '1h', 'reason': 'cancellation'})
        return practice, guest

    def claim(self, guest):
        page = self.page('/e/' + guest['token'])
        self.assertIn('There&#39;s a spot for you', page)
        offer = self.world.entry(guest)['offer']['id']
        self.client.call('accept_offer', {'offer_id': offer}, expect=200)
        self.assertEqual(self.world.entry(guest)['state'], 'accepted')

    def put_away(self, practice, guest):
        self.client.call('erase_entry', {'entry_id': guest['id']}, expect=200)
        for step in ('close_resource', 'archive_resource'):
            self.client.call(step, {'resource_id': practice['id']}, expect=200)


class Practice(ServerCase, Trying):
    def test_nothing_of_it_is_left(self):
        real = self.world.make_resource('slots')
        figures = self.client.call('get_account_stats', expect=200).body
        practice, guest = self.try_it()
        self.claim(guest)
        for caller in (self.client, self.as_public()):
            listed = {one['id'] for one in caller.items('list_resources')}
            self.assertIn(real['id'], listed)
            self.assertNotIn(practice['id'], listed)
        self.assertEqual(self.client.call('get_account_stats', expect=200).body, figures)
        self.put_away(practice, guest)
        self.assertEqual(self.client.call('get_account_stats', expect=200).body, figures)
        found = self.client.call('search_people', body={'text': 'Practising'}, expect=200)
        self.assertEqual(found['entries'], [])
        # Its own history still says what happened, without the name.
        self.assertNotIn('Practising', str(self.world.audit(practice)))

    def test_a_real_list_never_becomes_one_nor_the_other_way_round(self):
        real = self.world.make_resource()
        for value in (True, False):
            refused = self.client.call('update_resource', {'resource_id': real['id']},
                                       body={'practice': value}, expect=422)
            self.assertEqual(refused.bad_fields, ['practice'])
        refused = self.client.call('create_resource', expect=422, body={
            'name': 'x', 'kind': 'slots', 'practice': 'yes'})
        self.assertEqual(refused.bad_fields, ['practice'])
        practice, _ = self.try_it()
        copy = self.client.call('duplicate_resource', {'resource_id': practice['id']}, expect=201)
        self.assertFalse(copy['practice'])

    def test_only_links_of_ours_are_drawn(self):
        drawn = self.client.call('draw_qr', body={'url': ORIGIN + '/e/gt_x'}, expect=200)
        self.assertTrue(drawn['qr_svg'].startswith('<svg'))
        for url in ('https://evil.example/', ORIGIN + '.evil.example/x', ORIGIN, '', 7, None):
            with self.subTest(url=url):
                refused = self.client.call('draw_qr', body={'url': url}, expect=422)
                self.assertEqual(refused.bad_fields, ['url'])


class WithMail(MailCase, Trying):
    def test_a_guest_without_an_address_is_offered_the_place_on_their_page(self):
        practice, guest = self.try_it()
        wait_for(lambda: self.client.call('get_entry', {'entry_id': guest['id']}, expect=200)
                 ['offer']['unreached'], 'that nobody can write to them')
        self.claim(guest)
        self.put_away(practice, guest)


if __name__ == '__main__':
    unittest.main()
