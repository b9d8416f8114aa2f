"""A double of Google's Sheets API v4, as far as Standby and Google's own client go: the values of a
tab by its number or by a range, tabs and their sizes, changes that happen whole or not at all,
rights, rate limits, and the messages by which one tells what is wrong."""
import copy
import http.server
import json
import re
import threading
import urllib.parse

from .google_login import GoogleTokens

SCOPES = ('https://www.googleapis.com/auth/spreadsheets',)


def _error(code, status, message, **more):
    return code, {'error': {'code': code, 'message': message, 'status': status, **more}}


class Refused(Exception):
    """What makes a whole batch fail."""


class Tab:
    def __init__(self, number, title, rows=1000, columns=26):
        self.number, self.title, self.rows, self.columns = number, title, rows, columns
        self.cells = {}  # (row, column) → what was entered
        self.editors = None  # of a protected one

    def put(self, row, column, entered):
        if row >= self.rows or column >= self.columns:
            raise Refused(f'Range ({self.title}!R{row + 1}C{column + 1}) exceeds grid limits. '
                          f'Max rows: {self.rows}, max columns: {self.columns}')
        if entered in (None, {}):
            self.cells.pop((row, column), None)
        else:
            self.cells[row, column] = entered

    def values(self):
        """As they are shown: without the empty ones at the ends."""
        rows = []
        for (row, column), entered in sorted(self.cells.items()):
            while len(rows) <= row:
                rows.append([])
            while len(rows[row]) <= column:
                rows[row].append('')
            rows[row][column] = self.shown(entered)
        return rows

    @staticmethod
    def shown(entered):
        if 'formulaValue' in entered:
            title = re.match(r'=\{"([^"]*)"', entered['formulaValue'])
            return title.group(1) if title else '#ERROR!'
        return str(next(iter(entered.values())))


class GoogleSheets:
    """One spreadsheet, which is shared with one service account."""
    id = '1AbCdEf-ghIJ_klmnop'

    def __init__(self):
        self._lock = threading.RLock()
        double = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def _serve(self):
                size = int(self.headers.get('Content-Length') or 0)
                status, said = double.answer(self.command, self.path, self.headers,
                                             self.rfile.read(size))
                body = json.dumps(said).encode()
                self.send_response(status)
                self.send_header('Content-Type', 'application/json; charset=UTF-8')
                self.send_header('Content-Length', str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = _serve  # noqa: N815, the library's names

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.address = f'127.0.0.1:{self._server.server_port}'
        self.tokens = GoogleTokens(f'http://{self.address}/token')
        self.clear()
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self):
        return f'http://{self.address}'

    def clear(self):
        with self._lock:
            self.tabs = {0: Tab(0, 'Waitlist'), 7: Tab(7, 'Something else')}
            self.requests = []
            self.limited = 0  # so many requests are too many
            self.sharing = 'writer'  # or 'reader', or None
            self.is_api_on = True
            self.tokens.is_revoked = False

    # What people do in it.

    def fill(self, rows, tab=0):
        """All that is in the tab, from the first row."""
        with self._lock:
            self.tabs[tab].cells = {
                (row, column): {'stringValue': str(text)}
                for row, cells in enumerate(rows) for column, text in enumerate(cells)
                if str(text) != ''}

    def rows(self, tab=0):
        with self._lock:
            return self.tabs[tab].values()

    def edit(self, change, tab=0):
        """Rows as staff see them, moved about: what is a formula stays one."""
        with self._lock:
            one = self.tabs[tab]
            width = max((column for _, column in one.cells), default=-1) + 1
            height = max((row for row, _ in one.cells), default=-1) + 1
            grid = [[one.cells.get((row, column)) for column in range(width)]
                    for row in range(height)]
            shown = [[one.shown(cell) if cell else '' for cell in row] for row in grid]
            by_text = [(texts, cells) for texts, cells in zip(shown, grid)]
            one.cells = {}
            for row, cells in enumerate(change([texts for texts, _ in by_text])):
                kept = next((entered for texts, entered in by_text if texts == cells), None)
                for column, text in enumerate(cells):
                    entered = kept[column] if kept else {'stringValue': text}
                    if entered and text != '':
                        one.cells[row, column] = entered

    def beside(self):
        """The tab that Standby keeps, as lists of texts; nothing before there is one."""
        with self._lock:
            own = [tab for tab in self.tabs.values() if tab.title.startswith('_standby')]
            return own[0].values() if own else []

    # What it answers.

    def answer(self, method, path, headers, body):
        where = urllib.parse.urlsplit(path)
        if where.path == '/token':
            return self.tokens.answer(body)
        with self._lock:
            self.requests.append((method, urllib.parse.unquote(where.path)))
            return self._answer(method, where, headers, body)

    def _answer(self, method, where, headers, body):
        scope = self.tokens.scope_of(headers.get('Authorization'))
        if scope is None or not set(scope.split()) & set(SCOPES):
            return _error(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
        if self.limited > 0:
            self.limited -= 1
            return _error(429, 'RESOURCE_EXHAUSTED',
                          "Quota exceeded for quota metric 'Read requests'")
        if not self.is_api_on:
            return _error(403, 'PERMISSION_DENIED',
                          'Google Sheets API has not been used in project 1 before or it is '
                          'disabled.', details=[{'reason': 'SERVICE_DISABLED'}])
        path = urllib.parse.unquote(where.path)
        start = f'/v4/spreadsheets/{self.id}'
        if not path.startswith(start):
            return _error(404, 'NOT_FOUND', 'Requested entity was not found.')
        if self.sharing is None:
            return _error(403, 'PERMISSION_DENIED', 'The caller does not have permission')
        query = urllib.parse.parse_qs(where.query)
        rest = path[len(start):]
        if method == 'GET' and rest == '':
            return 200, self._about()
        if method == 'GET' and rest == '/values:batchGet':
            return self._values_of([self._titled(one) for one in query.get('ranges', [])], False)
        if method == 'POST' and rest == '/values:batchGetByDataFilter':
            filters = json.loads(body)['dataFilters']
            numbers = [one['gridRange'].get('sheetId', 0) for one in filters]
            for number in numbers:
                if number not in self.tabs:
                    return _error(400, 'INVALID_ARGUMENT', f'No grid with id: {number}')
            return self._values_of([self.tabs[number] for number in numbers], True, filters)
        if method == 'POST' and rest == ':batchUpdate':
            if self.sharing != 'writer':
                return _error(403, 'PERMISSION_DENIED', 'The caller does not have permission')
            return self._change(json.loads(body)['requests'])
        return _error(404, 'NOT_FOUND', 'Method not found.')

    def _titled(self, text):
        title = text.split('!')[0].strip("'")
        return next((tab for tab in self.tabs.values() if tab.title == title), None)

    def _about(self):
        return {'spreadsheetId': self.id, 'sheets': [{'properties': {
            'sheetId': tab.number, 'title': tab.title, 'index': index, 'sheetType': 'GRID',
            'gridProperties': {'rowCount': tab.rows, 'columnCount': tab.columns}}}
            for index, tab in enumerate(self.tabs.values())]}

    def _values_of(self, tabs, is_filtered, filters=()):
        if None in tabs:
            return _error(400, 'INVALID_ARGUMENT', 'Unable to parse range')
        ranges = []
        for index, tab in enumerate(tabs):
            said = {'range': f"'{tab.title}'!A1:Z{tab.rows}", 'majorDimension': 'ROWS'}
            if tab.cells:
                said['values'] = tab.values()
            ranges.append({'valueRange': said, 'dataFilters': [filters[index]]}
                          if is_filtered else said)
        return 200, {'spreadsheetId': self.id, 'valueRanges': ranges}

    def _change(self, requests):
        tabs = copy.deepcopy(self.tabs)
        replies = []
        try:
            for request in requests:
                (name, what), = request.items()
                replies.append(getattr(self, f'_{name}')(tabs, what) or {})
        except (Refused, AttributeError, KeyError) as problem:
            return _error(400, 'INVALID_ARGUMENT',
                          f'Invalid requests[{len(replies)}]: {problem}')
        self.tabs = tabs
        return 200, {'spreadsheetId': self.id, 'replies': replies}

    @staticmethod
    def _tab(tabs, number):
        if number not in tabs:
            raise Refused(f'No grid with id: {number}')
        return tabs[number]

    def _updateCells(self, tabs, what):  # noqa: N802, Google's names
        if what['fields'] != 'userEnteredValue':
            raise Refused('fields')
        if 'range' in what:
            tab = self._tab(tabs, what['range']['sheetId'])
            tab.cells = {}
            top, left = 0, 0
        else:
            tab = self._tab(tabs, what['start']['sheetId'])
            top, left = what['start'].get('rowIndex', 0), what['start'].get('columnIndex', 0)
        for row, cells in enumerate(what.get('rows', [])):
            for column, cell in enumerate(cells.get('values', [])):
                tab.put(top + row, left + column, cell.get('userEnteredValue'))

    def _insertDimension(self, tabs, what):  # noqa: N802
        about = what['range']
        tab = self._tab(tabs, about['sheetId'])
        begin, end = about['startIndex'], about['endIndex']
        if begin >= tab.rows or (begin == 0 and what.get('inheritFromBefore')):
            raise Refused('range')
        tab.cells = {(row + (end - begin if row >= begin else 0), column): entered
                     for (row, column), entered in tab.cells.items()}
        tab.rows += end - begin

    def _deleteDimension(self, tabs, what):  # noqa: N802
        about = what['range']
        tab = self._tab(tabs, about['sheetId'])
        begin, end = about['startIndex'], about['endIndex']
        tab.cells = {(row - (end - begin if row >= end else 0), column): entered
                     for (row, column), entered in tab.cells.items() if not begin <= row < end}
        tab.rows -= end - begin

    def _appendDimension(self, tabs, what):  # noqa: N802
        tab = self._tab(tabs, what['sheetId'])
        if what['dimension'] == 'ROWS':
            tab.rows += what['length']
        else:
            tab.columns += what['length']

    def _addSheet(self, tabs, what):  # noqa: N802
        about = what['properties']
        if any(tab.title == about['title'] for tab in tabs.values()):
            raise Refused(f'A sheet with the name "{about["title"]}" already exists.')
        grid = about['gridProperties']
        tabs[about['sheetId']] = Tab(about['sheetId'], about['title'], grid['rowCount'],
                                     grid['columnCount'])
        return {'addSheet': {'properties': about}}

    def _updateSheetProperties(self, tabs, what):  # noqa: N802
        about = what['properties']
        tab = self._tab(tabs, about['sheetId'])
        tab.rows = about['gridProperties']['rowCount']
        tab.columns = about['gridProperties']['columnCount']
        tab.cells = {(row, column): entered for (row, column), entered in tab.cells.items()
                     if row < tab.rows and column < tab.columns}

    def _addProtectedRange(self, tabs, what):  # noqa: N802
        about = what['protectedRange']
        self._tab(tabs, about['range']['sheetId']).editors = about['editors']['users']
