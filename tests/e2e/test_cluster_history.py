"""The judge of a cluster's history must be able to find what it looks for: true histories pass, and
each falsified one is caught for the right reason."""
import copy
import json
import unittest

from harness.history import History, Findings, judge

RESOURCE = 'res_1'


def event(kind, entry=None, offer=None, before=None, after=None, **details):
    return {'type': kind, 'entry_id': entry, 'offer_id': offer, 'from_state': before,
            'to_state': after, 'details': details, 'at': '2026-11-15T12:00:01Z'}


def joined(entry, state='waiting'):
    return event('entry_joined', entry, after=state)


def offered(entry, offer):
    return event('offer_made', entry, offer, 'waiting', 'offered',
                 expires_at='2026-11-15T12:00:01.500Z')


def accepted(entry, offer):
    return event('offer_accepted', entry, offer, 'offered', 'accepted')


class Story:
    """Two seats and five people: the first has one at once, the second is offered the other and
    accepts, the third declines, the fourth leaves, the fifth waits."""

    def __init__(self):
        self.history = History()
        self.clock = 0.0
        self.audit = [
            event('resource_created', after='active', capacity=1),
            joined('ent_1', 'accepted'),
            *(joined(f'ent_{number}') for number in range(2, 6)),
            event('settings_changed', capacity=2),
            offered('ent_2', 'off_1'),
            event('offer_ended', 'ent_2', 'off_1', 'offered', 'declined', outcome='declined'),
            offered('ent_3', 'off_2'),
            accepted('ent_3', 'off_2'),
            event('entry_ended', 'ent_4', before='waiting', after='left')]
        self.entries = [{'id': f'ent_{number}', 'position': number, 'email': f'{number}@x.example'}
                        for number in range(1, 6)]
        self.queue = [{'rank': 1, 'position': 5}]
        self.counts = {'waiting': 1, 'free': 0, 'accepted_places': 2, 'held_places': 0}
        self.is_verified = True
        for number in range(1, 6):
            self.join(number)
        self.ask('capacity', None, body={'capacity': 2})
        self.ask('decline', 'decline-1', 'off_1', answer={'entry_id': 'ent_2'})
        self.ask('accept', 'accept-2', 'off_2', answer={'entry_id': 'ent_3'})
        self.ask('leave', None, 'ent_4')
        self.number()
        self.ask('read', None, answer={'last_seq': len(self.audit)})
        self.ask('audit', None, answer={'items': copy.deepcopy(self.audit[-3:])})

    def ask(self, kind, key, subject=None, status=200, answer=None, request=None, **more):
        """One attempt that takes a second; two seconds later the next one begins."""
        self.clock += 3
        attempt = {'request': request or self.history.new_request(), 'kind': kind, 'key': key,
                   'resource': RESOURCE, 'subject': subject, 'node': 0, 'began': self.clock,
                   'ended': self.clock + 1, 'status': status, 'answer': json.dumps(answer or {}),
                   'replayed': False, 'body': None, **more}
        self.history.add(**attempt)
        return self.history.attempts[-1]

    def join(self, number, key=None, **more):
        return self.ask('join', key or f'join-{number}', body={'email': f'{number}@x.example'},
                        answer={'id': f'ent_{number}', 'position': number}, **more)

    def number(self):
        for number, item in enumerate(self.audit, 1):
            item['seq'] = number
            item.setdefault('hash', f'{number:064x}')

    def attempt(self, key):
        return next(one for one in self.history.attempts if one['key'] == key)

    def judge(self):
        self.number()
        end = {'audit': self.audit, 'entries': self.entries, 'queue': self.queue,
               'resource': {'capacity': 2, 'counts': self.counts},
               'verification': {'ok': self.is_verified, 'findings': ['a finding']}}
        return judge(self.history, {RESOURCE: end})


class Judge(unittest.TestCase):
    def setUp(self):
        self.story = Story()

    def assert_found(self, *kinds):
        """Exactly these kinds of things are wrong."""
        findings = self.story.judge()
        found = tuple(kind for kind in Findings.KINDS if findings[kind])
        self.assertEqual(found, kinds, findings)
        self.assertEqual(bool(findings), bool(kinds))

    def position_of(self, kind, entry=None):
        return next(number for number, item in enumerate(self.story.audit)
                    if item['type'] == kind and entry in (None, item['entry_id']))

    def test_a_true_story_passes(self):
        self.assert_found()

    def test_a_repetition_with_the_same_answer_passes(self):
        self.story.join(2, request=self.story.attempt('join-2')['request'], replayed=True)
        self.assert_found()

    def test_an_attempt_without_an_answer_may_have_been_carried_out(self):
        self.story.join(6, status=None, request=77)
        self.story.join(6, request=77)
        self.story.audit.append(joined('ent_6'))
        self.story.entries.append({'id': 'ent_6', 'position': 6, 'email': '6@x.example'})
        self.story.queue.append({'rank': 2, 'position': 6})
        self.story.counts['waiting'] = 2
        self.assert_found()

    def test_an_acknowledged_join_that_is_not_there(self):
        self.story.join(6)
        self.assert_found('lost')

    def test_an_entry_that_became_someone_else(self):
        self.story.entries[4]['email'] = 'other@x.example'
        self.assert_found('lost')

    def test_an_acknowledged_acceptance_that_is_not_there(self):
        self.story.ask('accept', 'accept-9', 'off_9', answer={'entry_id': 'ent_1'})
        self.assert_found('lost')

    def test_an_acknowledged_decline_that_is_not_there(self):
        self.story.ask('decline', 'decline-2', 'off_2', answer={'entry_id': 'ent_3'})
        self.assert_found('lost')

    def test_someone_who_left_and_is_still_there(self):
        self.story.ask('leave', None, 'ent_5')
        self.assert_found('lost')

    def test_an_acknowledged_capacity_that_is_not_there(self):
        self.story.ask('capacity', None, body={'capacity': 7})
        self.assert_found('lost')

    def test_a_resource_that_is_gone(self):
        self.story.join(8, resource='res_2')
        self.assert_found('lost')

    def test_someone_in_line_who_is_not_counted(self):
        self.story.counts['waiting'] = 2
        self.assert_found('lost')

    def test_more_places_than_there_are(self):
        self.story.audit += [offered('ent_5', 'off_3')]
        self.story.queue, self.story.counts['waiting'] = [], 0
        self.story.counts['held_places'] = 1
        self.assert_found('double_sold')

    def test_a_capacity_that_is_made_smaller_takes_nothing_away(self):
        self.story.audit.append(event('settings_changed', capacity=1))
        self.assert_found()

    def test_places_that_the_trail_does_not_know(self):
        self.story.counts['accepted_places'] = 3
        self.assert_found('double_sold')

    def test_one_offer_accepted_twice(self):
        self.story.audit.append(accepted('ent_3', 'off_2'))
        self.assert_found('double_sold')

    def test_one_entry_with_two_offers(self):
        place = self.position_of('offer_accepted')
        self.story.audit.insert(self.position_of('offer_made'), event('settings_changed',
                                                                      capacity=3))
        self.story.audit.insert(place + 1, offered('ent_3', 'off_9'))
        self.story.history.attempts.pop()  # what was read of the trail is another matter
        self.assert_found('double_sold', 'order_breaks')

    def test_one_number_given_to_two_people(self):
        self.story.join(5, key='join-5b')
        self.assert_found('double_sold')

    def test_one_offer_promised_to_two_people(self):
        self.story.ask('accept', 'accept-2b', 'off_2', answer={'entry_id': 'ent_5'})
        self.assert_found('lost', 'double_sold')

    def test_an_offer_past_someone_who_waits(self):
        self.story.audit.insert(self.position_of('offer_ended') + 1, offered('ent_4', 'off_9'))
        self.story.audit.insert(self.position_of('offer_made'),
                                event('settings_changed', capacity=3))
        self.story.history.attempts.pop()
        self.assert_found('order_breaks')

    def test_a_newcomer_who_passes_those_who_wait(self):
        self.story.audit.insert(7, event('settings_changed', capacity=3))
        self.story.audit.insert(8, joined('ent_6', 'accepted'))
        self.story.counts['accepted_places'] = 3
        self.story.history.attempts.pop()
        self.assert_found('order_breaks')

    def swap_first_two(self):
        for number, other in ((1, 2), (2, 1)):
            answer = {'id': f'ent_{number}', 'position': other}
            self.story.attempt(f'join-{number}')['answer'] = json.dumps(answer)

    def test_positions_against_the_order_of_the_answers(self):
        self.swap_first_two()
        self.assert_found('order_breaks')

    def test_positions_of_requests_at_the_same_time_may_fall_either_way(self):
        self.swap_first_two()
        self.story.attempt('join-2')['began'] = self.story.attempt('join-1')['began']
        self.assert_found()

    def test_ranks_with_a_hole(self):
        self.story.queue[0]['rank'] = 2
        self.assert_found('order_breaks')

    def test_a_free_place_while_someone_waits(self):
        self.story.counts['free'] = 1
        self.assert_found('order_breaks')

    def test_a_chain_that_does_not_hold(self):
        self.story.is_verified = False
        self.assert_found('broken_chains')

    def test_an_event_that_is_left_out(self):
        self.story.number()
        del self.story.audit[6]
        self.story.number = lambda: None
        self.assert_found('lost', 'double_sold', 'broken_chains')

    def test_an_event_that_was_read_and_is_another_one_now(self):
        self.story.audit[-1]['hash'] = 'f' * 64
        self.assert_found('broken_chains')

    def test_an_answer_that_changes(self):
        again = self.story.join(2, request=self.story.attempt('join-2')['request'])
        again['answer'] = again['answer'].replace('}', ', "rank": 9}')
        self.assert_found('changed_answers')

    def test_a_success_that_is_refused_later(self):
        self.story.join(2, request=self.story.attempt('join-2')['request'], status=409)
        self.assert_found('changed_answers')

    def test_the_past_after_the_present(self):
        self.story.ask('read', None, answer={'last_seq': 3})
        self.assert_found('stale_reads')

    def test_two_readers_at_once_may_see_different_moments(self):
        read = self.story.ask('read', None, answer={'last_seq': 3})
        read['began'] = 0
        self.assert_found()

    def test_an_acceptance_after_the_deadline(self):
        self.story.audit[self.position_of('offer_accepted')]['at'] = '2026-11-15T12:00:02Z'
        self.assert_found('too_late')

    def test_an_acceptance_after_the_deadline_was_moved(self):
        place = self.position_of('offer_accepted')
        self.story.audit[place]['at'] = '2026-11-15T12:00:02Z'
        self.story.audit.insert(place, event('offer_extended', 'ent_3', 'off_2',
                                             expires_at='2026-11-15T12:00:03Z'))
        self.story.history.attempts.pop()
        self.assert_found()

    def test_an_answer_that_nobody_should_get(self):
        self.story.join(9, status=500)
        self.assert_found('strange_answers')

    def test_a_join_without_a_key_may_stay_unanswered(self):
        self.story.join(9, status=503)['key'] = None
        self.assert_found()

    def test_a_request_that_nobody_ever_answered(self):
        self.story.join(9, status=503)
        self.assert_found('unsettled')


class Gaps(unittest.TestCase):
    def test_the_longest_time_without_an_acknowledgement(self):
        story = Story()  # one ends every three seconds, the first at 4
        self.assertEqual(story.history.longest_gap(4, 10, 'join'), 3)
        self.assertEqual(story.history.longest_gap(4, 30, 'join'), 14)
        self.assertEqual(story.history.longest_gap(40, 50, 'join'), 10)


if __name__ == '__main__':
    unittest.main()
