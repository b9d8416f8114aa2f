"""Our own rules for docs/openapi.yaml, apart from what any linter checks: every operation says who
may use it, how it can fail, and shows examples that are true. Needs no server."""
import os
import re
import unittest

from harness.contract import ROOT, Contract

ROLES = {'public', 'guest', 'member', 'read-only', 'staff', 'owner'}


# What changes nothing, and is a POST only for its body.
LOOKING_BY_POST = {'preview_voice', 'preview_change', 'preview_opening', 'search_people'}


def is_callback(operation):
    """Whether a provider calls it, in the provider's own way."""
    return 'Callbacks' in operation.node['tags']


def walk(node, path=()):
    """Every node of the document with the way to it."""
    yield path, node
    if isinstance(node, dict):
        for name, child in node.items():
            yield from walk(child, path + (name,))
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from walk(child, path + (index,))


class OpenapiShape(unittest.TestCase):
    contract = Contract()

    def for_each_operation(self, check):
        for operation in self.contract.operations.values():
            with self.subTest(operation=operation.id):
                check(operation)

    def test_every_reference_leads_somewhere(self):
        for path, node in walk(self.contract.document):
            if path and path[-1] == '$ref':
                with self.subTest(path=path):
                    self.contract.resolve({'$ref': node})

    def test_every_component_is_used(self):
        used = {node for path, node in walk(self.contract.document) if path and path[-1] == '$ref'}
        # Anchors of YAML are gone by now; what they copied was counted with the copies.
        for family, parts in self.contract.document['components'].items():
            for name in parts if family != 'securitySchemes' else ():
                here = f'#/components/{family}/{name}'
                with self.subTest(component=here):
                    self.assertTrue(any(one == here or one.startswith(here + '/') for one in used))

    def test_names_of_operations_are_unique_and_plain(self):
        ids = [node for path, node in walk(self.contract.document['paths'])
               if path and path[-1] == 'operationId']
        self.assertEqual(len(ids), len(set(ids)))
        for name in ids:
            self.assertRegex(name, r'\A[a-z]+(_[a-z]+)*\Z')

    def test_every_operation_says_who_may(self):
        def check(operation):
            self.assertTrue(operation.who)
            self.assertLessEqual(set(operation.who), ROLES)
            self.assertIn('summary', operation.node)
            schemes = {name for item in operation.node['security'] for name in item}
            self.assertEqual('public' in operation.who, {} in operation.node['security'])
            self.assertEqual('guest' in operation.who, 'guestToken' in schemes)
            self.assertEqual('guestToken' in schemes, 'guestLink' in schemes)
            self.assertEqual(bool({'read-only', 'staff', 'owner'} & set(operation.who)),
                             'staffKey' in schemes)
            self.assertEqual('staffKey' in schemes or 'member' in operation.who,
                             'session' in schemes)
            if 'staff' in operation.who:
                self.assertIn('owner', operation.who)
            if 'read-only' in operation.who and operation.id not in LOOKING_BY_POST:
                self.assertEqual(operation.method, 'GET')

        self.for_each_operation(check)

    def test_every_operation_lists_how_it_can_fail(self):
        def check(operation):
            needed = {'default'}
            if operation.takes_credentials:
                needed |= {'401', '503'}
                if 'public' not in operation.who:
                    needed.add('403')
            if operation.path_names:
                needed.add('404')
            if is_callback(operation):
                needed |= {'400', '403', '413', '503'}
            elif operation.method in ('POST', 'PATCH', 'PUT'):
                needed |= {'400', '413', '415', '422'}
            if operation.takes('cursor'):
                needed |= {'400', '422'}
            self.assertLessEqual(needed, set(operation.responses))

        self.for_each_operation(check)

    def test_every_post_takes_an_idempotency_key(self):
        def check(operation):
            # Then no answer is kept.
            is_secret = not {'Staff', 'People'}.isdisjoint(operation.node['tags'])
            # And the page on which a card is left is the one that is open.
            is_secret = is_secret or operation.id == 'keep_card'
            self.assertEqual(operation.takes('Idempotency-Key'), operation.method == 'POST' and
                             not is_callback(operation) and not is_secret)

        self.for_each_operation(check)

    def test_path_parameters_are_those_of_the_path(self):
        def check(operation):
            self.assertEqual(set(re.findall(r'\{(\w+)\}', operation.template)),
                             set(operation.path_names))

        self.for_each_operation(check)

    def test_bodies_allow_nothing_unknown(self):
        def check(operation):
            if operation.body_schema and not is_callback(operation):
                schema = self.contract.resolve(operation.body_schema)
                self.assertIs(schema['additionalProperties'], False)

        self.for_each_operation(check)

    def test_answers_are_strict(self):
        """Whatever has properties says which must be there, and that there are no others."""
        inputs = {'RulesChange', 'NewResource', 'ResourceChange', 'Release', 'Revocation',
                  'WantsGiven', 'Join',
                  'EntryChange', 'Promotion', 'Removal', 'Extension', 'SentReport', 'InstantYes',
                  'UndeliverableReport', 'BookingReport', 'PaymentReport', 'NewOpening', 'NewKey',
                  'HouseChange', 'VoiceWords', 'Replay', 'PreviewedChange', 'SignIn',
                  'ProfileChange', 'LinkUse', 'NewInvitation', 'MemberChange', 'Proof',
                  'PasskeyRemoval', 'NewSigningKey', 'TriedRules', 'NoteChange', 'PeopleSearch',
                  'PreviewedSlot', 'CatalogueImport', 'NewCalendar', 'NewCatalogueService',
                  'CatalogueServiceChange', 'NewCataloguePerson', 'CataloguePersonChange',
                  'NewCataloguePlace', 'CataloguePlaceChange', 'MailSettings', 'TextSettings',
                  'WhatsAppSettings', 'DeliveryTestMail', 'NewImport', 'ImportPiece',
                  'ImportChoice', 'ImportPermits', 'DeliveryTestSms',
                  'DeliveryTestWhatsApp', 'StaffMessage', 'StaffMessageDraft',
                  'NewBookingSystem', 'Acceptance', 'Refund', 'PaymentSettings', 'PaymentTest',
                  # Parts of rules, which are sent without what goes without saying.
                  'DepositRule', 'LateFeeRule', 'Revocation', 'NewSheet',
                  'CardApproval', 'MailboxSettings'}
        # Secrets are in the one answer that makes them, and are never named again.
        shown_once = {'Session': {'recovery_codes'},
                      'CreatedSigningKey': {'secret', 'private_key'}}
        # Several names are there beside the first only where there are several: whoever sends
        # back what they read, with another first name, would name the old ones otherwise. And
        # guests read their own record without what staff noted.
        several = {'services', 'staff_any', 'places'}
        of_slots = several | {'any_hour'}  # a hurry is told only where there is one,
        # and what a guest comes for only where the slot itself says less.
        sometimes = shown_once | {'Wants': several, 'OpeningFacts': of_slots,
                                  'BoardOpening': of_slots, 'BoardEntry': several,
                                  'CalendarSlot': of_slots | {'guest_service'},
                                  'PersonRecord': {'note'}}
        for name, schema in self.contract.document['components']['schemas'].items():
            if name in inputs | {'Problem'} or 'properties' not in schema:
                continue
            with self.subTest(schema=name):
                self.assertEqual(set(schema['required']),
                                 set(schema['properties']) - sometimes.get(name, set()))
                closed = (schema.get('additionalProperties') is False or
                          schema.get('unevaluatedProperties') is False)
                # The parts that several answers share are closed by those who use them.
                self.assertTrue(closed or name.endswith('Facts'))

    def test_names_are_those_of_the_core(self):
        schemas = self.contract.document['components']['schemas']
        tables = (
            ('model/states.cpp', 'entry_states', schemas['EntryState']['enum']),
            ('model/states.cpp', 'offer_states', schemas['OfferState']['enum']),
            ('model/states.cpp', 'opening_states', schemas['OpeningState']['enum']),
            ('model/states.cpp', 'statuses', schemas['ResourceStatus']['enum']),
            ('model/states.cpp', 'kinds', schemas['Kind']['enum']),
            ('model/states.cpp', 'moves', schemas['Move']['enum']),
            ('model/states.cpp', 'reasons', schemas['Reason']['enum']),
            ('model/event.cpp', 'type_names', schemas['AuditItem']['properties']['type']['enum']),
            ('decide/eligibility.cpp', 'names', schemas['Check']['enum']),
        )
        for path, table, names in tables:
            with self.subTest(path=path, table=table):
                self.assertEqual(self._names_in(path, table), names)
        # Whether the window follows the time left is a value of claim_window.
        rules = [name for name in
                 re.findall(r'visit\(\d+, "(\w+)"', self._source('rules/rules.hpp'))
                 if name != 'auto_window']
        self.assertEqual(list(schemas['Rules']['properties']), rules)

    @staticmethod
    def _source(path):
        with open(os.path.join(ROOT, 'src', 'core', path), encoding='utf-8') as file:
            return file.read()

    def _names_in(self, path, table):
        text = re.search(rf'\b{table} =[^{{]*\{{(.*?)\}}\)', self._source(path), re.S).group(1)
        return [name for name in re.findall(r'"(\w+)"', text) if name != 'none']

    def test_examples_are_true(self):
        checked = 0
        for path, node in walk(self.contract.document):
            if not isinstance(node, dict) or 'example' in path[:-1] or 'examples' in path:
                continue
            for example in self._examples_of(node, path):
                with self.subTest(path=path):
                    schema = node if 'schemas' in path or 'schema' in path else node['schema']
                    self.assertEqual(self.contract.errors(schema, example), [])
                    checked += 1
        self.assertGreater(checked, 50)

    @staticmethod
    def _examples_of(node, path):
        is_schema = 'schemas' in path or 'schema' in path
        if is_schema and isinstance(node.get('examples'), list):
            yield from node['examples']
        if not is_schema and 'schema' in node:
            if 'example' in node:
                yield node['example']
            for example in node.get('examples', {}).values():
                yield example['value']


if __name__ == '__main__':
    unittest.main()
