"""The README's own lines, run as they stand: only the address and the key are put in."""
import json
import os
import re
import subprocess
import unittest

from harness.case import ServerCase

README = os.path.join(os.path.dirname(__file__), '..', '..', 'README.md')


def lines_to_try():
    with open(README, encoding='utf-8') as file:
        section = file.read().split('## Try it')[1].split('## What is here')[0]
    blocks = re.findall(r'```sh\n(.*?)```', section, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith(('S=', 'curl'))]


class Readme(ServerCase):
    def test_joins_three_cancels_one_and_the_next_accepts(self):
        lines = lines_to_try()
        self.assertEqual(len(lines), 8, 'one line of settings, one list, six lines of the story')
        settings = lines[0].replace('127.0.0.1:8080', '%s:%s' % tuple(self.server.address))
        settings = settings.replace('sk_…', self.server.api_key)
        answers = []
        for line in lines[1:]:
            done = subprocess.run(['bash', '-c', settings + '\n' + line], capture_output=True,
                                  text=True, check=True, timeout=30)
            answers.append(json.loads(done.stdout))
        resource, ada, ben, cleo, cancelled, offers, accepted = answers
        self.assertEqual(resource['id'], 'res_1')
        self.assertEqual((ada['state'], ben['rank'], cleo['rank']), ('accepted', 1, 2))
        self.assertEqual(cancelled['state'], 'cancelled')
        self.assertEqual([offer['entry_id'] for offer in offers['items']], [ben['id']])
        self.assertEqual((accepted['state'], accepted['entry_id']), ('accepted', ben['id']))


if __name__ == '__main__':
    unittest.main()
