"""A thousand mails in a minute delay nobody's offer: they wait for threads of their own, and
whoever joins or frees a slot meanwhile does not notice."""
import threading
import time
import unittest

from harness.waiting import wait_for
from harness.world import new_person
from test_mail_intake import MailCase, mail

MAILS = 1000
MINUTE_SECONDS = 60
OFFER_SECONDS_MAX = 1.0
SECONDS_MEASURED = 10


class Rush(MailCase):
    def offer_seconds(self):
        """From a slot that is freed until somebody has an offer."""
        salon = self.world.make_resource('slots')
        entry = self.world.join(salon, new_person())
        began = time.monotonic()
        self.world.free_slot(salon)
        wait_for(lambda: self.world.entry(entry)['offer'], 'an offer')
        return time.monotonic() - began

    def joins_per_second(self):
        line = self.world.make_resource('seats', capacity=0)
        count, until = 0, time.monotonic() + SECONDS_MEASURED
        while time.monotonic() < until:
            self.client.quick('POST', f'/v1/resources/{line["id"]}/waitlist:join',
                              body=new_person())
            count += 1
        return count / SECONDS_MEASURED

    def test_a_thousand_mails_delay_no_offer(self):
        quiet = self.joins_per_second()
        mails = [mail(f'Table for {index % 5 + 1} on Friday at 7 pm.', f'g{index}@example.com')
                 for index in range(MAILS)]
        done = threading.Event()

        def hand_in():
            client = self.client.with_credential(self.server.api_key)
            for index, data in enumerate(mails):
                due = began + index * MINUTE_SECONDS / MAILS
                done.wait(max(0, due - time.monotonic()))
                client.call('hand_in_mail', body=data, expect=202,
                            query={'resource_id': self.resource['id']},
                            headers={'Content-Type': 'message/rfc822'})
            client.close()
            done.set()

        began = time.monotonic()
        threading.Thread(target=hand_in, daemon=True).start()
        busy = self.joins_per_second()
        offers = [self.offer_seconds() for _ in range(10)]
        self.assertTrue(done.wait(2 * MINUTE_SECONDS), 'all mails are taken')
        taken = time.monotonic() - began
        wait_for(lambda: len(self.cards()) >= MAILS, 'a card for each', seconds=240,
                 pause_seconds=2)
        read = time.monotonic() - began
        print(f'{MAILS} mails taken in {taken:.0f} s, read in {read:.0f} s; joins {quiet:.0f}/s '
              f'before, {busy:.0f}/s meanwhile ({busy / quiet:.2f}); offers within '
              f'{max(offers) * 1000:.0f} ms', flush=True)
        self.assertLess(max(offers), OFFER_SECONDS_MAX)


if __name__ == '__main__':
    unittest.main()
