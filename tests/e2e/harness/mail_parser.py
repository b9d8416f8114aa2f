"""Mails as their readers see them, read with GMime, and the calendar entries in them."""
import re

import gi

gi.require_version('GMime', '3.0')
from gi.repository import GMime  # noqa: E402  (its version is to be chosen first)

GMime.init()


class Part:
    """A leaf of a mail: its type, its charset, its content."""

    def __init__(self, leaf):
        kind = leaf.get_content_type()
        self.type = kind.get_mime_type()
        self.charset = kind.get_parameter('charset')
        self.method = kind.get_parameter('method')
        self.disposition = leaf.get_disposition()
        self.file_name = leaf.get_filename()
        stream = GMime.StreamMem.new()
        leaf.get_content().write_to_stream(stream)
        self.content = bytes(stream.get_byte_array())

    @property
    def text(self):
        return self.content.decode(self.charset or 'ascii')


class Mail:
    """A mail that a server has received."""

    def __init__(self, raw, **envelope):
        self.raw = raw
        self.envelope = envelope
        parser = GMime.Parser.new_with_stream(GMime.StreamMem.new_with_buffer(raw))
        self._message = parser.construct_message(None)
        if self._message is None:
            raise AssertionError(f'GMime cannot read this mail: {raw[:500]!r}')
        self.subject = self._message.get_subject()
        self.from_people = _people(self._message.get_from())
        self.to_people = _people(self._message.get_to())
        self.reply_to = _people(self._message.get_reply_to())
        self.message_id = self._message.get_message_id()
        self.parts = []
        self._collect(self._message.get_mime_part())

    def __repr__(self):
        return f'<Mail to {self.to_people}: {self.subject!r}>'

    def header(self, name):
        # What begins with "Content-" belongs to the body, as GMime sees it.
        return self._message.get_header(name) or self._message.get_mime_part().get_header(name)

    @property
    def header_names(self):
        """All names in the raw header, as often as they occur."""
        head = self.raw.split(b'\r\n\r\n', 1)[0].decode()
        return [line.split(':', 1)[0] for line in head.split('\r\n') if not line[:1].isspace()]

    @property
    def id(self):
        """The message's name in Standby's API."""
        return self.message_id.split('@')[0]

    def part(self, kind):
        found = [part for part in self.parts if part.type == kind]
        if len(found) != 1:
            raise AssertionError(f'{len(found)} parts are {kind}: '
                                 f'{[part.type for part in self.parts]}')
        return found[0]

    @property
    def text(self):
        return self.part('text/plain').text

    @property
    def html(self):
        return self.part('text/html').text

    @property
    def unsubscribe_url(self):
        return self.header('List-Unsubscribe').strip().removeprefix('<').removesuffix('>')

    def links(self, folder):
        """The addresses in the plain text that lead to this folder, such as "/o/"."""
        return re.findall(r'https?://[^\s<>"]+?' + folder + r'[\w.-]+', self.text)

    def _collect(self, node):
        if isinstance(node, GMime.Multipart):
            for index in range(node.get_count()):
                self._collect(node.get_part(index))
        else:
            self.parts.append(Part(node))


def _people(people):
    found = []
    for index in range(people.length()):
        one = people.get_address(index)
        found.append((one.get_name() or None, one.get_addr()))
    return found


def read_calendar(text):
    """The properties of the calendar and of its only event, by name; unfolded and unescaped."""
    if not re.fullmatch(r'(?:[^\r\n]*\r\n)+', text):
        raise AssertionError('a calendar has lines that do not end with CRLF')
    if any(len(line.encode()) > 75 for line in text.split('\r\n')):
        raise AssertionError('a calendar has lines that are too long')
    calendar, event, inside = {}, {}, []
    for line in re.sub(r'\r\n[ \t]', '', text).split('\r\n')[:-1]:
        head, _, value = line.partition(':')
        if '"' in head or '"' in value.split(':')[0]:
            head, value = re.match(r'((?:[^":]|"[^"]*")*):(.*)', line).groups()
        name = head.split(';')[0].upper()
        if name == 'BEGIN':
            inside.append(value)
        elif name == 'END':
            assert inside.pop() == value, f'END:{value} ends something else'
        elif inside == ['VCALENDAR']:
            calendar[name] = _unescape(value)
        elif inside == ['VCALENDAR', 'VEVENT']:
            assert name not in event or name == 'ATTENDEE', f'{name} is there twice'
            event[name] = _unescape(value)
    assert not inside, f'{inside} is not ended'
    return calendar, event


def _unescape(value):
    return re.sub(r'\\([\\;,nN])', lambda match: '\n' if match[1] in 'nN' else match[1], value)
