"""Those who have waited long are asked whether they still want it; who doesn't answer keeps the
place in line and isn't offered anything."""
from harness.case import ServerCase
from harness.pages import PagesOf, fetch
from harness.smtp import MailCase
from harness.world import later, new_person

DAY = 24
ONE_CLICK = {'List-Unsubscribe': 'One-Click'}


class AskedLater(PagesOf):
    """Salons that ask those who wait, on a server whose clock is moved."""

    hours_passed = 0  # on the server's clock, which never goes back

    def setUp(self):
        super().setUp()
        if not self.hours_passed:
            self.pass_hours(1)

    def pass_hours(self, hours):
        """Returns when all that was due until then is done."""
        to = later(hours=self.hours_passed + hours)
        answer = self.client.quick('POST', '/test/clock', body={'to': to})
        self.assertEqual(answer.status, 200, answer)
        type(self).hours_passed += hours

    def salon(self, **rules):
        return self.world.make_resource('slots', rules={
            'quiet_hours': None, 'ping_after': '14d', 'ping_grace': '7d', **rules})

    def join(self, resource):
        return self.as_public().call('join', {'resource_id': resource['id']}, body=new_person(),
                                     expect=201)

    def kinds_to(self, guest):
        return [message['kind'] for message in
                self.client.items('list_messages', {'resource_id': guest['resource_id']})
                if message['entry_id'] == guest['id']]


class StillThere(AskedLater, ServerCase):
    flags = ('--join-rate', '0', '--manual-clock')

    def path_of(self, guest):
        return guest['status_url'][guest['status_url'].index('/e/'):]

    def answer(self, guest, token=None, expect=200):
        return self.as_guest(token or guest['token']).call(
            'still_here', {'entry_id': guest['id']}, expect=expect)

    def set_aside(self, guest):
        for days in (14, 7, 7):
            self.pass_hours(days * DAY)
        self.assertTrue(self.world.entry(guest)['set_aside'])

    def test_a_guest_is_asked_and_one_tap_answers(self):
        guest = self.join(self.salon())
        self.pass_hours(14 * DAY)
        self.assertEqual(self.kinds_to(guest).count('still_there'), 1)
        self.assertIn('Do you still want this?', self.page(self.path_of(guest)))
        said = self.press(self.path_of(guest), action='still_here')
        self.assertIn('at the same place', said)
        self.assertNotIn('Do you still want this?', said)
        self.pass_hours(13 * DAY)
        self.assertEqual(self.kinds_to(guest).count('still_there'), 1)

    def test_who_does_not_answer_keeps_the_place_and_is_back_with_one_tap(self):
        salon = self.salon()
        first = self.join(salon)
        self.set_aside(first)
        self.assertEqual(self.kinds_to(first).count('still_there'), 2)
        second = self.join(salon)
        self.world.free_slot(salon, starts_at=later(hours=self.hours_passed + 30),
                             duration='30m')
        self.assertEqual(self.world.entry(second)['state'], 'offered')
        self.assertEqual(self.world.entry(first)['rank'], 1)
        self.assertIn('We asked twice', self.page(self.path_of(first)))
        back = self.answer(first)
        self.assertFalse(back['set_aside'])
        self.assertEqual(back['rank'], 1)

    def test_staff_set_a_caller_aside_until_they_want_something_again(self):
        salon = self.world.make_resource('slots', rules={'quiet_hours': None})
        first, second = self.join(salon), self.join(salon)
        aside = self.client.call('set_aside', {'entry_id': first['id']}, expect=200)
        self.assertEqual((aside['set_aside'], aside['rank']), (True, 1))
        self.world.free_slot(salon, starts_at=later(hours=self.hours_passed + 30),
                             duration='30m')
        self.assertEqual(self.world.entry(second)['state'], 'offered')
        self.assertIn('You asked us not to offer you anything', self.page(self.path_of(first)))
        self.client.call('set_aside', {'entry_id': second['id']}, expect=409)
        self.press(self.path_of(first), action='still_here')
        self.assertFalse(self.world.entry(first)['set_aside'])

    def test_looking_at_the_page_is_no_answer(self):
        guest = self.join(self.salon())
        self.pass_hours(14 * DAY)
        for _ in range(3):
            self.page(self.path_of(guest))
        self.pass_hours(7 * DAY)
        self.assertEqual(self.kinds_to(guest).count('still_there'), 2)

    def test_a_stranger_cannot_answer_for_a_guest(self):
        salon = self.salon()
        guest, stranger = self.join(salon), self.join(salon)
        self.set_aside(guest)
        self.answer(guest, token=stranger['token'], expect=404)
        self.as_public().call('still_here', {'entry_id': guest['id']}, expect=401)
        self.assertTrue(self.world.entry(guest)['set_aside'])

    def test_an_answer_that_nobody_asked_for_changes_nothing(self):
        salon = self.salon()
        guest = self.join(salon)
        before = self.world.resource(salon)['last_seq']
        self.answer(guest)
        self.assertEqual(self.world.resource(salon)['last_seq'], before)

    def test_rules_out_of_range_are_refused_by_name(self):
        for field, value in (('ping_after', '1h'), ('ping_after', '400d'), ('ping_grace', '0s')):
            refused = self.client.call('create_resource', body={
                'name': 'Salon', 'kind': 'slots', 'rules': {field: value}}, expect=422)
            self.assertEqual(refused['errors'][0]['field'], f'rules.{field}')


class UnheardQuestions(AskedLater, MailCase):
    """A question that reaches nobody has no answer, so nobody is set aside for it."""

    more_flags = ('--manual-clock',)

    def weeks_without_an_answer(self, guest):
        """Long enough for two questions and their time to answer."""
        for _ in range(6):
            self.pass_hours(7 * DAY)
            self.pass_hours(1)
        entry = self.world.entry(guest)
        self.assertEqual((entry['state'], entry['set_aside']), ('waiting', False), entry)

    def wait_in(self, salon, person):
        guest = self.world.join(salon, person)
        self.pass_hours(1)
        return guest

    def test_who_stopped_all_messages_has_a_turn_like_anybody(self):
        salon = self.salon()
        person = new_person()
        silent = self.wait_in(salon, person)
        stop = self.path_of(self.mail(person, 'waitlisted').unsubscribe_url)
        self.assertEqual(fetch(self.server.address, 'POST', stop, ONE_CLICK).status, 200)
        self.weeks_without_an_answer(silent)
        self.assertEqual(self.smtp.mails_to(person['email'])[1:], [])
        second = self.world.join(salon)
        self.world.free_slot(salon, starts_at=later(hours=self.hours_passed + 30), duration='30m')
        self.assertEqual(self.world.entry(silent)['state'], 'offered')
        self.assertEqual(self.world.entry(second)['state'], 'waiting')
        # Whoever allows messages again is asked like anybody, and is set aside like anybody.
        fetch(self.server.address, 'POST', stop, {'action': 'start'})

    def test_whose_mailbox_refuses_the_question_was_not_asked(self):
        salon = self.salon()
        person = new_person()
        guest = self.wait_in(salon, person)
        self.mail(person, 'waitlisted')
        self.smtp.refuse('rcpt', person['email'], 550, 'no such user here')
        self.weeks_without_an_answer(guest)
