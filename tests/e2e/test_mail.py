"""Mails to a real mail server, read back with an independent library: the right one, to the right
person, in the right words, once; and what happens when the server says no, or later."""
import datetime
import json
import re
import unittest

from harness.mail_parser import read_calendar
from harness.pages import PagesOf, fetch
from harness.smtp import MAIL_FROM, MailCase
from harness.waiting import wait_for
from harness.world import later, new_person

ONE_CLICK = {'List-Unsubscribe': 'One-Click'}


def instant(text):
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00'))


class Mails(MailCase, PagesOf):
    def setUp(self):
        self.smtp.order('forget')

    def offered(self, person=None, rules=None, **slot):
        """A list of slots, someone new in it, and what they were offered."""
        person = person or new_person()
        resource = self.world.make_resource('slots', rules=rules)
        entry = self.world.join(resource, person)
        self.world.free_slot(resource, **slot)
        return resource, entry, person

    def ended_reasons(self, resource):
        return [item['reason'] for item in self.world.audit(resource)
                if item['type'] == 'offer_ended']

    def test_a_join_is_answered(self):
        resource = self.world.make_resource(name='Töpfern am Abend')
        person = new_person(name='Zoë Ångström')
        entry = self.world.join(resource, person)
        mail = self.mail(person, 'waitlisted')
        self.assertEqual(mail.envelope['from'], MAIL_FROM)
        self.assertEqual(mail.envelope['to'], [person['email']])
        self.assertEqual(mail.subject, "You're on the list: Töpfern am Abend")
        self.assertIn('Zoë Ångström', mail.text)
        page = self.page(self.path_of(mail.links('/e/')[0]))
        self.assertIn('Töpfern am Abend', page)
        message = self.settled(resource, 'waitlisted', entry)
        self.assertEqual((message['id'], message['state'], message['attempts']),
                         (mail.id, 'done', 1))
        [delivery] = message['deliveries']
        self.assertEqual((delivery['channel'], delivery['state']), ('mail', 'sent'))
        self.assertIsNone(message['first_delivered_by'])

    def test_an_address_is_proven_by_the_link_in_the_mail(self):
        resource = self.world.make_resource(rules={'verify_email': True})
        person = new_person()
        entry = self.world.join(resource, person, credential=self.client.credential)
        self.assertEqual(entry['state'], 'unverified')
        mail = self.mail(person, 'verify')
        path = self.path_of(mail.links('/e/')[0])
        self.assert_changes_nothing(resource, lambda: self.page(path))
        self.press(path, action='verify', expect=303)
        self.assertEqual(self.world.entry(entry)['state'], 'waiting')
        self.mail(person, 'waitlisted')
        self.assertEqual(len(self.smtp.mails_to(person['email'])), 2)

    def test_access_comes_with_a_link_once_it_is_claimed(self):
        url = 'https://beta.example/in?code=7'
        resource = self.world.make_resource('access', capacity=0, access_url=url)
        self.assertEqual(self.world.resource(resource)['access_url'], url)
        person = new_person()
        entry = self.world.join(resource, person)
        self.client.call('update_resource', {'resource_id': resource['id']}, body={'capacity': 1},
                         expect=200)
        self.client.call('release_capacity', {'resource_id': resource['id']},
                         body={'quantity': 1}, expect=200)
        offer = self.mail(person, 'offer')
        path = self.path_of(offer.links('/o/')[0])
        own = '/e/' + entry['token']
        public = self.as_public().call('get_resource', {'resource_id': resource['id']}).raw
        for text in (self.page(path), self.page(own), offer.text, public.decode()):
            self.assertNotIn('beta.example', text)
        self.press(path, action='claim')
        confirmed = self.mail(person, 'confirmed')
        self.assertIn("You're in.", confirmed.text)
        self.assertIn(url, confirmed.text)
        for text in (self.page(path), self.page(own)):
            self.assertIn(f'href="{url}"', text)
            self.assertIn('You&#39;re in', text)
        self.client.call('cancel_entry', {'entry_id': entry['id']}, expect=200)
        for text in (self.page(path), self.page(own)):
            self.assertNotIn(url, text)
        self.client.call('update_resource', {'resource_id': resource['id']},
                         body={'access_url': 'http://beta.example'}, expect=422)
        self.client.call('update_resource', {'resource_id': resource['id']},
                         body={'access_url': None}, expect=200)
        self.assertIsNone(self.world.resource(resource)['access_url'])

    def test_an_offer_field_by_field(self):
        name = 'Sängerhaus "Söhne" & Töchter, Łódź'
        self.client.call('update_house', body={'name': name, 'reply_to': 'hallo@aster.example',
                                               'address': 'Rosenweg 1, 10115 Berlin'}, expect=200)
        self.addCleanup(self.client.call, 'update_house',
                        body={'name': None, 'reply_to': None, 'address': None})
        person = new_person(name='Zoë “Z” Müller-Ünal 李')
        resource, entry, person = self.offered(person, service='Färben', staff='Ayşe',
                                               place='Raum 3')
        mail = self.mail(person, 'offer')
        message = self.settled(resource, 'offer', entry)
        offer = self.world.offer({'id': message['offer_id']})
        self.assertEqual(mail.from_people, [(name, MAIL_FROM)])
        self.assertEqual(mail.to_people, [(person['name'], person['email'])])
        self.assertEqual(mail.reply_to, [(None, 'hallo@aster.example')])
        self.assertTrue(mail.subject.startswith('A spot for you: Färben'), mail.subject)
        self.assertEqual(mail.message_id, message['id'] + '@aster.example')
        self.assertEqual(mail.header('X-Standby-Message'), message['id'])
        self.assertEqual(mail.header('Auto-Submitted'), 'auto-generated')
        self.assertEqual(mail.header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
        self.assertTrue(self.path_of(mail.unsubscribe_url).startswith('/u/'))
        self.assertEqual(mail.header('Content-Language'), 'en')
        self.assertEqual(len(mail.header_names), len(set(mail.header_names)))
        self.assertEqual([part.type for part in mail.parts], ['text/plain', 'text/html'])
        self.assertEqual({part.charset.lower() for part in mail.parts}, {'utf-8'})
        for words in (mail.text, mail.html):
            for wanted in ('Färben', 'Ayşe', 'Raum 3', 'Rosenweg 1, 10115 Berlin'):
                self.assertIn(wanted, words)
            self.assertIn(offer['claim_url'], words.replace('&amp;', '&'))
            self.assertNotIn('{{', words)
        self.assertIn(person['name'], mail.text)
        self.assertIn('Söhne&quot; &amp; Töchter', mail.html)
        head = mail.raw.split(b'\r\n\r\n')[0]
        self.assertTrue(all(len(line) <= 998 for line in mail.raw.split(b'\r\n')))
        self.assertNotRegex(mail.raw, rb'(?<!\r)\n')
        self.assertTrue(head.isascii())

    def test_guests_are_written_to_in_their_language(self):
        for locale, language in (('de-AT', 'de'), ('fr', 'fr'), ('es-MX', 'es'), ('en-GB', 'en'),
                                 ('pt', 'en')):
            with self.subTest(locale=locale):
                _, _, person = self.offered(new_person(locale=locale))
                mail = self.mail(person, 'offer')
                words = self.client.call('get_voice', {'voice_id': f'offer.mail.{language}'},
                                         expect=200)['default']
                self.assertTrue(mail.subject.startswith(words['subject'].split('{{')[0]),
                                (locale, mail.subject))
                self.assertIn(words['button'], mail.html)
                self.assertEqual(mail.header('Content-Language'), language)

    def test_one_click_stops_further_mails(self):
        resource = self.world.make_resource('slots', rules={'patience': '1s'})
        silent, other = new_person(email='Silent.Sue@Mail.Example.org'), new_person()
        entry = self.world.join(resource, silent)
        self.world.join(resource, other)
        path = self.path_of(self.mail(silent, 'waitlisted').unsubscribe_url)
        answer = fetch(self.server.address, 'POST', path, ONE_CLICK)
        self.assertEqual(answer.status, 200, answer)
        self.world.free_slot(resource)
        self.mail(other, 'offer')  # the place goes to the next, who can be asked
        self.assertEqual(self.ended_reasons(resource), ['not_reachable'])
        message = self.settled(resource, 'offer', entry)
        self.assertEqual((message['state'], message['note']), ('done', 'the offer has ended'))
        self.assertEqual(len(self.smtp.mails_to(silent['email'])), 1)
        kept = self.world.entry(entry)
        self.assertEqual((kept['state'], kept['rank'], kept['misses']), ('waiting', 1, 0))

    def test_who_stopped_messages_has_the_offer_on_their_page_and_staff_have_a_card(self):
        resource = self.world.make_resource('seats', capacity=1, rules={'patience': '1h'})
        holder, silent = new_person(), new_person()
        first = self.world.join(resource, holder)
        entry = self.world.join(resource, silent)
        path = self.path_of(self.mail(silent, 'waitlisted').unsubscribe_url)
        self.assertEqual(fetch(self.server.address, 'POST', path, ONE_CLICK).status, 200)
        self.client.call('leave', {'entry_id': first['id']}, expect=200)
        offer = wait_for(lambda: (found := self.world.entry(entry)['offer'])['unreached'] and found)
        self.assertEqual((offer['state'], offer['unreached']), ('live', 'blocked'))
        board = self.client.call('get_board', {'resource_id': resource['id']}, expect=200)
        [card] = board['needs_hand']
        self.assertEqual((card['kind'], card['name'], card['email'], card['phone']),
                         ('not_reachable', silent['name'], silent['email'], None))
        self.assertIn('stopped our messages', card['detail'])
        page = self.page('/e/' + entry['token'])
        self.assertIn('couldn&#39;t send you a message', page)
        self.assertNotIn('data-countdown', page)
        # What was stopped can be started again: then the message comes, and with it the clock.
        self.assertEqual(fetch(self.server.address, 'POST', path, {'action': 'start'}).status, 200)
        self.mail(silent, 'offer')
        offer = wait_for(lambda: (found := self.world.offer(offer))['sent_at'] and found)
        self.assertIsNone(offer['unreached'])
        self.client.call('accept_offer', {'offer_id': offer['id']}, expect=200)

    def test_the_own_page_promises_no_message_once_they_are_stopped(self):
        resource = self.world.make_resource('slots', rules={'verify_email': True})
        person = new_person()
        self.client.call('join', {'resource_id': resource['id']}, body=person, credential=None,
                         expect=202)
        path = self.path_of(self.mail(person, 'verify').links('/e/')[0])
        fetch(self.server.address, 'POST', path, {'action': 'verify'})
        mail = self.mail(person, 'waitlisted')
        own_page = self.path_of(mail.links('/e/')[0])
        stop_page = self.path_of(mail.unsubscribe_url)
        self.assertIn('we&#39;ll message you', self.page(own_page))
        self.assertEqual(fetch(self.server.address, 'POST', stop_page, ONE_CLICK).status, 200)
        silent = self.page(own_page)
        self.assertNotIn('we&#39;ll message you', silent)
        self.assertIn('stopped our messages', silent)
        again = re.search(r'href="(/u/[^"]+)">Send me messages again', silent).group(1)
        self.assertEqual(fetch(self.server.address, 'POST', again, {'action': 'start'}).status, 200)
        self.assertIn('we&#39;ll message you', self.page(own_page))

    def cards(self, resource):
        board = self.client.call('get_board', {'resource_id': resource['id']}, expect=200)
        return board['needs_hand']

    def test_staff_call_whoever_got_a_place_in_advance_and_reads_no_mail(self):
        resource = self.world.make_resource('slots')
        staff_key = self.client.credential
        ibo = self.world.join(resource, {'name': 'Ibo', 'phone': '+4917612345678'},
                              credential=staff_key, instant_yes={})
        self.world.free_slot(resource)
        self.assertEqual(self.world.entry(ibo)['state'], 'accepted')
        [card] = wait_for(lambda: self.cards(resource), 'a card')
        self.assertEqual((card['kind'], card['name'], card['phone']),
                         ('dead_letter', 'Ibo', '+4917612345678'))
        self.assertEqual((card['facts']['message_kind'], card['facts']['unreached']),
                         ('confirmed', 'no_channel'))
        self.assertIsNone(card['facts']['note'])
        told = self.client.call('tell_message', {'message_id': card['message_id']}, expect=200)
        self.assertEqual((told['state'], told['note']), ('done', 'told by staff'))
        self.assertEqual(self.cards(resource), [])
        self.client.call('tell_message', {'message_id': card['message_id']}, expect=409)
        self.assertIn('Ibo', self.page('/e/' + ibo['token']))

    def test_staff_call_whoever_comes_to_a_cancelled_event_and_cannot_be_written_to(self):
        resource = self.world.make_resource('seats', capacity=2)
        staff_key = self.client.credential
        by_phone = self.world.join(resource, {'name': 'Ibo', 'phone': '+4917612345678'},
                                   credential=staff_key)
        silent = new_person()
        self.world.join(resource, silent)
        path = self.path_of(self.mail(silent, 'confirmed').unsubscribe_url)
        self.assertEqual(fetch(self.server.address, 'POST', path, ONE_CLICK).status, 200)
        waiting = self.world.join(resource, {'name': 'Mia', 'phone': '+4917612345679'},
                                  credential=staff_key)
        self.assertEqual([self.world.entry(one)['state'] for one in (by_phone, waiting)],
                         ['accepted', 'waiting'])
        self.assertEqual(self.cards(resource), [], 'who was just given a place knows of it')
        self.client.call('cancel_resource', {'resource_id': resource['id']}, body={}, expect=200)

        def causes():
            found = {card['name']: card['facts']['unreached'] for card in self.cards(resource)}
            return found if len(found) > 1 else None
        self.assertEqual(wait_for(causes, 'two cards'),
                         {'Ibo': 'no_channel', silent['name']: 'blocked'})

    def test_a_claimed_place_comes_with_a_calendar_entry_that_goes_with_it(self):
        starts_at = later(days=5)
        resource, entry, person = self.offered(new_person(name='Mia; Meyer, "M"'),
                                               service='Färben', place='Raum 3',
                                               starts_at=starts_at)
        offer_path = self.path_of(self.mail(person, 'offer').links('/o/')[0])
        self.assert_changes_nothing(resource, lambda: self.page(offer_path))
        self.press(offer_path, action='claim')
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')
        mail = self.mail(person, 'confirmed')
        invite = mail.part('text/calendar')
        self.assertEqual((invite.method, invite.charset.lower()), ('REQUEST', 'utf-8'))
        file = mail.part('application/ics')
        self.assertEqual((file.disposition, file.file_name), ('attachment', 'invite.ics'))
        self.assertEqual(file.content, invite.content)
        calendar, event = read_calendar(invite.text)
        self.assertEqual(calendar['METHOD'], 'REQUEST')
        self.assertEqual(event['DTSTART'], re.sub('[-:]', '', starts_at))
        self.assertEqual(instant(event['DTEND']) - instant(event['DTSTART']),
                         datetime.timedelta(minutes=45))
        self.assertEqual(event['UID'], entry['id'] + '@aster.example')
        self.assertIn('Färben', event['SUMMARY'])
        self.assertEqual(event['LOCATION'], 'Raum 3')
        self.assertEqual(event['ORGANIZER'].lower(), 'mailto:' + MAIL_FROM)
        self.assertEqual(event['ATTENDEE'].lower(), 'mailto:' + person['email'])

        own = self.path_of(mail.links('/e/')[0])
        _, fetched = read_calendar(
            fetch(self.server.address, 'GET', own + '/calendar.ics').raw.decode())
        self.assertEqual(fetched['UID'], event['UID'])
        self.assertGreaterEqual(int(fetched['SEQUENCE']), int(event['SEQUENCE']))

        self.client.call('cancel_entry', {'entry_id': entry['id']}, expect=200)
        mail = self.mail(person, 'cancelled')
        cancel = mail.part('text/calendar')
        self.assertEqual(cancel.method, 'CANCEL')
        calendar, ended = read_calendar(cancel.text)
        self.assertEqual(calendar['METHOD'], 'CANCEL')
        self.assertEqual(ended['STATUS'], 'CANCELLED')
        self.assertEqual(ended['UID'], event['UID'])
        self.assertGreater(int(ended['SEQUENCE']), int(fetched['SEQUENCE']))

    def test_addresses_of_all_scripts_are_written_to(self):
        for typed, wire in (('用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'),
                            ('jörg@bücher.example', 'jörg@xn--bcher-kva.example'),
                            ('info@bücher.example', 'info@xn--bcher-kva.example')):
            resource = self.world.make_resource()
            entry = self.world.join(resource, new_person(email=typed))
            [mail] = self.smtp.wait_for_mails(typed)  # the peer reads what the domain means
            self.assertIn(wire, mail.raw.decode())
            message = self.settled(resource, 'waitlisted', entry)
            self.assertEqual([one['state'] for one in message['deliveries']], ['sent'])

    def test_the_clock_starts_when_the_server_has_taken_the_mail(self):
        person = new_person()
        self.smtp.order('delay', stage='data', match=person['email'], ms=2000, times=2)
        resource, entry, person = self.offered(person, rules={'claim_window': '10m'})
        message = self.settled(resource, 'offer', entry)
        taken_at = self.mail(person, 'offer').envelope['at'] / 1000
        offer = self.world.offer({'id': message['offer_id']})
        sent_at = instant(offer['sent_at'])
        self.assertGreaterEqual(sent_at.timestamp(), taken_at - 0.01)
        self.assertLess(sent_at.timestamp(), taken_at + 2)
        self.assertGreaterEqual(sent_at - instant(offer['made_at']),
                                datetime.timedelta(seconds=1.9))
        self.assertEqual(instant(offer['expires_at']) - sent_at, datetime.timedelta(minutes=10))

    def test_what_is_refused_for_now_is_sent_again_as_the_same_mail(self):
        person = new_person()
        resource, entry, person = self.offered(person)
        self.mail(person, 'offer')
        other = new_person()
        self.world.join(resource, other)
        self.mail(other, 'waitlisted')
        self.smtp.refuse('data', other['email'], 451, '4.3.0 Try later', times=1)
        self.smtp.refuse('rcpt', other['email'], 452, '4.2.2 Full', times=1)
        self.client.call('decline_offer', {'offer_id': self.world.entry(entry)['offer']['id']},
                         expect=200)
        mail = self.mail(other, 'offer')
        refused = self.smtp.wait_for_event('refused', other['email'], count=2)
        self.assertIn(b'Message-ID: <' + mail.message_id.encode() + b'>', refused['raw'])
        message = wait_for(lambda: (found := self.message(mail.id))['state'] == 'done' and found)
        self.assertEqual(message['attempts'], 3)
        self.assertEqual(message['deliveries'][0]['state'], 'sent')
        self.assertEqual(len(self.smtp.mails_to(other['email'])), 2)

    def test_a_bounce_goes_on_after_the_patience(self):
        resource = self.world.make_resource('slots', rules={'patience': '1s'})
        gone, other = new_person(), new_person()
        entry = self.world.join(resource, gone)
        self.world.join(resource, other)
        self.mail(gone, 'waitlisted')
        self.smtp.refuse('rcpt', gone['email'], 550, f'5.1.1 <{gone["email"]}> is unknown here')
        self.world.free_slot(resource)
        self.mail(other, 'offer')
        self.assertEqual(self.ended_reasons(resource), ['not_reachable'])
        message = self.settled(resource, 'offer', entry)
        self.assertEqual((message['state'], message['attempts']), ('dead', 1))
        [delivery] = message['deliveries']
        self.assertEqual(delivery['state'], 'failed')
        self.assertIn('550 5.1.1', delivery['note'])
        self.assertNotIn(gone['email'], json.dumps(message))
        self.assertNotIn(gone['email'], self.server.log())
        dead = list(self.client.items('list_all_messages', state='dead', resource=resource['id']))
        self.assertEqual([one['id'] for one in dead], [message['id']])
        offer = self.world.offer({'id': message['offer_id']})
        self.assertEqual(offer['state'], 'expired')

    def test_dead_messages_are_sent_when_someone_says_so(self):
        resource = self.world.make_resource()
        people = [new_person() for _ in range(3)]
        for person in people:
            self.smtp.refuse('data', person['email'], 554, '5.7.1 Looks like spam', times=1)
        entries = [self.world.join(resource, person) for person in people]
        dead = [self.settled(resource, 'waitlisted', entry) for entry in entries]
        self.assertEqual({message['state'] for message in dead}, {'dead'})
        self.assertIn('554 5.7.1', dead[0]['note'])
        self.assertFalse(any(self.smtp.mails_to(person['email']) for person in people))
        again = self.client.call('replay_message', {'message_id': dead[0]['id']}, expect=200)
        self.assertEqual(again['id'], dead[0]['id'])
        self.assertEqual(self.mail(people[0], 'waitlisted').id, dead[0]['id'])
        done = self.client.call('replay_messages', body={'resource': resource['id']}, expect=200)
        self.assertEqual(done['replayed'], 2)
        for person, message in list(zip(people, dead))[1:]:
            self.assertEqual(self.mail(person, 'waitlisted').id, message['id'])
        for message in dead:
            wait_for(lambda message=message: self.message(message['id'])['state'] == 'done')
        self.client.call('replay_message', {'message_id': dead[0]['id']}, expect=409)

    def test_a_dead_address_lives_again_when_someone_says_so(self):
        resource = self.world.make_resource()
        person = new_person()
        self.smtp.refuse('rcpt', person['email'], 550, '5.1.1 No such user', times=1)
        entry = self.world.join(resource, person)
        dead = self.settled(resource, 'waitlisted', entry)
        self.assertEqual(dead['state'], 'dead')
        self.client.call('replay_message', {'message_id': dead['id']}, expect=200)
        self.assertEqual(self.mail(person, 'waitlisted').id, dead['id'])

    def test_a_dropped_connection_loses_nothing(self):
        person = new_person()
        self.smtp.order('drop', stage='data', match=person['email'], times=1)
        resource, entry, person = self.offered(person)
        dropped = self.smtp.wait_for_event('dropped', person['email'])
        mail = self.mail(person, 'offer')
        self.assertEqual(self.settled(resource, 'offer', entry)['state'], 'done')
        every = {dropped['raw'].split(b'Message-ID: ')[1].split(b'\r\n')[0]}
        every |= {f'<{one.message_id}>'.encode() for one in self.smtp.mails_to(person['email'])}
        self.assertIn(f'<{mail.message_id}>'.encode(), every)
        self.assertEqual(len(every), 2)  # of two messages, however often each was tried

    def test_the_house_speaks_in_its_own_voice_from_the_next_mail_on(self):
        voice = {'voice_id': 'waitlisted.mail.en'}
        words = self.client.call('get_voice', voice, expect=200)['default']
        self.client.call('set_voice', voice, body={
            **words, 'subject': 'Schön, {{name}}: {{what}}',
            'text': 'Wir von {{house}} freuen uns auf {{name}}.'}, expect=200)
        self.addCleanup(self.client.call, 'reset_voice', voice)
        self.client.call('update_house', body={'name': 'Haus Aster'}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'name': None})
        resource = self.world.make_resource(name='Jazz')
        person = new_person(name='Zoë')
        self.world.join(resource, person)
        mail = self.mail(person, 'waitlisted')
        self.assertEqual(mail.subject, 'Schön, Zoë: Jazz')
        self.assertEqual(mail.from_people[0][0], 'Haus Aster')
        self.assertIn('Wir von Haus Aster freuen uns auf Zoë.', mail.text)
        self.client.call('reset_voice', voice, expect=200)
        other = new_person(name='Ida')
        self.world.join(resource, other)
        self.assertEqual(self.mail(other, 'waitlisted').subject, "You're on the list: Jazz")

    def test_many_mails_travel_over_few_connections(self):
        resource = self.world.make_resource()
        people = [new_person() for _ in range(300)]
        sent = self.metric('standby_messages_total', channel='mail', outcome='sent')
        for person in people:
            self.world.join(resource, person, credential=self.client.credential)
        mails = [self.smtp.wait_for_mails(person['email'])[0] for person in people]
        self.assertLessEqual(len({mail.envelope['connection'] for mail in mails}), 8)
        self.assertEqual(len({mail.message_id for mail in mails}), len(people))
        self.assertTrue(all(len(self.smtp.mails_to(person['email'])) == 1 for person in people))
        wait_for(lambda: self.metric('standby_messages_total', channel='mail',
                                     outcome='sent') >= sent + len(people))

    def test_staff_hear_of_a_place_that_comes_back(self):
        staff = {'email': 'staff@aster.example'}
        self.client.call('update_house', body={'staff_email': staff['email']}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'staff_email': None})
        resource = self.world.make_resource('slots')
        self.world.free_slot(resource)
        mail = wait_for(lambda: self.smtp.mails_to(staff['email']))[0]
        self.assertIn(self.message(mail.id)['kind'], ('handed_back', 'nobody_fits'))
        self.assertIsNone(mail.header('List-Unsubscribe'))


if __name__ == '__main__':
    unittest.main()
