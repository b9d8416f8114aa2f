"""docs/openapi.yaml as something that can be asked: which operation is this, and is this answer
one that the file promises?"""
import json
import os
import re

import jsonschema
import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
FILE = os.path.join(ROOT, 'docs', 'openapi.yaml')
METHODS = ('get', 'put', 'post', 'patch', 'delete')
# What may come from any operation through its `default` answer. 500 is never all right.
ANYWHERE = (405, 408, 431)


class Breach(AssertionError):
    """An answer that docs/openapi.yaml does not promise."""


def _refuse_duplicates(pairs):
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        raise ValueError(f'a name appears twice among {names}')
    return dict(pairs)


def _refuse_constant(text):
    raise ValueError(f'{text} is not JSON')


def parse_json(text):
    """The value of a JSON text; stricter than json.loads, because the server's JSON must be."""
    if re.search(r'[\x00-\x08\x0b\x0c\x0e-\x1f]', text):
        raise ValueError('a raw control character')
    return json.loads(text, object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant)


def _pattern_of(template):
    parts = re.split(r'\{(\w+)\}', template)
    pattern = ''
    for index, part in enumerate(parts):
        pattern += re.escape(part) if index % 2 == 0 else f'(?P<{part}>[^/:]+)'
    return re.compile(pattern + r'\Z')


class Operation:
    """One method on one path."""

    def __init__(self, contract, template, method, node, shared_parameters):
        self.contract = contract
        self.template = template
        self.method = method.upper()
        self.node = node
        self.id = node['operationId']
        self.who = node['x-standby-who']
        self.pattern = _pattern_of(template)
        parameters = shared_parameters + node.get('parameters', [])
        self.parameters = [contract.resolve(parameter) for parameter in parameters]
        self.path_names = [item['name'] for item in self.parameters if item['in'] == 'path']
        self.responses = {str(status): contract.resolve(answer)
                          for status, answer in node['responses'].items()}
        body = node.get('requestBody', {}).get('content', {}).get('application/json')
        self.body_schema = body['schema'] if body else None
        self.body_required = node.get('requestBody', {}).get('required', False)

    def __repr__(self):
        return f'{self.method} {self.template}'

    @property
    def streams(self):
        """Whether it does nothing else."""
        return list(self.responses.get('200', {}).get('content', {})) == ['text/event-stream']

    @property
    def takes_credentials(self):
        """Whether credentials are looked at, even where none are needed."""
        return self.node['security'] != [{}]

    def takes(self, parameter):
        return any(item['name'] == parameter for item in self.parameters)

    def path(self, ids):
        return re.sub(r'\{(\w+)\}', lambda match: ids[match.group(1)], self.template)


class Contract:
    def __init__(self, path=FILE):
        self.path = path
        with open(path, encoding='utf-8') as file:
            self.document = yaml.safe_load(file)
        self.operations = {}
        for template, item in self.document['paths'].items():
            for method in METHODS:
                if method in item:
                    operation = Operation(self, template, method, item[method],
                                          item.get('parameters', []))
                    self.operations[operation.id] = operation
        self._validators = {}

    def resolve(self, node):
        """The node itself, or what it refers to; what stands beside a reference wins."""
        while '$ref' in node:
            target = self.document
            for part in node['$ref'].removeprefix('#/').split('/'):
                target = target[part.replace('~1', '/').replace('~0', '~')]
            node = {**target, **{name: value for name, value in node.items() if name != '$ref'}}
        return node

    def match(self, method, path):
        """The operation that a request line means, or None."""
        for operation in self.operations.values():
            if operation.method == method and operation.pattern.match(path):
                return operation
        return None

    def methods_of(self, template):
        return {operation.method for operation in self.operations.values()
                if operation.template == template}

    def errors(self, schema, value):
        """What is wrong with a value, one sentence each; nothing when it fits its schema."""
        name = json.dumps(schema, sort_keys=True)
        if name not in self._validators:
            # With the components inside, every reference is one within the schema itself.
            whole = {**schema, 'components': self.document['components']}
            self._validators[name] = jsonschema.Draft202012Validator(whole)
        return [_sentence(error) for error in self._validators[name].iter_errors(value)]

    def schema(self, name):
        return {'$ref': f'#/components/schemas/{name}'}

    def check(self, operation, status, headers, raw):
        """The parsed body, after everything about the answer was held against the contract."""
        answer = operation.responses.get(str(status))
        if answer is None and status in ANYWHERE:
            answer = operation.responses.get('default')
        if answer is None:
            listed = ', '.join(sorted(operation.responses))
            raise Breach(f'{operation} answered {status}, the contract lists {listed}: {raw[:600]}')
        self._check_headers(operation, status, answer, headers)
        return self._check_body(operation, status, answer.get('content', {}), headers, raw)

    def check_problem(self, status, headers, raw, where):
        """For answers that belong to no operation: unknown paths, wrong methods, bad protocol."""
        content = {'application/problem+json': {'schema': self.schema('Problem')}}
        return self._check_body(where, status, content, headers, raw)

    def _check_headers(self, operation, status, answer, headers):
        for name, node in answer.get('headers', {}).items():
            node = self.resolve(node)
            value = headers.get(name)
            if value is None:
                if node.get('required'):
                    raise Breach(f'{operation} answered {status} without the header {name}')
                continue
            for error in self.errors(node['schema'], value):
                raise Breach(f'{operation} answered {status} with a bad {name}: {error}')

    def _check_body(self, operation, status, content, headers, raw):
        if not content and not raw:
            return None
        kind = (headers.get('Content-Type') or '').split(';')[0].strip().lower()
        if kind not in content:
            expected = ', '.join(content) or 'no body'
            raise Breach(f'{operation} answered {status} as "{kind}", expected {expected}: '
                         f'{raw[:300]}')
        if content[kind]['schema'].get('format') == 'binary':
            return raw
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            raise Breach(f'{operation} answered {status} in something else than UTF-8') from error
        if not kind.endswith('json'):
            return text
        try:
            value = parse_json(text)
        except ValueError as error:
            raise Breach(f'{operation} answered {status} with bad JSON ({error}): '
                         f'{text[:300]}') from error
        errors = self.errors(content[kind]['schema'], value)
        if kind == 'application/problem+json':
            errors += _problem_errors(status, headers, value)
        if errors:
            raise Breach(f'{operation} answered {status}, but ' + '; '.join(errors[:5]) +
                         f'\n  in {text[:1500]}')
        return value


def _problem_errors(status, headers, value):
    if value.get('status') != status:
        yield f'the problem says status {value.get("status")}'
    if value.get('type') == '/problems/invalid' and not value.get('errors'):
        yield 'a problem of type invalid names no fields'
    if status == 405 and not headers.get('Allow'):
        yield 'there is no Allow header'


def _sentence(error):
    best = jsonschema.exceptions.best_match([error])
    where = '.'.join(str(part) for part in best.absolute_path) or 'the body'
    return f'{where}: {best.message[:400]}'
