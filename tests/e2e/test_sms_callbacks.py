"""What comes back about texts: reports of the provider, and what guests write. All of it is signed
by Twilio's own library here; what is forged, repeated, late or out of order changes nothing."""
import unittest

from harness.case import CONTRACT
from harness.client import Client
from harness.pages import fetch
from harness.twilio import INBOUND, Slow, SmsCase, message_of, new_number, said
from harness.waiting import wait_for
from harness.world import World, new_person


class Reports(SmsCase):
    def test_a_delivery_is_recorded(self):
        _, _, person = self.offered()
        text = self.text(person, 'offer')
        self.settled_text(text)
        for status in ('queued', 'sending', 'sent', 'delivered'):
            self.assertEqual(self.twilio.report(self.server, text, status).status, 204)
        message = self.message(message_of(text))
        [delivery] = message['deliveries']
        self.assertEqual(delivery['state'], 'delivered')
        self.assertIsNotNone(delivery['delivered_at'])
        self.assertEqual(message['first_delivered_by'], 'sms')

    def test_a_report_may_come_before_the_answer_is_written_down(self):
        person = self.guest()
        self.twilio.order(person['phone'], Slow(1))
        self.world.join(self.world.make_resource(), person)
        text = wait_for(lambda: self.twilio.texts_to(person['phone']))[0]
        self.assertEqual(self.twilio.report(self.server, text, 'delivered').status, 204)
        wait_for(lambda: self.message(message_of(text))['first_delivered_by'] == 'sms')

    def test_what_did_not_arrive_goes_by_mail_at_once(self):
        resource, entry, person = self.offered()
        text = self.text(person, 'offer')
        self.settled_text(text)
        offer = self.world.entry(entry)['offer']
        answer = self.twilio.report(self.server, text, 'undelivered', ErrorCode='30003')
        self.assertEqual(answer.status, 204)
        mail = self.mail(person, 'offer')
        self.assertEqual(mail.id, message_of(text))
        message = wait_for(lambda: (one := self.message(mail.id))['state'] == 'done' and one)
        self.assertEqual({one['channel']: one['state'] for one in message['deliveries']},
                         {'sms': 'failed', 'mail': 'sent'})
        self.assertEqual(self.ended_reasons(resource), [])
        self.assertEqual(self.world.offer(offer)['state'], 'live')

    def test_what_did_not_arrive_and_has_no_other_way_rolls_on(self):
        other = self.guest()
        resource, _, person = self.offered(self.guest(email=None), others=[other],
                                           rules={'patience': '1s'})
        text = self.text(person, 'offer')
        self.settled_text(text)
        self.twilio.report(self.server, text, 'failed', ErrorCode='30005')
        self.text(other, 'offer')
        self.assertEqual(self.ended_reasons(resource), ['not_reachable'])
        message = wait_for(lambda: (one := self.message(message_of(text)))['state'] == 'dead'
                           and one)
        self.assertEqual(message['deliveries'][0]['note'], 'error 30005')

    def test_a_report_of_a_stop_closes_the_number(self):
        other = self.guest()
        resource, _, person = self.offered(self.guest(email=None), others=[other],
                                           rules={'patience': '1s'})
        text = self.text(person, 'offer')
        self.settled_text(text)
        self.twilio.report(self.server, text, 'undelivered', ErrorCode='21610')
        self.text(other, 'offer')
        self.assertEqual(self.ended_reasons(resource), ['not_reachable'])
        again = self.world.make_resource()
        entry = self.world.join(again, person)
        self.assertEqual(self.settled(again, 'waitlisted', entry)['note'], 'opted out')

    def test_repeated_and_late_reports_change_nothing(self):
        _, entry, person = self.offered()
        text = self.text(person, 'offer')
        self.settled_text(text)
        self.twilio.report(self.server, text, 'delivered')
        once = self.message(message_of(text))
        ignored = self.callbacks('ignored')
        for status in ('delivered', 'sent', 'queued', 'delivered'):
            self.assertEqual(self.twilio.report(self.server, text, status).status, 204)
        self.assertEqual(self.callbacks('ignored'), ignored + 4)
        self.assertEqual(self.message(message_of(text)), once)
        self.assertEqual(self.world.entry(entry)['state'], 'offered')

    def test_a_delivery_after_a_failure_changes_nothing(self):
        _, _, person = self.offered()
        text = self.text(person, 'offer')
        self.settled_text(text)
        self.twilio.report(self.server, text, 'undelivered', ErrorCode='30003')
        self.mail(person, 'offer')
        wait_for(lambda: self.message(message_of(text))['state'] == 'done')
        once = self.message(message_of(text))
        self.twilio.report(self.server, text, 'delivered')
        self.twilio.report(self.server, text, 'undelivered', ErrorCode='30003')
        self.assertEqual(self.message(message_of(text)), once)
        self.assertEqual(len([mail for mail in self.smtp.mails_to(person['email'])
                              if mail.id == message_of(text)]), 1)

    def test_reports_about_other_texts_change_nothing(self):
        _, _, person = self.offered()
        text = self.text(person, 'offer')
        once = self.settled_text(text)
        ignored = self.callbacks('ignored')
        fields = {**self.twilio.status_fields(text, 'undelivered'), 'MessageSid': 'SM' + 'f' * 32}
        self.assertEqual(self.twilio.post(self.server, text.callback, fields).status, 204)
        url = 'http://standby.test/v1/callbacks/twilio/status?m=msg_ZZZZZZ'
        fields = self.twilio.status_fields(text, 'delivered')
        self.assertEqual(self.twilio.post(self.server, url, fields).status, 204)
        self.assertGreaterEqual(self.callbacks('ignored'), ignored + 2)
        for query in ('', '?m=', '?m=nonsense', '?m=ent_1'):
            url = 'http://standby.test/v1/callbacks/twilio/status' + query
            self.assertEqual(self.twilio.post(self.server, url, fields).status, 400, query)
        self.assertEqual(self.message(message_of(text)), once)

    def test_forged_reports_are_refused_and_counted(self):
        _, entry, person = self.offered()
        text = self.text(person, 'offer')
        once = self.settled_text(text)
        refused = self.callbacks('refused')
        fields = self.twilio.status_fields(text, 'undelivered', ErrorCode='21610')
        good = self.twilio.sign(text.callback, fields)
        forged = [(text.callback, fields, ''),
                  (text.callback, fields, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
                  (text.callback, fields, good[:-2] + ('E=' if good[-2] == 'A' else 'A=')),
                  (text.callback, {**fields, 'ErrorCode': '30003'}, good),
                  (text.callback, {**fields, 'More': ''}, good),
                  (text.callback + '&x=1', fields, good),
                  (text.callback.replace('m=msg', 'm=MSG'), fields, good),
                  (INBOUND, fields, good)]
        for url, sent, signature in forged:
            with self.subTest(url=url, signature=signature):
                answer = self.twilio.post(self.server, url, sent, signature)
                self.assertEqual(answer.status, 403, answer)
        self.assertEqual(self.callbacks('refused'), refused + len(forged))
        self.assertIn('callback_refused', self.server.log())
        self.assertEqual(self.message(message_of(text)), once)
        self.assertEqual(self.world.entry(entry)['state'], 'offered')

    def test_what_is_no_form_is_refused(self):
        for raw in (b'a=%zz', b'\xff\xfe=1%', b'&'.join(b'a%d=1' % n for n in range(200))):
            answer = fetch(self.server.address, 'POST', '/v1/callbacks/twilio/status', raw=raw,
                           headers={'Content-Type': 'application/x-www-form-urlencoded'})
            self.assertIn(answer.status, (400, 403), answer)
        answer = fetch(self.server.address, 'POST', '/v1/callbacks/twilio/inbound',
                       raw=b'Body=' + b'x' * 100_000,
                       headers={'Content-Type': 'application/x-www-form-urlencoded'})
        self.assertEqual(answer.status, 413)


class Answers(SmsCase):
    """What guests write back."""

    def say(self, person, body, **more):
        answer = self.twilio.say(self.server, person['phone'], body, **more)
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(answer.headers.get_content_type(), 'text/xml')
        return said(answer)

    def asked(self, **fields):
        resource, entry, person = self.offered(self.guest(**fields))
        self.settled_text(self.text(person, 'offer'))
        return resource, entry, person

    def test_one_takes_the_place(self):
        for body in ('1', ' 1.\n', '１', '1️⃣'):
            with self.subTest(body=body):
                _, entry, person = self.asked()
                [reply] = self.say(person, body)
                self.assertIn("You're booked!", reply)
                self.assertEqual(self.world.entry(entry)['state'], 'accepted')

    def test_nine_declines(self):
        _, entry, person = self.asked()
        offer = self.world.entry(entry)['offer']
        [reply] = self.say(person, '9')
        self.assertIn('Thanks for letting us know', reply)
        self.assertEqual(self.world.offer(offer)['state'], 'declined')
        self.assertEqual(self.world.entry(entry)['state'], 'waiting')

    def test_who_answers_too_late_is_told_so(self):
        resource, entry, person = self.asked()
        offer = self.world.entry(entry)['offer']
        self.client.call('decline_offer', {'offer_id': offer['id']}, expect=200)
        [reply] = self.assert_changes_nothing(resource, lambda: self.say(person, '1'))
        self.assertIn('this offer has expired', reply)

    def test_who_answers_twice_has_the_place_once(self):
        resource, entry, person = self.asked()
        fields = self.twilio.text_fields(person['phone'], '1')
        for _ in range(2):
            answer = self.twilio.post(self.server, INBOUND, fields)
            self.assertEqual(answer.status, 200)
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')
        self.assertEqual([item['type'] for item in self.world.audit(resource)].count(
            'offer_accepted'), 1)

    def test_a_text_that_is_sent_again_answers_no_later_offer(self):
        for body, again in (('9', 'waiting'), ('1', 'accepted')):
            resource, entry, person = self.asked()
            fields = self.twilio.text_fields(person['phone'], body)
            self.assertEqual(self.twilio.post(self.server, INBOUND, fields).status, 200)
            self.assertEqual(self.world.entry(entry)['state'], again)
            if body == '1':  # who has a place here waits for another one elsewhere
                resource = self.world.make_resource('slots')
                entry = self.world.join(resource, person)
            self.world.free_slot(resource)
            wait_for(lambda entry=entry: self.world.entry(entry)['state'] == 'offered')
            offer = self.world.entry(entry)['offer']['id']
            wait_for(lambda offer=offer: self.client.call(
                'get_offer', {'offer_id': offer}, expect=200)['sent_at'])
            ignored = self.callbacks('ignored')
            answer = self.assert_changes_nothing(
                resource, lambda fields=fields: self.twilio.post(self.server, INBOUND, fields))
            self.assertEqual((answer.status, said(answer)), (200, []))
            self.assertEqual(self.callbacks('ignored'), ignored + 1)
            self.assertEqual(self.world.entry(entry)['state'], 'offered')

    def test_a_recorded_start_does_not_undo_a_later_stop(self):
        person = self.guest(email=None)
        self.world.join(self.world.make_resource(), person)
        self.settled_text(self.text(person, 'waitlisted'))
        start = self.twilio.text_fields(person['phone'], 'START')
        self.assertEqual(self.twilio.post(self.server, INBOUND, start).status, 200)
        self.say(person, 'STOP')
        self.assertEqual(said(self.twilio.post(self.server, INBOUND, start)), [])
        other = self.world.make_resource()
        joined = self.world.join(other, person)
        self.assertEqual(self.settled(other, 'waitlisted', joined)['note'], 'opted out')

    def test_who_was_offered_nothing_is_told_so(self):
        person = self.guest()
        resource = self.world.make_resource()
        self.world.join(resource, person)
        self.settled_text(self.text(person, 'waitlisted'))
        [reply] = self.assert_changes_nothing(resource, lambda: self.say(person, '1'))
        self.assertIn("There's no open offer", reply)

    def test_strangers_get_an_answer_that_tells_nothing(self):
        stranger = {'phone': new_number()}
        for body in ('1', '9', 'hello?', '', 'x' * 3000, '\N{PILE OF POO}' * 70):
            with self.subTest(body=body[:20]):
                [reply] = self.say(stranger, body)
                self.assertNotIn('http', reply)

    def test_an_answer_is_read_in_the_guests_own_words(self):
        _, _, person = self.asked(locale='de')
        [reply] = self.say(person, 'HILFE')
        words = self.client.call('list_voice', query={'locale': 'de'}, expect=200)
        self.assertTrue(words['items'])
        self.assertNotIn('Waitlist messages', reply)

    def test_stop_stops_and_start_starts_again(self):
        person = self.guest(email=None)
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, person)
        self.settled_text(self.text(person, 'waitlisted'))
        [reply] = self.say(person, 'Stop')
        self.assertIn("won't get any more messages", reply)
        other = self.world.make_resource()
        joined = self.world.join(other, person)
        self.assertEqual(self.settled(other, 'waitlisted', joined)['note'], 'opted out')
        [reply] = self.say(person, 'START')
        self.assertIn('Welcome back', reply)
        self.world.free_slot(resource)
        self.text(person, 'offer')
        self.assertEqual(self.world.entry(entry)['state'], 'offered')
        [reply] = self.say(person, 'help')
        self.assertIn('Reply STOP', reply)

    def test_where_the_provider_has_answered_itself_nothing_is_said(self):
        person = self.guest()
        self.world.join(self.world.make_resource(), person)
        self.settled_text(self.text(person, 'waitlisted'))
        self.assertEqual(self.say(person, 'STOP', OptOutType='STOP'), [])
        again = self.world.make_resource()
        self.world.join(again, person)
        self.mail(person, 'waitlisted')  # the other way is still open

    def test_forged_texts_claim_nothing(self):
        resource, entry, person = self.asked()
        refused = self.callbacks('refused')
        fields = self.twilio.text_fields(person['phone'], '1')
        other = self.twilio.sign(INBOUND, {**fields, 'Body': '9'})
        for signature in ('', 'x', other):
            answer = self.assert_changes_nothing(
                resource, lambda signature=signature: self.twilio.post(self.server, INBOUND,
                                                                       fields, signature))
            self.assertEqual(answer.status, 403)
        self.assertEqual(self.callbacks('refused'), refused + 3)
        self.assertEqual(self.world.entry(entry)['state'], 'offered')

    def test_a_text_without_a_sender_is_refused(self):
        for missing in ('From', 'Body', 'MessageSid'):
            fields = self.twilio.text_fields(new_number(), '1')
            del fields[missing]
            self.assertEqual(self.twilio.post(self.server, INBOUND, fields).status, 400, missing)

    def test_callbacks_are_posted_to_known_paths_only(self):
        answer = self.client.request('POST', '/v1/callbacks/twilio/other', body={}, expect=404)
        self.assertEqual(answer.problem, 'not-found')
        for path in ('/v1/callbacks/twilio/status', '/v1/callbacks/twilio/inbound'):
            self.client.request('GET', path, expect=405)


class SeveralOffers(SmsCase):
    """Anybody can type anybody's number. Which of several offers a digit is meant for, nobody can
    tell, so it answers none."""
    other_account = True

    def setUp(self):
        self.number = new_number()

    def say(self, body):
        answer = self.twilio.say(self.server, self.number, body)
        self.assertEqual(answer.status, 200, answer)
        return said(answer)

    def offer(self, world=None):
        """Somebody of this number is offered a place, and the text about it is out."""
        world = world or self.world
        resource = world.make_resource('slots')
        entry = world.join(resource, new_person(phone=self.number))
        world.free_slot(resource)
        offer = world.entry(entry)['offer']
        wait_for(lambda: world.offer(offer)['sent_at'], 'the text about the offer')
        # Whom it went to is written down a moment later.
        wait_for(lambda: all(message['state'] == 'done' for message in
                             world.client.items('list_messages', {'resource_id': resource['id']})
                             if message['kind'] == 'offer'), 'the delivery of the text')
        return world, resource, entry

    def other_world(self):
        client = Client(self.server.address, CONTRACT, self.other_key)
        self.addCleanup(client.close)
        return World(client)

    def assert_unanswered(self, *offers):
        before = [world.audit(resource) for world, resource, _ in offers]
        for body in ('1', '9'):
            [reply] = self.say(body)
            self.assertIn('more than one open offer', reply)
        self.assertEqual([world.audit(resource) for world, resource, _ in offers], before)
        for world, _, entry in offers:
            self.assertEqual(world.entry(entry)['state'], 'offered')

    def test_a_digit_answers_none_of_them(self):
        self.assert_unanswered(self.offer(), self.offer())

    def test_nor_where_the_other_is_of_another_business(self):
        worlds = [self.world, self.other_world()]
        for order in (worlds, worlds[::-1]):
            self.number = new_number()
            self.assert_unanswered(*(self.offer(world) for world in order))

    def test_whichever_is_left_is_answered(self):
        for gone in (0, 1):
            with self.subTest(gone=gone):
                self.number = new_number()
                offers = [self.offer(), self.offer()]
                self.assert_unanswered(*offers)
                self.client.call('leave', {'entry_id': offers[gone][2]['id']}, expect=200)
                [reply] = self.say('1')
                self.assertIn("You're booked!", reply)
                left = self.world.entry(offers[1 - gone][2])
                self.assertEqual(left['state'], 'accepted')

    def test_it_is_said_only_so_often(self):
        offers = [self.offer(), self.offer()]
        replies = [self.say('1') for _ in range(5)]
        self.assertEqual([len(reply) for reply in replies], [1, 1, 1, 0, 0])
        self.assertEqual([self.world.entry(entry)['state'] for _, _, entry in offers],
                         ['offered'] * 2)
        self.assertTrue(self.say('HELP'))  # the other answers are not used up by it


if __name__ == '__main__':
    unittest.main()
