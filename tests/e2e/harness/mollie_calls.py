"""Mollie's calls: nothing but the id of a payment, unsigned; sent once or again, late, in another
order, or never, as a test wants it."""
import queue
import threading
import urllib.error
import urllib.parse
import urllib.request

ANSWER_SECONDS = 15


class MollieCalls:
    """`mode`: 'send' at once, 'hold' until somebody delivers them, 'lose' them for good. `copies`
    of each are sent. `instead_to`: an address for all of them, whatever each payment says, for
    servers that don't know by which address they are reached."""

    def __init__(self):
        self.instead_to = None
        self.mode, self.copies = 'send', 1
        self.made, self.held, self.answers = [], [], []
        self._queue = queue.Queue()
        self._thread = threading.Thread(target=self._send_all, daemon=True)
        self._thread.start()

    def close(self):
        self._queue.put(None)
        self._thread.join()

    def happened(self, payment, url):
        if not url:
            return
        url = self.instead_to or url
        self.made.append((payment, url))
        if self.mode == 'hold':
            self.held.append((payment, url))
        elif self.mode == 'send':
            for _ in range(self.copies):
                self._queue.put((payment, url))

    def deliver(self, payment, url):
        """Now, and waits for the answer: its status, or 0 where there was none."""
        status = post_form(url, {'id': payment})
        self.answers.append((payment, status))
        return status

    def deliver_held(self, order=list, times=1):
        """`order` may turn them round: `reversed`, or a shuffle."""
        held, self.held = self.held, []
        for payment, url in order(held):
            for _ in range(times):
                self.deliver(payment, url)

    def wait(self):
        """Until all that was to be sent at once is sent."""
        self._queue.join()

    def _send_all(self):
        while True:
            call = self._queue.get()
            if call is not None:
                self.deliver(*call)
            self._queue.task_done()
            if call is None:
                return


def post_form(url, fields):
    request = urllib.request.Request(
        url, urllib.parse.urlencode(fields).encode(),
        {'Content-Type': 'application/x-www-form-urlencoded'})
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except OSError:
        return 0
