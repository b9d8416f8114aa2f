"""What strangers can have sent in a business's name: little, to few, and never their own words."""
import unittest

from harness.smtp import MailCase
from harness.twilio import SmsCase
from harness.waiting import wait_for
from harness.world import new_person

PRIZE = 'You won! visit http://evil.example/prize now'


class Floods(MailCase):
    def test_one_mailbox_gets_few_mails_whatever_its_tags(self):
        resource = self.world.make_resource('slots')
        for number in range(30):
            self.as_public().call('join', {'resource_id': resource['id']},
                                  body={'email': f'vic.tim+{number}@gmail.com'}, expect=201)
        held = wait_for(lambda: [one for one in self.messages(resource)
                                 if (one['note'] or '').startswith('held back: ')][26:],
                        'messages that are held back')
        self.assertEqual(held[0]['state'], 'pending')
        self.assertIn('recipient', held[0]['note'])
        # With 27 of the 30 held back, no more than three can have left.
        wait_for(lambda: [one for one in self.messages(resource)
                          if one['state'] == 'done'][2:], 'the three mails that leave')
        self.assertGreaterEqual(
            self.metric('standby_limit_hits_total', limit='message_recipient_hour'), 27)

    def test_staff_may_write_to_one_mailbox_as_often_as_guests_come(self):
        resource = self.world.make_resource('slots')
        people = [new_person(email=f'family+{number}@aster.example') for number in range(8)]
        for person in people:
            self.world.join(resource, person, credential=self.client.credential)
        for person in people:
            self.smtp.wait_for_mails(person['email'])

    def test_a_name_is_never_a_link(self):
        resource = self.world.make_resource('slots')
        person = new_person(name=PRIZE)
        self.as_public().call('join', {'resource_id': resource['id']}, body=person, expect=201)
        [mail] = self.smtp.wait_for_mails(person['email'])
        self.assertNotIn(b'evil', mail.raw)
        self.assertNotIn('You won', mail.text)


class Countries(SmsCase):
    def deliveries(self, resource):
        [message] = wait_for(lambda: [
            one for one in self.client.items('list_messages', {'resource_id': resource['id']})
            if one['state'] != 'pending'], 'the end of the message')
        return {one['channel']: one for one in self.message(message['id'])['deliveries']}

    def join(self, resource, person):
        self.as_public().call('join', {'resource_id': resource['id']}, body=person, expect=201)

    def test_other_countries_get_mails_and_staff_see_why(self):
        resource = self.world.make_resource('slots')
        person = new_person(phone='+252611234567')
        self.join(resource, person)
        self.smtp.wait_for_mails(person['email'])
        deliveries = self.deliveries(resource)
        self.assertEqual(deliveries['mail']['state'], 'sent')
        self.assertEqual(deliveries['sms']['state'], 'failed')
        self.assertIn('texts to numbers of SO', deliveries['sms']['note'])
        self.assertFalse(self.twilio.texts_to(person['phone']))
        self.assertGreaterEqual(self.metric('standby_limit_hits_total', limit='text_country'), 1)

    def test_the_business_names_the_countries(self):
        self.addCleanup(self.client.call, 'update_house', body={'text_countries': None})
        self.client.call('update_house', body={'text_countries': ['AT', 'SO']}, expect=200)
        resource = self.world.make_resource('slots')
        somali, german = new_person(phone='+252611234568'), self.guest()
        self.join(resource, somali)
        self.twilio.wait_for_texts(somali['phone'])
        self.join(resource, german)
        self.smtp.wait_for_mails(german['email'])
        self.assertFalse(self.twilio.texts_to(german['phone']))

    def test_only_countries_are_taken(self):
        for wrong in (['de'], ['ZZ'], ['DE', '*'], 'DE', [7]):
            refused = self.client.call('update_house', body={'text_countries': wrong}, expect=422)
            self.assertIn('text_countries', refused['errors'][0]['field'])


if __name__ == '__main__':
    unittest.main()
