"""What happens through time alone, on a clock that the test sets: offers expire and roll on, late
answers are told so, and a restart catches up."""
import json
import unittest

from harness.case import ServerCase


class Expiry(ServerCase):
    flags = ('--join-rate', '0', '--manual-clock')

    def set_clock(self, to):
        """Returns when all that was due until then is done."""
        answer = self.client.quick('POST', '/test/clock', body={'to': to})
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(json.loads(answer.raw)['now'], to)

    def offered_with_another_behind(self, **rules):
        resource, first, token = self.world.offered_slot(**rules)
        return resource, first, token, self.world.join(resource)

    def test_an_offer_runs_out_and_rolls_on(self):
        resource, first, token, second = self.offered_with_another_behind(after_miss='back')
        offer = self.world.offer(first['offer'])
        self.set_clock(offer['expires_at'])
        late = self.assert_changes_nothing(
            resource, lambda: self.as_guest(token).call('accept_offer', {'offer_id': offer['id']},
                                                        expect=410))
        self.assertEqual(late.problem, 'offer-expired')
        self.assertEqual(self.world.offer(offer)['state'], 'expired')
        self.assertEqual(self.world.entry(second)['state'], 'offered')
        missed = self.world.entry(first)
        self.assertEqual((missed['state'], missed['misses'], missed['rank']), ('waiting', 1, 1))

    def test_an_extended_offer_holds_longer(self):
        _, first, token, second = self.offered_with_another_behind(claim_window='10m')
        offer = self.world.offer(first['offer'])
        until = first['offer']['opening']['starts_at']
        self.client.call('extend_offer', {'offer_id': offer['id']}, body={'until': until},
                         expect=200)
        self.set_clock(offer['expires_at'])
        self.assertEqual(self.world.entry(second)['state'], 'waiting')
        self.as_guest(token).call('accept_offer', {'offer_id': offer['id']}, expect=200)

    def test_the_stream_tells_what_time_did(self):
        resource, first, token, second = self.offered_with_another_behind()
        stream = self.client.stream('stream_entry', {'entry_id': second['id']},
                                    credential=second['token'])
        self.addCleanup(stream.close)
        self.assertEqual(stream.next().data['state'], 'waiting')
        self.set_clock(self.world.offer(first['offer'])['expires_at'])
        stream.until(lambda event: event.data['state'] == 'offered')

    def test_the_audit_trail_says_why(self):
        resource, first, _, second = self.offered_with_another_behind()
        self.set_clock(self.world.offer(first['offer'])['expires_at'])
        events = [(item['type'], item['reason'], item['actor'])
                  for item in self.world.audit(resource) if item['type'] != 'offer_sent'][-2:]
        self.assertEqual(events, [('offer_ended', 'window_ended', 'system'),
                                  ('offer_made', 'previous_expired', 'system')])
        explained = self.client.call('explain_entry', {'entry_id': second['id']}).body
        self.assertTrue(explained['decisions'])


if __name__ == '__main__':
    unittest.main()
