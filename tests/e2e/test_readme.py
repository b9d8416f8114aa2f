"""The README's own lines, run as they stand: only addresses, the key and the binary are put in."""
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import unittest

from harness.case import ServerCase
from harness.postgres import free_port
from harness.server import binary, run_command
from harness.sms_peer import SmsPeer
from harness.smtp_peer import SmtpPeer
from harness.waiting import wait_for

README = os.path.join(os.path.dirname(__file__), '..', '..', 'README.md')


def section(title):
    with open(README, encoding='utf-8') as file:
        return file.read().split(f'\n## {title}\n')[1].split('\n## ')[0]


def lines_to_try():
    blocks = re.findall(r'```sh\n(.*?)```', section('For programs'), re.DOTALL)
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


class SettingUpMessages(unittest.TestCase):
    """The settings file of the README, and the command that follows it."""

    def run_set_up(self, number, **put_in):
        text = section('E-mail and SMS')
        settings = re.findall(r'```toml\n(.*?)```', text, re.DOTALL)[number]
        command = shlex.split(re.findall(r'```sh\n(.*?)```', text, re.DOTALL)[number])
        self.assertEqual(command[0], 'build/release/standby')
        self.assertLessEqual(len(settings.splitlines()) + 1, 5)
        for known, ours in put_in.items():
            known = known.replace('_', '.')
            self.assertIn(known, settings)
            settings = settings.replace(known, ours)
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'standby.toml'), 'w', encoding='utf-8') as file:
                file.write(settings)
            done = run_command(*command[1:], '--data-dir', folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return command[-1]

    def test_a_mail_leaves_after_five_lines(self):
        peer = SmtpPeer(login=('user', 'password'))
        self.addCleanup(peer.stop)
        put_in = {'mail_example_com:587': f'127.0.0.1:{peer.port}'}
        recipient = self.run_set_up(0, **put_in)
        mail, = peer.wait_for(1)
        self.assertEqual((mail.envelope_to, recipient), (recipient, 'me@example.com'))

    def test_a_text_leaves_after_five_lines(self):
        peer = SmsPeer()
        self.addCleanup(peer.stop)
        recipient = self.run_set_up(1, api_twilio_com=peer.host)
        self.assertEqual([form['To'] for _, form in peer.texts], [recipient])


if __name__ == '__main__':
    unittest.main()


@unittest.skipUnless(os.path.isdir('/usr/lib/postgresql'), 'PostgreSQL is not installed')
class SeveralMachines(unittest.TestCase):
    """The three lines of the cluster paragraph, with free ports and this build's binary put in."""

    def setUp(self):
        self.root = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..'))
        self.ports = {known: str(free_port()) for known in ('5433', '8081', '8082')}
        self.folder = tempfile.mkdtemp(prefix='standby-readme-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        os.chmod(self.folder, 0o777)
        self.environment = {**os.environ,
                            'STANDBY_POSTGRES_PORT': self.ports['5433'],
                            'STANDBY_POSTGRES_FOLDER': os.path.join(self.folder, 'postgres'),
                            'STANDBY_DATA_DIR': os.path.join(self.folder, 'data')}

    def put_in(self, line):
        for known, ours in self.ports.items():
            line = line.replace(known, ours)
        return line.replace('build/release/standby', shlex.quote(binary()))

    def run_line(self, line):
        done = subprocess.run(['bash', '-c', self.put_in(line)], cwd=self.root, text=True,
                              env=self.environment, capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def start_nodes(self, line):
        log = os.path.join(self.folder, 'nodes.log')
        with open(log, 'wb') as output:
            nodes = subprocess.Popen(['bash', '-c', self.put_in(line) + '; wait'], cwd=self.root,
                                     env=self.environment, stdout=output, stderr=output,
                                     start_new_session=True)
        self.addCleanup(nodes.wait, 60)
        self.addCleanup(os.killpg, nodes.pid, signal.SIGTERM)

    def test_two_nodes_answer_as_one(self):
        lines = re.findall(r'```sh\n(.*?)```', section('Several machines'), re.DOTALL)[0]
        postgres, nodes, look = lines.splitlines()
        self.addCleanup(self.run_line, 'script/postgres remove')
        self.assertIn(self.ports['5433'], self.run_line(postgres))
        self.start_nodes(nodes)

        def both():
            one, two = [json.loads(part) for part in
                        self.run_line(look.replace('; done', '; echo; done')).splitlines()]
            is_whole = {shard['state'] for shard in one['shards'] + two['shards']} <= {
                'served', 'elsewhere'}
            return is_whole and len(one['nodes']) == len(two['nodes']) == 2 and (one, two)

        one, two = wait_for(both, 'two nodes that know each other and serve every shard')
        self.assertNotEqual(one['node'], two['node'])
        self.assertEqual([shard['owner'] for shard in one['shards']],
                         [shard['owner'] for shard in two['shards']])
