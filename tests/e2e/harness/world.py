"""Short ways to set things up: a resource, people in its line, a place that frees up."""
import datetime
import itertools

# Tests run at any hour, so guests in tests have no quiet hours.
AWAKE = {'quiet_hours': None}
_numbers = itertools.count(1)


def later(**span):
    """An instant in the future, in the API's form and on a whole second."""
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**span)
    return time.strftime('%Y-%m-%dT%H:%M:%SZ')


def new_person(**fields):
    """Someone who was never here before."""
    number = next(_numbers)
    return {'name': f'Guest Number{number}', 'email': f'guest.{number}@mail.example.org', **fields}


class World:
    """Acts with one API key. Answers are plain dictionaries."""

    def __init__(self, client):
        self.client = client

    def make_resource(self, kind='seats', rules=None, **fields):
        body = {'name': f'Resource {next(_numbers)}', 'kind': kind, 'time_zone': 'Europe/Berlin',
                'rules': {**AWAKE, **(rules or {})}, **fields}
        return self.client.call('create_resource', body=body, expect=201).body

    def join(self, resource, person=None, key=None, credential=None, **fields):
        """The entry of a new person, with its token. Without a key it is the guest who joins."""
        body = {**(person or new_person()), **fields}
        return self.client.call('join', {'resource_id': resource['id']}, body=body, key=key,
                                credential=credential, expect=201).body

    def join_many(self, resource, count):
        """By staff, for whom no limit of joins counts."""
        return [self.join(resource, credential=self.client.credential) for _ in range(count)]

    def resource(self, resource):
        return self.client.call('get_resource', {'resource_id': resource['id']}, expect=200).body

    def entry(self, entry):
        return self.client.call('get_entry', {'entry_id': entry['id']}, expect=200).body

    def offer(self, offer):
        return self.client.call('get_offer', {'offer_id': offer['id']}, expect=200).body

    def change(self, resource, **fields):
        return self.client.call('update_resource', {'resource_id': resource['id']}, body=fields,
                                expect=200).body

    def last_seq(self, resource):
        return self.resource(resource)['last_seq']

    def audit(self, resource):
        return list(self.client.items('list_audit', {'resource_id': resource['id']}, limit=200))

    def free_slot(self, resource, **fields):
        body = {'starts_at': later(days=3), 'duration': '45m', **fields}
        return self.client.call('add_opening', {'resource_id': resource['id']}, body=body,
                                expect=201).body

    def verification_token(self, entry):
        """The token of the message that proves the address of an unverified entry."""
        resource = {'resource_id': entry['resource_id']}
        for message in self.client.items('list_messages', resource):
            if message['kind'] == 'verify' and message['entry_id'] == entry['id']:
                return message['link'].rsplit('/', 1)[1]
        raise AssertionError(f'no message asks {entry["id"]} to verify')

    def offered_slot(self, **rules):
        """A resource of slots, an entry that is offered one, and its token."""
        resource = self.make_resource('slots', rules=rules)
        joined = self.join(resource)
        self.free_slot(resource)
        entry = self.entry(joined)
        assert entry['state'] == 'offered', entry
        return resource, entry, joined['token']

    def accepted_seat(self):
        """A resource of one seat, the entry that has it, and its token."""
        resource = self.make_resource('seats', capacity=1)
        joined = self.join(resource)
        assert joined['state'] == 'accepted', joined
        return resource, joined, joined['token']

    def confirming(self, **what):
        """An offer that was claimed and waits: for a payment, or for an outside booking."""
        resource = self.make_resource('seats', capacity=0, **what)
        joined = self.join(resource)
        if what.get('inventory') == 'external':
            self.client.call('release_capacity', {'resource_id': resource['id']},
                             body={'event_id': 'first', 'quantity': 1}, expect=200)
        else:
            self.change(resource, capacity=1)
        offer = self.entry(joined)['offer']
        claimed = self.client.call('accept_offer', {'offer_id': offer['id']}, expect=200).body
        assert claimed['state'] == 'confirming', claimed
        return resource, claimed, joined['token']
