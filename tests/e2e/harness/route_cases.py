"""For each operation, how to set the stage for one successful call of it. test_routes walks all of
them with all kinds of credentials, and fails when an operation of the contract has no case."""
import atexit
import base64
import shutil
import tempfile
import uuid

from . import staff
from . import waiting
from . import world as worlds


class Scene:
    """Everything that one call needs, in a world where it will succeed."""

    def __init__(self, ids=None, body=None, status=200, resource=None, token=None,
                 right_token=None, headers=None):
        self.ids = ids or {}
        self.body = body
        self.status = status
        self.resource = resource        # whose audit trail must not move when the call is refused
        self.token = token              # of the guest whose entry it is about
        self.right_token = right_token or token
        self.headers = headers          # beside the credentials


# A file that lists may follow, where the server was started with this folder.
SHEETS = tempfile.mkdtemp(prefix='standby-sheets-')
SHEET = f'file://{SHEETS}/salon.csv'
with open(f'{SHEETS}/salon.csv', 'w', encoding='utf-8') as _file:
    _file.write('Name,Mobile\n')
atexit.register(shutil.rmtree, SHEETS, ignore_errors=True)

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def _on(resource, **more):
    return Scene({'resource_id': resource['id']}, resource=resource, **more)


@case
def create_resource(world):
    return Scene(body={'name': 'New', 'kind': 'seats', 'capacity': 3}, status=201)


@case
def list_resources(world):
    world.make_resource()
    return Scene()


@case
def get_resource(world):
    return _on(world.make_resource())


@case
def copy_entry(world):
    entry = world.join(world.make_resource())
    return _on(world.make_resource(), body={'entry_id': entry['id']}, status=201)


@case
def get_challenge(world):
    return _on(world.make_resource())


@case
def get_draw(world):
    return _on(world.make_resource(rules={'order': 'lottery', 'draw_at': worlds.later(days=1)}))


@case
def update_resource(world):
    return _on(world.make_resource(), body={'name': 'Another name', 'capacity': 5})


@case
def pause_resource(world):
    return _on(world.make_resource())


@case
def resume_resource(world):
    resource = world.make_resource()
    world.client.call('pause_resource', {'resource_id': resource['id']}, expect=200)
    return _on(resource)


@case
def close_resource(world):
    return _on(world.make_resource())


def _closed(world):
    resource = world.make_resource()
    world.client.call('close_resource', {'resource_id': resource['id']}, expect=200)
    return resource


@case
def reopen_resource(world):
    return _on(_closed(world))


@case
def archive_resource(world):
    return _on(_closed(world))


@case
def unarchive_resource(world):
    resource = _closed(world)
    world.client.call('archive_resource', {'resource_id': resource['id']}, expect=200)
    return _on(resource)


@case
def duplicate_resource(world):
    return _on(world.make_resource(), body={'name': 'Another evening'}, status=201)


@case
def cancel_resource(world):
    return _on(world.make_resource(), body={'note': 'The singer is ill.'})


@case
def release_capacity(world):
    resource = world.make_resource('access', capacity=100)
    return _on(resource, body={'event_id': 'wave-1', 'quantity': 2, 'reason': 'launch'})


@case
def get_bus(_):
    return Scene()


@case
def settle_bus(_):
    return Scene(body={'number': 1})


@case
def list_events(world):
    world.make_resource()
    return Scene()


@case
def revoke_capacity(world):
    resource = world.make_resource('access', capacity=100)
    world.client.call('release_capacity', {'resource_id': resource['id']},
                      body={'event_id': 'wave-1', 'quantity': 2})
    return _on(resource, body={'event_id': 'sold-1', 'quantity': 1})


@case
def join(world):
    resource = world.make_resource()
    return _on(resource, body=worlds.new_person(party_size=1), status=201,
               token=world.join(resource)['token'])


def _with_a_guest(world):
    resource = world.make_resource()
    return _on(resource, token=world.join(resource)['token'])


@case
def get_sheet(world):
    return _on(world.make_resource())


@case
def set_sheet(world):
    return _on(world.make_resource(), body={'url': SHEET})


@case
def remove_sheet(world):
    resource = world.make_resource()
    world.client.call('set_sheet', {'resource_id': resource['id']}, body={'url': SHEET},
                      expect=200)
    return _on(resource)


@case
def test_sheet(world):
    return _on(world.make_resource(), body={'url': SHEET})


@case
def accept_sheet(world):
    return _on(world.make_resource())


@case
def list_queue(world):
    return _with_a_guest(world)


@case
def list_entries(world):
    return _with_a_guest(world)


@case
def list_messages(world):
    return _with_a_guest(world)


@case
def list_audit(world):
    return _with_a_guest(world)


@case
def verify_audit(world):
    return _with_a_guest(world)


@case
def get_board(world):
    return _with_a_guest(world)


@case
def get_calendar(world):
    return _with_a_guest(world)


@case
def get_stats(world):
    return _with_a_guest(world)


@case
def export_stats(world):
    return _with_a_guest(world)


@case
def list_rules(world):
    return _with_a_guest(world)


@case
def preview_change(world):
    scene = _with_a_guest(world)
    scene.body = {'capacity': 30}
    return scene


@case
def try_rules(world):
    scene = _with_a_guest(world)
    scene.body = {'rules': {'claim_window': '30m'}}
    return scene


@case
def stream_resource(world):
    return _with_a_guest(world)


@case
def list_offers(world):
    resource, _, token = world.offered_slot()
    return _on(resource, token=token)


@case
def add_opening(world):
    resource = world.make_resource('slots')
    body = {'event_id': 'freed-1', 'starts_at': worlds.later(days=2), 'duration': '30m',
            'service': 'colour', 'staff': 'Noor', 'place': 'Mitte', 'size': {'min': 1, 'max': 4},
            'price': {'amount': 4500, 'currency': 'EUR'}, 'reason': 'cancellation',
            'unlisted': True}
    return _on(resource, body=body, status=201, token=world.join(resource)['token'])


@case
def message_entries(world):
    resource = world.make_resource()
    entry = world.join(resource)
    return _on(resource, body={'entries': [entry['id']], 'text': 'We open at ten.'}, status=202)


@case
def preview_staff_message(world):
    resource = world.make_resource()
    entry = world.join(resource)
    return _on(resource, body={'entries': [entry['id']], 'text': 'We open at ten.'})


@case
def preview_opening(world):
    resource = world.make_resource('slots')
    body = {'starts_at': worlds.later(days=2), 'duration': '30m', 'service': 'colour',
            'unlisted': True}
    return _on(resource, body=body, token=world.join(resource)['token'])


@case
def list_openings(world):
    resource, _, token = world.offered_slot()
    return _on(resource, token=token)


def _entry_that_waits(world, body=None):
    resource = world.make_resource()
    entry = world.join(resource)
    return Scene({'entry_id': entry['id']}, body, resource=resource, token=entry['token'])


def _entry_with_a_seat(world, body=None):
    resource, entry, token = world.accepted_seat()
    return Scene({'entry_id': entry['id']}, body, resource=resource, token=token)


@case
def get_entry(world):
    return _entry_that_waits(world)


@case
def update_entry(world):
    return _entry_that_waits(world, {'party_size': 2, 'wants': {'service': 'colour'},
                                     'unlisted': True})


@case
def leave(world):
    return _entry_that_waits(world)


@case
def verify_entry(world):
    resource = world.make_resource(rules={'verify_email': True})
    entry = world.join(resource, credential=world.client.credential)
    return Scene({'entry_id': entry['id']}, resource=resource, token=entry['token'],
                 right_token=world.verification_token(entry))


@case
def resend_link(world):
    scene = _entry_that_waits(world)
    scene.status = 202
    return scene


@case
def still_here(world):
    return _entry_that_waits(world)


@case
def set_aside(world):
    return _entry_that_waits(world)


@case
def revoke_links(world):
    return _entry_that_waits(world)


@case
def promote_entry(world):
    resource = world.make_resource('slots')
    entry = world.join(resource, wants={'service': 'colour'})
    opening = world.free_slot(resource, service='cut', unlisted=True)
    return Scene({'entry_id': entry['id']}, {'opening_id': opening['id'], 'reason': 'a favour'},
                 resource=resource, token=entry['token'])


@case
def mark_no_show(world):
    return _entry_with_a_seat(world)


@case
def mark_attended(world):
    return _entry_with_a_seat(world)


@case
def cancel_entry(world):
    return _entry_with_a_seat(world)


@case
def remove_entry(world):
    return _entry_that_waits(world, {'cause': 'fraud'})


@case
def export_person(world):
    return _entry_that_waits(world)


@case
def erase_entry(world):
    return _entry_that_waits(world)


@case
def get_guest(world):
    return _entry_that_waits(world)


@case
def patch_note(world):
    return _entry_that_waits(world, {'text': 'Likes the window.', 'add_tags': ['regular']})


@case
def search_people(world):
    world.make_resource()
    return Scene(body={'text': 'nobody@example.org'})


@case
def find_person(world):
    world.make_resource()
    return Scene(body={'person': 'nobody@example.org'})


@case
def explain_entry(world):
    return _entry_that_waits(world)


@case
def stream_entry(world):
    return _entry_that_waits(world)


def _live_offer(world, body=None):
    resource, entry, token = world.offered_slot()
    return Scene({'offer_id': entry['offer']['id']}, body, resource=resource, token=token)


@case
def get_offer(world):
    return _live_offer(world)


@case
def accept_offer(world):
    return _live_offer(world)


@case
def decline_offer(world):
    return _live_offer(world)


@case
def see_offer(world):
    return _live_offer(world)


@case
def late_yes(world):
    # Taking back what was never said is fine while the offer is open, too.
    return _live_offer(world, {'wanted': False})


@case
def extend_offer(world):
    return _live_offer(world, {'until': worlds.later(days=1)})


@case
def report_sent(world):
    return _live_offer(world, {'sent_at': worlds.later(seconds=0)})


@case
def report_undeliverable(world):
    return _live_offer(world, {'cause': 'bounced'})


@case
def report_booking(world):
    resource, offer, token = world.confirming(inventory='external')
    return Scene({'offer_id': offer['id']}, {'outcome': 'confirmed'}, resource=resource,
                 token=token)


@case
def report_payment(world):
    price = {'amount': 900, 'currency': 'EUR'}
    resource, offer, token = world.confirming(rules={'payment': price})
    return Scene({'offer_id': offer['id']}, {'outcome': 'succeeded'}, resource=resource,
                 token=token)


@case
def refund_offer(world):
    resource, offer, token = world.confirming(rules={'payment': {'amount': 900, 'currency': 'EUR'}})
    # Nothing was taken.
    return Scene({'offer_id': offer['id']}, {'reason': 'a wish'}, 409, resource=resource,
                 token=token)


@case
def keep_card(world):
    resource = world.make_resource()
    entry = world.join(resource)
    # Nothing has to be paid.
    return Scene({'entry_id': entry['id']}, None, 409, resource=resource, token=entry['token'])


@case
def list_entry_payments(world):
    resource = world.make_resource()
    entry = world.join(resource)
    return Scene({'entry_id': entry['id']}, resource=resource, token=entry['token'])


@case
def list_payments(world):
    return _on(world.make_resource())


@case
def export_payments(world):
    return _on(world.make_resource())


@case
def get_payments(world):
    return Scene()


@case
def get_payment_settings(world):
    return Scene()


@case
def set_payment_settings(world):
    return Scene(body={'provider': 'stripe', 'key': 'sk_test_Aster0'})


@case
def remove_payment_settings(world):
    return Scene()


@case
def test_payment_settings(world):
    return Scene(body={'provider': 'stripe', 'key': 'sk_test_Aster0'})


@case
def report_stripe_event(world):
    return Scene(status=400)


@case
def report_mollie_payment(world):
    return Scene(status=400)


def _opening(world):
    resource = world.make_resource('slots')
    token = world.join(resource)['token']
    opening = world.free_slot(resource)
    return Scene({'opening_id': opening['id']}, resource=resource, token=token)


@case
def get_opening(world):
    return _opening(world)


@case
def withdraw_opening(world):
    return _opening(world)


@case
def book_opening(world):
    return _opening(world)


# Nobody listens there: the answers say so, and that is an answer.
_A_CALENDAR = {'kind': 'ics', 'url': 'http://127.0.0.1:9/salon.ics'}


def _calendar(world, **more):
    resource = world.make_resource('slots')
    made = world.client.call('add_calendar', {'resource_id': resource['id']}, body=_A_CALENDAR,
                             expect=201)
    return Scene({'calendar_id': made['id']}, resource=resource, **more)


@case
def list_calendars(world):
    return _on(world.make_resource('slots'))


@case
def add_calendar(world):
    return _on(world.make_resource('slots'), body=_A_CALENDAR, status=201)


@case
def test_calendar(world):
    return _on(world.make_resource('slots'), body=_A_CALENDAR)


@case
def get_followed_calendar(world):
    return _calendar(world)


@case
def remove_calendar(world):
    return _calendar(world, status=204)


@case
def look_at_calendar(world):
    return _calendar(world)


@case
def free_gone_appointments(world):
    return _calendar(world)


@case
def keep_gone_appointments(world):
    return _calendar(world)


# Nobody listens there: the answers say so, and that is an answer.
_BOOKINGS = {'kind': 'http', 'url': 'http://127.0.0.1:9', 'token': 'secret'}


def _with_bookings(world, **more):
    resource = world.make_resource(inventory='external')
    world.client.call('put_booking_system', {'resource_id': resource['id']}, body=_BOOKINGS,
                      expect=200)
    return _on(resource, **more)


@case
def get_booking_system(world):
    return _with_bookings(world)


@case
def put_booking_system(world):
    return _on(world.make_resource(inventory='external'), body=_BOOKINGS)


@case
def delete_booking_system(world):
    return _with_bookings(world, status=204)


@case
def test_booking_system(world):
    return _on(world.make_resource(inventory='external'), body=_BOOKINGS)


@case
def settle_booking_system(world):
    return _with_bookings(world)


@case
def get_account(world):
    return Scene()


@case
def get_account_stats(world):
    return Scene()


@case
def get_month(world):
    return Scene()


@case
def get_cluster(world):
    return Scene()


@case
def list_keys(world):
    return Scene()


@case
def create_key(world):
    return Scene(body={'role': 'read-only', 'label': 'reports'}, status=201)


@case
def revoke_key(world):
    made = world.client.call('create_key', body={'role': 'staff', 'label': 'gone'}, expect=201)
    return Scene({'key_id': made['id']})


@case
def list_signing_keys(world):
    return Scene()


def _make_room_for_signing_keys(world):
    for key in world.client.items('list_signing_keys'):
        world.client.call('revoke_signing_key', {'signing_key_id': key['id']}, expect=200)


@case
def create_signing_key(world):
    _make_room_for_signing_keys(world)
    return Scene(body={'name': 'app', 'algorithm': 'EdDSA'}, status=201)


@case
def revoke_signing_key(world):
    _make_room_for_signing_keys(world)
    made = world.client.call('create_signing_key', body={'name': 'gone', 'algorithm': 'HS256'},
                             expect=201)
    return Scene({'signing_key_id': made['id']})


def _of_catalogue(world, add, **body):
    """A new item of the catalogue under a name of its own."""
    name = f'Item {uuid.uuid4().hex}'
    return world.client.call(add, body=dict(body, name=name), expect=201)['id']


@case
def list_services(world):
    return Scene()


@case
def add_service(world):
    return Scene(body={'name': f'Colour {uuid.uuid4().hex}', 'other_names': [uuid.uuid4().hex],
                       'duration': '2h', 'price': {'amount': 9000, 'currency': 'EUR'},
                       'buffer': '15m'}, status=201)


@case
def get_service(world):
    return Scene({'service_id': _of_catalogue(world, 'add_service')})


@case
def change_service(world):
    return Scene({'service_id': _of_catalogue(world, 'add_service')}, body={'duration': '45m'})


@case
def remove_service(world):
    return Scene({'service_id': _of_catalogue(world, 'add_service')})


@case
def list_offered_people(world):
    return Scene()


@case
def add_offered_person(world):
    return Scene(body={'name': f'Anna {uuid.uuid4().hex}',
                       'hours': [{'days': ['tue'], 'from': '09:00', 'to': '17:00'}]}, status=201)


@case
def get_offered_person(world):
    return Scene({'person_id': _of_catalogue(world, 'add_offered_person')})


@case
def change_offered_person(world):
    return Scene({'person_id': _of_catalogue(world, 'add_offered_person')}, body={'hours': []})


@case
def remove_offered_person(world):
    return Scene({'person_id': _of_catalogue(world, 'add_offered_person')})


@case
def list_places(world):
    return Scene()


@case
def add_place(world):
    return Scene(body={'name': f'Table {uuid.uuid4().hex}', 'size': {'min': 2, 'max': 4}},
                 status=201)


@case
def get_place(world):
    return Scene({'place_id': _of_catalogue(world, 'add_place')})


@case
def change_place(world):
    return Scene({'place_id': _of_catalogue(world, 'add_place')}, body={'size': {'max': 6}})


@case
def remove_place(world):
    return Scene({'place_id': _of_catalogue(world, 'add_place')})


def _import(world, upload=True, preview=True, run=False):
    """One person in a table; the ids of the import, and its list."""
    resource = world.make_resource('slots')
    table = f'Name,E-mail\nAda,{uuid.uuid4().hex}@mail.example.org\n'.encode()
    begun = world.client.call('begin_import', {'resource_id': resource['id']},
                              body={'file_name': 'people.csv', 'size': len(table)}, expect=201).body
    ids = {'import_id': begun['id']}
    if upload:
        world.client.call('upload_import', ids, expect=200, body={
            'offset': 0, 'data': base64.b64encode(table).decode()})
    if upload and preview:
        world.client.call('preview_import', ids, body={}, expect=200)
    if run:
        world.client.call('run_import', ids, body={}, expect=200)
    return ids, resource


@case
def begin_import(world):
    resource = world.make_resource('slots')
    return Scene({'resource_id': resource['id']}, {'file_name': 'people.csv', 'size': 10}, 201,
                 resource)


@case
def get_import(world):
    return Scene(_import(world)[0])


@case
def upload_import(world):
    ids, resource = _import(world, upload=False)
    return Scene(ids, {'offset': 0, 'data': 'bmFtZQ=='}, resource=resource)


@case
def preview_import(world):
    ids, resource = _import(world)
    return Scene(ids, {'order': 'rows'}, resource=resource)


@case
def run_import(world):
    ids, resource = _import(world)
    return Scene(ids, {'skip_bad': True}, resource=resource)


@case
def undo_import(world):
    ids, resource = _import(world, run=True)
    return Scene(ids, resource=resource)


@case
def import_catalogue(world):
    return Scene(body={'dry_run': True})


@case
def get_house(world):
    return Scene()


@case
def draw_qr(world):
    return Scene(body={'url': staff.ORIGIN + '/r/res_1'})


@case
def update_house(world):
    return Scene(body={'name': 'Salon Aster', 'reply_to': 'hello@aster.example'})


@case
def rotate_webhook_secret(world):
    world.client.call('update_house', body={'webhook_url': 'http://127.0.0.1:9/hook'}, expect=200)
    return Scene()


MAIL = {'host': '127.0.0.1', 'port': 9, 'encryption': 'none', 'from': 'list@aster.example'}
TEXTS = {'service': 'twilio', 'account': 'AC1', 'secret': 'token', 'from': ['+15005550006'],
         'endpoint': 'http://127.0.0.1:9'}


WHATSAPP = {'service': 'meta', 'account': '106540352242922', 'secret': 'token',
            'app_secret': 'secret', 'endpoint': 'http://127.0.0.1:9'}


@case
def get_delivery(world):
    return Scene()


@case
def get_delivery_settings(world):
    return Scene()


@case
def set_delivery_mail(world):
    return Scene(body=MAIL)


@case
def remove_delivery_mail(world):
    return Scene()


@case
def test_delivery_mail(world):
    return Scene(body={'to': 'ada@example.com', 'settings': MAIL})


@case
def set_delivery_sms(world):
    return Scene(body=TEXTS)


@case
def remove_delivery_sms(world):
    return Scene()


@case
def test_delivery_sms(world):
    return Scene(body={'to': '+4915112345678', 'settings': TEXTS})


@case
def set_delivery_whatsapp(world):
    return Scene(body=WHATSAPP)


@case
def remove_delivery_whatsapp(world):
    return Scene()


@case
def test_delivery_whatsapp(world):
    return Scene(body={'to': '+4915112345678', 'settings': WHATSAPP})


VOICE = {'voice_id': 'waitlisted.mail.fr'}


def _words(world):
    """Standby's own: they have no problems."""
    return dict(world.client.call('get_voice', VOICE, expect=200)['default'])


@case
def list_voice(world):
    return Scene()


@case
def get_voice(world):
    return Scene(VOICE)


@case
def set_voice(world):
    return Scene(VOICE, _words(world))


@case
def reset_voice(world):
    return Scene(VOICE)


@case
def list_voice_versions(world):
    return Scene(VOICE)


@case
def preview_voice(world):
    return Scene(VOICE, _words(world))


def _message(world, **more):
    resource = world.make_resource()
    token = world.join(resource)['token']
    message = next(world.client.items('list_messages', {'resource_id': resource['id']}))
    return Scene({'message_id': message['id']}, resource=resource, token=token, **more)


@case
def list_all_messages(world):
    return Scene()


@case
def get_message(world):
    return _message(world)


@case
def replay_message(world):
    return _message(world, status=409)  # nothing fails where nothing is sent


@case
def tell_message(world):
    return _message(world, status=409)  # likewise


@case
def replay_messages(world):
    return Scene(body={})


@case
def read_inbox(world):
    return _entry_that_waits(world)


@case
def report_sms_status(world):
    return Scene(body={}, status=404)  # no provider is set up


@case
def receive_sms(world):
    return Scene(body={}, status=404)


@case
def verify_whatsapp(world):
    return Scene(status=404)


@case
def receive_whatsapp(world):
    return Scene(body={}, status=404)


@case
def report_mail_events(world):
    return Scene(body=[], status=404)


@case
def hand_in_mail(world):
    return Scene(body=b'Subject: x\r\n\r\nx', status=401,
                 headers={'Content-Type': 'message/rfc822'})


MAILBOX = {'host': 'mail.invalid', 'username': 'waitlist', 'password': 'secret'}


@case
def get_mailbox(world):
    return Scene()


@case
def set_mailbox(world):
    return Scene(body={'resource_id': world.make_resource()['id'], **MAILBOX})


@case
def test_mailbox(world):
    return Scene(body={'resource_id': world.make_resource()['id'], **MAILBOX})


@case
def remove_mailbox(world):
    return Scene(status=204)


def _card(world):
    """A card that nobody settled, on a list of its own."""
    resource = world.make_resource()
    data = f'Message-ID: <{uuid.uuid4()}>\r\nFrom: Mia <mia@example.com>\r\n\r\nHello.'.encode()
    number = world.client.call('hand_in_mail', body=data, expect=202,
                               query={'resource_id': resource['id']},
                               headers={'Content-Type': 'message/rfc822'})['card_id']

    def cards():
        return [card['id'] for card in world.client.items('list_cards')]

    waiting.wait_for(lambda: number in cards(), 'a card')
    return resource, {'card_id': number}


@case
def list_cards(world):
    return Scene()


@case
def get_card(world):
    return Scene(_card(world)[1])


@case
def get_card_mail(world):
    return Scene(_card(world)[1])


@case
def approve_card(world):
    resource, ids = _card(world)
    return Scene(ids, resource=resource)


@case
def dismiss_card(world):
    resource, ids = _card(world)
    return Scene(ids, resource=resource)


@case
def undo_card(world):
    resource, ids = _card(world)
    world.client.call('dismiss_card', ids, expect=200)
    return Scene(ids, resource=resource)


FROM_OUR_PAGES = {'Origin': staff.ORIGIN}


def _member(world):
    """Someone who signs in, the same one for all scenes that do not end that."""
    if not hasattr(world, 'member'):
        world.member = staff.hire(world.client, 'read-only')
    return world.member


def _signed_in(world, first=None, **more):
    """As someone who has just signed in, and has done something before."""
    browser = _member(world).browser.another()
    browser.sign_in(_member(world).email)
    if first is not None:
        first(browser)
    scene = Scene(**more)
    scene.session = browser.cookie
    browser.close()
    return scene


@case
def get_session(world):
    return Scene()


@case
def sign_in(world):
    return Scene(body={'email': _member(world).email, 'password': staff.PASSWORD},
                 headers=FROM_OUR_PAGES)


@case
def update_profile(world):
    return _signed_in(world, body={'name': 'Tess of the desk'})


@case
def sign_out(world):
    return Scene(status=204, headers=FROM_OUR_PAGES)


@case
def begin_totp(world):
    return _signed_in(world, body={'password': staff.PASSWORD})


@case
def confirm_totp(world):
    def begin(browser):
        browser.call('begin_totp', body={'password': staff.PASSWORD}, expect=200)

    return _signed_in(world, begin, body={'code': 'nonsense'}, status=422)


@case
def remove_totp(world):
    return _signed_in(world, body={'password': staff.PASSWORD})


@case
def begin_new_passkey(world):
    # The address of the tests has no https, so there can be no passkeys.
    return _signed_in(world, body={'password': staff.PASSWORD}, status=409)


@case
def add_passkey(world):
    body = {'name': 'Phone', 'client_data': 'e30', 'attestation': 'oA'}
    return _signed_in(world, body=body, status=409)


@case
def rename_passkey(world):
    return _signed_in(world, body={'id': 'pk_9', 'name': 'Phone'}, status=404)


@case
def remove_passkey(world):
    return _signed_in(world, body={'id': 'pk_9', 'password': staff.PASSWORD}, status=404)


@case
def begin_passkey(world):
    return Scene(status=409, headers=FROM_OUR_PAGES)


@case
def use_passkey(world):
    body = {'credential': 'AA', 'client_data': 'e30', 'authenticator_data': 'AA',
            'signature': 'AA'}
    return Scene(body=body, status=409, headers=FROM_OUR_PAGES)


@case
def make_recovery_codes(world):
    return _signed_in(world, body={'password': staff.PASSWORD}, status=409)


def _invitation(world):
    body = {'name': 'New', 'email': staff.new_email('new'), 'role': 'staff'}
    return world.client.call('invite_member', body=body, expect=201)


@case
def forgot_password(world):
    # The servers of these tests send no mail.
    return Scene(body={'email': staff.new_email()}, status=409, headers=FROM_OUR_PAGES)


@case
def look_at_link(world):
    return Scene(body={'token': staff.token_of(_invitation(world)['link'])})


@case
def use_link(world):
    return Scene(body={'token': staff.token_of(_invitation(world)['link']),
                       'password': staff.PASSWORD}, headers=FROM_OUR_PAGES)


@case
def list_staff_audit(world):
    return Scene()


@case
def list_members(world):
    return Scene()


@case
def invite_member(world):
    return Scene(body={'name': 'Tess', 'email': staff.new_email(), 'role': 'staff'}, status=201)


@case
def update_member(world):
    return Scene({'member_id': _member(world).id}, {'role': 'read-only', 'name': 'Tess'})


@case
def remove_member(world):
    return Scene({'member_id': _invitation(world)['member']['id']}, status=204)


@case
def reset_member(world):
    return Scene({'member_id': _member(world).id}, status=201)


@case
def get_health(world):
    return Scene()


@case
def get_readiness(world):
    return Scene()


@case
def get_metrics(world):
    return Scene()


@case
def get_openapi(world):
    return Scene()


@case
def get_docs(world):
    return Scene()


@case
def get_problem(world):
    return Scene({'problem': 'offer-expired'})


@case
def get_home(world):
    return Scene()
