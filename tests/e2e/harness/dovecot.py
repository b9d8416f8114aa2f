"""A real IMAP server as a peer: dovecot, on a free port with its own folder and one user. Mails are
put into the mailbox as delivery does: into its folder, under a new name."""
import base64
import getpass
import grp
import imaplib
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import uuid

from .waiting import wait_for

USER, PASSWORD = 'waitlist', 'comb-and-scissors'


class Dovecot:
    def __init__(self):
        # Dovecot does not like long paths of sockets.
        self._folder = tempfile.mkdtemp(prefix='dovecot-')
        os.chmod(self._folder, 0o755)
        with socket.socket() as one:
            one.bind(('127.0.0.1', 0))
            self.port = one.getsockname()[1]
        self.address = f'127.0.0.1:{self.port}'
        self.mails = os.path.join(self._folder, 'mail')
        self._uid, self._gid = self._owner()
        for part in ('tmp', 'new', 'cur'):
            os.makedirs(os.path.join(self.mails, part))
        for folder in (self.mails, *(os.path.join(self.mails, part)
                                     for part in ('tmp', 'new', 'cur'))):
            os.chown(folder, self._uid, self._gid)
        with open(os.path.join(self._folder, 'users'), 'w', encoding='ascii') as file:
            file.write(f'{USER}:{{PLAIN}}{PASSWORD}\n')
        self._config = os.path.join(self._folder, 'dovecot.conf')
        with open(self._config, 'w', encoding='ascii') as file:
            file.write(f'''
protocols = imap
base_dir = {self._folder}/run
state_dir = {self._folder}/state
log_path = {self._folder}/log
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
{self._users()}
first_valid_uid = 0
mail_location = maildir:{self.mails}
mail_uid = {self._uid}
mail_gid = {self._gid}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {self._folder}/users
}}
userdb {{
  driver = static
  args = uid={self._uid} gid={self._gid} home={self._folder}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {self.port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
namespace inbox {{
  inbox = yes
}}
''')
        self.start()

    @staticmethod
    def _owner():
        """Of the mails: never root."""
        if os.getuid() != 0:
            return os.getuid(), os.getgid()
        owner = pwd.getpwnam('mail')
        return owner.pw_uid, owner.pw_gid

    @staticmethod
    def _users():
        """Root has users for it; anybody else is all of them."""
        if os.getuid() == 0:
            return ''
        me, group = getpass.getuser(), grp.getgrgid(os.getgid()).gr_name
        return (f'default_internal_user = {me}\ndefault_login_user = {me}\n'
                f'default_internal_group = {group}')

    def start(self):
        self._process = subprocess.Popen(['dovecot', '-F', '-c', self._config],
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self._answers, 'dovecot')

    def stop(self):
        self._process.terminate()
        self._process.wait(10)

    def close(self):
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answers(self):
        try:
            imaplib.IMAP4('127.0.0.1', self.port).logout()
            return True
        except (OSError, imaplib.IMAP4.error):
            return False

    def connect(self):
        connection = imaplib.IMAP4('127.0.0.1', self.port)
        connection.login(USER, PASSWORD)
        connection.select('INBOX')
        return connection

    def deliver(self, data):
        """As a mail server does, with the next UID."""
        name = f'{uuid.uuid4()}.example'
        with open(os.path.join(self.mails, 'tmp', name), 'wb') as file:
            file.write(data)
            os.fchown(file.fileno(), self._uid, self._gid)
        os.rename(os.path.join(self.mails, 'tmp', name), os.path.join(self.mails, 'new', name))

    def settings(self, **more):
        return {'host': '127.0.0.1', 'port': self.port, 'security': 'none', 'username': USER,
                'password': PASSWORD, **more}


def serve():
    """For tests in other languages: says its port, delivers each line of base64, ends with them."""
    dovecot = Dovecot()
    try:
        print(dovecot.port, flush=True)
        for line in sys.stdin:
            dovecot.deliver(base64.b64decode(line))
            print('delivered', flush=True)
    finally:
        dovecot.close()


if __name__ == '__main__':
    serve()
