"""A server that sends no messages: nobody is told of an offer until their own page shows it or
staff say that they told them."""
from harness.case import ServerCase
from harness.pages import PagesOf
from harness.waiting import wait_for
from harness.world import later


class NobodyTells(PagesOf, ServerCase):
    flags = ('--join-rate', '0', '--told-elsewhere', 'no')

    def offered(self, resource, guest):
        """The offer, once it is known that nobody can carry it to the guest."""
        self.world.free_slot(resource, starts_at=later(hours=30))
        return wait_for(lambda: (found := self.world.entry(guest)['offer']) and
                        found['unreached'] and found)

    def salon(self, **rules):
        return self.world.make_resource('slots', rules={
            'quiet_hours': None, 'claim_window': '10m', **rules})

    def caller(self, resource, name='Mia', phone='+4915123456789'):
        return self.client.call('join', {'resource_id': resource['id']}, expect=201, body={
            'walk_in': True, 'name': name, 'phone': phone})

    def needs(self, resource):
        board = self.client.call('get_board', {'resource_id': resource['id']}, expect=200)
        return board['needs_hand']

    def test_staff_find_whom_to_call_and_no_clock_runs(self):
        resource = self.salon()
        mia = self.caller(resource)
        offer = self.offered(resource, mia)
        self.assertEqual((offer['unreached'], offer['sent_at']), ('no_channel', None))
        [card] = self.needs(resource)
        self.assertEqual((card['kind'], card['name'], card['phone']),
                         ('not_reachable', 'Mia', '+4915123456789'))
        self.assertEqual([event['type'] for event in self.world.audit(resource)
                          if event['type'] == 'offer_sent'], [])
        self.client.call('report_sent', {'offer_id': offer['id']}, body={}, expect=200)
        told = self.world.entry(mia)['offer']
        self.assertIsNotNone(told['sent_at'])
        self.assertIsNone(told['unreached'])
        self.assertEqual(self.needs(resource), [])

    def test_whoever_does_not_hear_of_it_misses_nothing(self):
        resource = self.salon(patience='1s')
        mia = self.caller(resource)
        ben = self.caller(resource, 'Ben', '+4915123456780')
        self.world.free_slot(resource, starts_at=later(hours=30))
        wait_for(lambda: self.world.entry(ben)['state'] == 'offered')
        kept = self.world.entry(mia)
        self.assertEqual((kept['state'], kept['rank'], kept['misses']), ('waiting', 1, 0))

    def test_the_own_page_tells_them(self):
        resource = self.salon()
        mia = self.caller(resource)
        offer = self.offered(resource, mia)
        self.assertIn('There&#39;s a spot for you', self.page('/e/' + mia['token']))
        self.as_guest(mia['token']).call('see_offer', {'offer_id': offer['id']}, expect=200)
        told = self.world.entry(mia)['offer']
        self.assertIsNotNone(told['sent_at'])
        self.assertIsNone(told['unreached'])
