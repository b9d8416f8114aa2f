"""WhatsApp through Meta's Cloud API and through Twilio: templates to those who have not written for
a day, free words to those who have, answers by word and by button, texts for those who are not
there, and nothing for whoever forges a callback."""
import json
import os
import tempfile
import unittest

from harness.case import CONTRACT
from harness.cluster import ClusterCase
from harness.meta import APP_SECRET, PATH, Meta, WhatsAppCase
from harness.pages import fetch
from harness.server import run_command
from harness.twilio import NUMBER, Slow, SmsCase, Twilio, message_of, new_number, said
from harness.waiting import wait_for
from harness.world import new_person
from test_delivery import DeliveryCase


class ByMeta(WhatsAppCase):
    def test_from_a_template_to_a_yes_and_free_words(self):
        resource, entry, person = self.offered(self.guest(name='Zoë'), service='Haircut')
        message = self.whatsapp(person, 'offer')
        self.assertEqual(message.template['name'], 'standby_offer')
        self.assertEqual(message.template['language'], {'code': 'en'})
        house, what, deadline, link = message.values
        self.assertIn('Haircut', what)
        self.assertTrue(link.startswith('http://standby.test/'), link)
        self.settled_whatsapp(message)
        self.assertEqual(self.meta.say(self.server, person['phone'], button='1',
                                       answers=message).status, 200)
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')
        confirmed = self.whatsapp(person, 'confirmed')
        self.assertEqual(confirmed.type, 'text', 'they have just written')
        self.assertIn('Haircut', confirmed.text)
        answers = [one for one in self.meta.messages_to(person['phone'])
                   if one.name.startswith('reply_')]
        self.assertEqual([one.type for one in answers], ['text'])
        self.assertFalse(self.twilio.texts_to(person['phone']))
        self.assertFalse(self.smtp.mails_to(person['email']))

    def test_yes_and_no_may_be_typed(self):
        for text, state in (('yes', 'accepted'), ('1', 'accepted'), ('9', 'waiting')):
            with self.subTest(text=text):
                _, entry, person = self.offered(rules={'after_decline': 'keep'})
                self.settled_whatsapp(self.whatsapp(person, 'offer'))
                self.assertEqual(self.meta.say(self.server, person['phone'], text).status, 200)
                self.assertIn(self.world.entry(entry)['state'], (state, 'declined'))

    def test_whoever_is_not_there_gets_a_text_within_seconds(self):
        person = self.guest()
        self.meta.order(person['phone'], 131026)
        resource = self.world.make_resource('slots')
        self.world.join(resource, person)
        text = self.text(person, 'waitlisted')
        self.settled_text(text)
        self.assertEqual(self.states(message_of(text)), {'whatsapp': 'failed', 'sms': 'sent'})
        self.world.free_slot(resource)
        self.text(person, 'offer')
        self.assertFalse(self.meta.messages_to(person['phone']), 'it is known by then')
        self.assertEqual(self.ended_reasons(resource), [])

    def test_it_may_take_a_while_to_turn_out(self):
        resource, entry, person = self.offered()
        message = self.whatsapp(person, 'offer')
        self.settled_whatsapp(message)
        self.assertEqual(self.meta.report(self.server, message, 'failed', 131026).status, 200)
        text = self.text(person, 'offer')
        self.settled_text(text)
        self.assertEqual(message_of(text), message.name)
        self.assertEqual(self.states(message.name), {'whatsapp': 'failed', 'sms': 'sent'})
        self.assertEqual(self.world.entry(entry)['state'], 'offered')
        self.assertEqual(self.ended_reasons(resource), [])

    def test_an_offer_that_came_by_text_is_answered_here(self):
        person = self.guest()
        self.meta.order(person['phone'], 131026)
        _, entry, _ = self.offered(person)
        self.settled_text(self.text(person, 'offer'))
        self.assertEqual(self.meta.say(self.server, person['phone'], 'Yes!').status, 200)
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')

    def test_deliveries_are_recorded_also_before_their_message_is(self):
        person = self.guest()
        self.meta.order(person['phone'], Slow(1))
        self.world.join(self.world.make_resource(), person)
        [message] = self.meta.wait_for_messages(person['phone'])
        self.assertEqual(self.meta.report(self.server, message, 'read').status, 200)
        wait_for(lambda: self.message(message.name)['first_delivered_by'] == 'whatsapp')
        self.assertEqual(self.states(message.name), {'whatsapp': 'delivered'},
                         'nobody asked to count what is read')
        once = self.message(message.name)
        for status in ('sent', 'delivered', 'read', 'failed'):
            self.assertEqual(self.meta.report(self.server, message, status, id='wamid.x').status,
                             200)
        self.assertEqual(self.message(message.name), once)

    def test_what_was_read_is_known_where_the_business_counts_it(self):
        self.client.call('update_house', body={'open_tracking': True}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'open_tracking': False})
        _, _, person = self.offered()
        message = self.whatsapp(person, 'offer')
        self.settled_whatsapp(message)
        self.meta.report(self.server, message, 'delivered')
        self.meta.report(self.server, message, 'read')
        self.assertEqual(self.states(message.name), {'whatsapp': 'opened'})

    def test_stop_ends_texts_too(self):
        _, _, person = self.offered(self.guest(email=None))
        self.settled_whatsapp(self.whatsapp(person, 'offer'))
        self.assertEqual(self.meta.say(self.server, person['phone'], 'STOP').status, 200)
        again = self.world.make_resource()
        entry = self.world.join(again, person)
        self.assertEqual(self.settled(again, 'waitlisted', entry)['note'], 'opted out')
        self.assertFalse(self.twilio.texts_to(person['phone']))
        self.meta.say(self.server, person['phone'], 'START')
        third = self.world.make_resource()
        self.world.join(third, person)
        wait_for(lambda: [one for one in self.meta.messages_to(person['phone'])
                          if one.name.startswith('msg_')][2:])

    def test_the_same_call_counts_once(self):
        _, entry, person = self.offered()
        message = self.whatsapp(person, 'offer')
        self.settled_whatsapp(message)
        value = self.meta.said(person['phone'], '1')
        for _ in range(3):
            self.assertEqual(self.meta.post(self.server, value).status, 200)
        self.whatsapp(person, 'confirmed')
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')
        self.assertEqual(len([one for one in self.meta.messages_to(person['phone'])
                              if one.name.startswith('reply_')]), 1)

    def test_forged_calls_change_nothing(self):
        _, entry, person = self.offered()
        message = self.whatsapp(person, 'offer')
        self.settled_whatsapp(message)
        refused = self.callbacks('refused')
        value = self.meta.said(person['phone'], '1')
        raw = json.dumps({'object': 'whatsapp_business_account', 'entry': []}).encode()
        good = self.meta.sign(raw)
        forged = ['', 'sha256=', 'sha256=' + '0' * 64, good, good.upper(),
                  self.meta.sign(raw, 'another')]
        for signature in forged:
            self.assertEqual(self.meta.post(self.server, value, signature).status, 403, signature)
        self.assertEqual(self.callbacks('refused'), refused + len(forged))
        for raw in (b'', b'{', b'[]', b'{"object":"page"}'):
            self.assertEqual(self.meta.post_raw(self.server, raw).status, 400, raw)
        self.assertEqual(self.meta.post(self.server, value, number_id='1').status, 200)
        self.assertEqual(self.world.entry(entry)['state'], 'offered', 'it is about another number')

    def test_meta_asks_whether_the_address_is_ours(self):
        token = self.client.call('get_delivery_settings', expect=200)['whatsapp']['verify_token']
        self.assertRegex(token, '^[0-9a-f]{32}$')
        self.assertNotIn(APP_SECRET, token)

        def ask(**changes):
            asked = {'hub.mode': 'subscribe', 'hub.verify_token': token,
                     'hub.challenge': '1158201444', **changes}
            query = '&'.join(f'{name}={value}' for name, value in asked.items())
            answer = fetch(self.server.address, 'GET', f'{PATH}?{query}')
            CONTRACT.check(CONTRACT.match('GET', PATH), answer.status, answer.headers, answer.raw)
            return answer

        good = ask()
        self.assertEqual((good.status, good.raw), (200, b'1158201444'))
        self.assertTrue(good.headers['Content-Type'].startswith('text/plain'))
        for changes in ({'hub.verify_token': 'x'}, {'hub.verify_token': ''},
                        {'hub.mode': 'unsubscribe'}, {'hub.challenge': '<script>'},
                        {'hub.challenge': ''}):
            self.assertEqual(ask(**changes).status, 403, changes)

    def test_a_paused_template_is_told_in_words_and_its_messages_go_by_text(self):
        self.meta.refused['standby_offer'] = 132015
        self.addCleanup(self.meta.refused.clear)
        _, _, person = self.offered()
        text = self.text(person, 'offer')
        message = self.settled_text(text)
        [whatsapp] = [one for one in message['deliveries'] if one['channel'] == 'whatsapp']
        self.assertEqual(whatsapp['state'], 'failed')
        self.assertIn('template standby_offer (en) was refused, 132015', whatsapp['note'])
        reach = self.client.call('get_delivery', expect=200)['whatsapp']
        self.assertEqual(reach['state'], 'down')
        self.assertIn('standby_offer (en)', reach['note'])
        self.assertIn('whatsapp_template_refused', self.server.log())
        self.meta.refused.clear()
        _, _, other = self.offered()
        self.settled_whatsapp(self.whatsapp(other, 'offer'))
        wait_for(lambda: self.client.call('get_delivery',
                                          expect=200)['whatsapp']['state'] == 'working')

    def test_what_was_thought_of_the_day_may_be_wrong(self):
        person = self.guest()
        self.meta.order(person['phone'], Slow(0), 131047)
        self.meta.say(self.server, person['phone'], 'hello')
        self.meta.wait_for_messages(person['phone'])  # the answer, in free words
        self.world.join(self.world.make_resource(), person)
        self.settled_text(self.text(person, 'waitlisted'))
        self.world.join(self.world.make_resource(), person)
        message = self.whatsapp(person, 'waitlisted')
        self.assertEqual(message.template['name'], 'standby_news')

    def test_a_business_may_want_texts_only_or_none(self):
        self.addCleanup(self.client.call, 'update_house',
                        body={'phone_messages': 'whatsapp_first'})
        self.client.call('update_house', body={'phone_messages': 'sms'}, expect=200)
        _, _, person = self.offered()
        self.text(person, 'offer')
        self.assertFalse(self.meta.messages_to(person['phone']))
        self.client.call('update_house', body={'phone_messages': 'whatsapp'}, expect=200)
        person = self.guest()
        self.meta.order(person['phone'], 131026)
        self.world.join(self.world.make_resource(), person)
        self.mail(person, 'waitlisted')
        self.assertFalse(self.twilio.texts_to(person['phone']))

    def test_an_old_button_answers_the_offer_it_stands_under(self):
        _, first, person = self.offered(rules={'late_yes': False})
        old = self.whatsapp(person, 'offer')
        self.settled_whatsapp(old)
        self.meta.say(self.server, person['phone'], button='9', answers=old)
        _, second, _ = self.offered(person)
        new = wait_for(lambda: next(
            (one for one in self.meta.messages_to(person['phone'])
             if one.name.startswith('msg_') and one.name != old.name and
             self.message(one.name)['kind'] == 'offer'), None), 'the second offer')
        self.settled_whatsapp(new)
        self.meta.say(self.server, person['phone'], button='1', answers=old)
        self.assertEqual(self.world.entry(second)['state'], 'offered')
        self.meta.say(self.server, person['phone'], '1')
        self.assertEqual(self.world.entry(second)['state'], 'accepted')

    def test_secrets_and_numbers_are_not_logged(self):
        _, _, person = self.offered()
        self.settled_whatsapp(self.whatsapp(person, 'offer'))
        for secret in (self.meta.token, APP_SECRET, person['phone'], person['phone'][1:]):
            self.assertNotIn(secret, self.server.log())


CONTENT = {f'{name}.{locale}': f'HX{index:02d}{locale}' + '0' * 28
           for index, name in enumerate(('offer', 'confirmed', 'news'))
           for locale in ('en',)}


class ByTwilio(SmsCase):
    """The same number of the same account carries texts and WhatsApp."""

    @classmethod
    def setUpClass(cls):
        cls.twilio = Twilio()
        cls.addClassCleanup(cls.twilio.close)
        templates = [part for key, sid in CONTENT.items()
                     for part in ('--whatsapp-template', f'{key}={sid}')]
        cls.more_flags = ('--sms-url', cls.twilio.url, '--sms-from', NUMBER, *cls.sms_flags,
                          '--whatsapp-url', cls.twilio.url, '--whatsapp-from', NUMBER, *templates)
        super(SmsCase, cls).setUpClass()

    def whatsapp(self, person, kind):
        def find():
            for text in self.twilio.whatsapp_to(person['phone']):
                if self.message(message_of(text))['kind'] == kind:
                    return text
            return None
        return wait_for(find, f'the WhatsApp message {kind}')

    def states(self, message):
        return {one['channel']: one['state'] for one in self.message(message)['deliveries']}

    def test_from_a_template_to_a_yes_and_free_words(self):
        _, entry, person = self.offered(service='Haircut')
        message = self.whatsapp(person, 'offer')
        self.assertEqual((message.content, message.body), (CONTENT['offer.en'], None))
        self.assertIn('Haircut', message.variables['2'])
        self.assertEqual(message.sender, 'whatsapp:' + NUMBER)
        self.settled_text(message)
        answer = self.twilio.say_on_whatsapp(self.server, person['phone'], '1', answers=message)
        self.assertEqual(answer.status, 200)
        self.assertEqual(len(said(answer)), 1)
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')
        confirmed = self.whatsapp(person, 'confirmed')
        self.assertIsNone(confirmed.content)
        self.assertIn('Haircut', confirmed.body)
        self.assertFalse(self.twilio.texts_to(person['phone']))

    def test_whoever_is_not_there_gets_a_text(self):
        person = self.guest()
        self.twilio.order('whatsapp:' + person['phone'], 63003)
        self.world.join(self.world.make_resource(), person)
        text = self.text(person, 'waitlisted')
        self.settled_text(text)
        self.assertEqual(self.states(message_of(text)), {'whatsapp': 'failed', 'sms': 'sent'})
        other = self.guest()
        self.offered(other)
        late = self.whatsapp(other, 'offer')
        self.settled_text(late)
        answer = self.twilio.report(self.server, late, 'undelivered', ErrorCode='63024')
        self.assertEqual(answer.status, 204)
        self.assertEqual(message_of(self.text(other, 'offer')), message_of(late))

    def test_delivered_and_read_are_recorded(self):
        _, _, person = self.offered()
        message = self.whatsapp(person, 'offer')
        self.settled_text(message)
        for status in ('sent', 'delivered', 'read', 'delivered'):
            self.assertEqual(self.twilio.report(self.server, message, status).status, 204)
        self.assertEqual(self.states(message_of(message)), {'whatsapp': 'delivered'})

    def test_a_template_without_a_sid_goes_by_text_and_is_told(self):
        person = self.guest()
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, {**person, 'locale': 'de'})
        text = self.text(person, 'waitlisted')
        message = self.settled_text(text)
        [whatsapp] = [one for one in message['deliveries'] if one['channel'] == 'whatsapp']
        self.assertEqual(whatsapp['note'],
                         'template news.de was refused, because no ContentSid is set for it')
        self.assertEqual(self.world.entry(entry)['state'], 'waiting')

    def test_stop_ends_texts_too(self):
        _, _, person = self.offered(self.guest(email=None))
        self.settled_text(self.whatsapp(person, 'offer'))
        answer = self.twilio.say_on_whatsapp(self.server, person['phone'], 'STOP')
        self.assertEqual(answer.status, 200)
        again = self.world.make_resource()
        entry = self.world.join(again, person)
        self.assertEqual(self.settled(again, 'waitlisted', entry)['note'], 'opted out')

    def test_forged_messages_change_nothing(self):
        _, entry, person = self.offered()
        self.settled_text(self.whatsapp(person, 'offer'))
        fields = self.twilio.text_fields('whatsapp:' + person['phone'], '1')
        url = 'http://standby.test/v1/callbacks/twilio/inbound'
        for signature in ('', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='):
            self.assertEqual(self.twilio.post(self.server, url, fields, signature).status, 403)
        self.assertEqual(self.world.entry(entry)['state'], 'offered')


class SetUpInThePages(DeliveryCase):
    """Meta, set up by an owner while the server runs."""

    @classmethod
    def setUpClass(cls):
        cls.meta = Meta()
        cls.addClassCleanup(cls.meta.close)
        super().setUpClass()

    def tearDown(self):
        self.client.call('remove_delivery_whatsapp', expect=200)

    def try_it(self, expect=200, to='+4915112345678', language='de', **changes):
        return self.client.call('test_delivery_whatsapp', expect=expect, body={
            'to': to, 'language': language, 'settings': {**self.meta.settings, **changes}})

    def test_a_test_says_in_words_what_is_wrong(self):
        good = self.try_it()
        self.assertTrue(good['ok'], good)
        [message] = self.meta.messages
        self.assertEqual((message.template['name'], message.template['language']['code']),
                         ('standby_news', 'de'))
        self.assertEqual(self.try_it(secret='wrong')['result'], 'wrong_login')
        self.meta.refused['standby_news'] = 132001
        refused = self.try_it()
        self.meta.refused.clear()
        self.assertEqual(refused['result'], 'template_refused')
        self.assertIn('standby_news (de)', refused['said'])
        self.meta.order('+4915112345699', 131026)
        self.assertEqual(self.try_it(to='+4915112345699')['result'], 'recipient_refused')

    def test_it_is_in_force_at_once_and_secrets_are_kept(self):
        self.assertEqual(self.state('whatsapp'), 'none')
        saved = self.client.call('set_delivery_whatsapp', body=self.meta.settings, expect=200)
        self.assertEqual((saved['source'], saved['has_secret'], saved['service']),
                         ('pages', True, 'meta'))
        self.assertNotIn(self.meta.token.encode(), saved.raw)
        self.assertNotIn(APP_SECRET.encode(), saved.raw)
        person = new_person(phone=new_number())
        self.world.join(self.world.make_resource(), person)
        [message] = self.meta.wait_for_messages(person['phone'])
        self.assertEqual(message.template['name'], 'standby_news')
        without = {**self.meta.settings, 'prefix': 'aster'}
        del without['secret'], without['app_secret']
        again = self.client.call('set_delivery_whatsapp', body=without, expect=200)
        self.assertTrue(again['has_secret'])
        self.assertEqual(again['verify_token'], saved['verify_token'])
        elsewhere = {**without, 'endpoint': 'http://127.0.0.1:9'}
        problem = self.client.call('set_delivery_whatsapp', body=elsewhere, expect=422)
        self.assertEqual([one['field'] for one in problem['errors']], ['secret'])

    def test_wrong_settings_are_named(self):
        for change, field in (({'service': 'sns'}, 'service'), ({'account': 'AC1'}, 'account'),
                              ({'prefix': 'A b'}, 'prefix'), ({'app_secret': None}, 'app_secret')):
            body = {**self.meta.settings, **change}
            problem = self.client.call('set_delivery_whatsapp', body=body, expect=422)
            self.assertEqual([one['field'] for one in problem['errors']], [field])
        twilio = {'service': 'twilio', 'account': 'AC1', 'secret': 's', 'from': NUMBER}
        for change, field in (({'templates': ['offer.en=HX1']}, 'templates[0]'),
                              ({'from': 'Aster'}, 'from')):
            problem = self.client.call('set_delivery_whatsapp', body={**twilio, **change},
                                       expect=422)
            self.assertEqual([one['field'] for one in problem['errors']], [field])


class Nodes(ClusterCase):
    """Meta calls any node; what is set up on one is in force on both."""
    lease_seconds = 3

    @classmethod
    def setUpClass(cls):
        cls.meta = Meta()
        cls.addClassCleanup(cls.meta.close)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.flags = ('--private-delivery', 'yes', '--secrets-key-file',
                     os.path.join(folder.name, 'shared.key'))
        super().setUpClass()

    def state(self, node):
        return self.client(node).call('get_delivery', expect=200)['whatsapp']['state']

    def test_a_yes_to_the_other_node_claims(self):
        one, other = self.cluster.nodes
        self.client(one).call('set_delivery_whatsapp', body=self.meta.settings, expect=200)
        wait_for(lambda: {self.state(one), self.state(other)} == {'working'}, 'both nodes', 15)
        for node in (one, other):
            with self.subTest(node=node):
                world = self.world(node)
                person = new_person(phone=new_number())
                resource = self.resource_of(node, 'slots')
                entry = world.join(resource, person)
                world.free_slot(resource)
                [message] = wait_for(lambda: [
                    made for made in self.meta.messages_to(person['phone'])
                    if made.template['name'] == 'standby_offer'], 'the offer')
                wait_for(lambda: world.entry(entry)['state'] == 'offered')
                stranger = self.cluster.other(node)
                wait_for(lambda: self.meta.say(stranger, person['phone'], button='1',
                                               answers=message).status == 200
                         and world.entry(entry)['state'] == 'accepted', 'the claim')


class Templates(unittest.TestCase):
    def test_they_are_printed_ready_to_submit(self):
        done = run_command('messages', 'templates', '--json')
        made = json.loads(done.stdout)
        self.assertEqual(len(made), 7 * 4)
        for one in made:
            body = one['components'][0]
            self.assertFalse(body['text'].startswith('{{') or body['text'].endswith('}}'), one)
            [examples] = body['example']['body_text']
            for number in range(1, len(examples) + 1):
                self.assertIn(f'{{{{{number}}}}}', body['text'])
            self.assertNotIn(f'{{{{{len(examples) + 1}}}}}', body['text'])
            self.assertEqual(one['category'], 'UTILITY')
        done = run_command('messages', 'templates', '--for', 'twilio', '--json')
        twilio = json.loads(done.stdout)
        [offer] = [one for one in twilio if one['friendly_name'] == 'standby_offer_de']
        self.assertEqual([one['id'] for one in offer['types']['twilio/quick-reply']['actions']],
                         ['1', '9'])


if __name__ == '__main__':
    unittest.main()
