"""A real WebDAV server as a peer: Apache with mod_dav, on a free port with its own folder and one
user, who may write below /files/ and only read below /shown/."""
import base64
import http.client
import os
import pwd
import shutil
import socket
import subprocess
import tempfile

from .waiting import wait_for

USER, PASSWORD = 'noor', 'scissors-and-comb'
MODULES = '/usr/lib/apache2/modules'
CONFIG = '''
ServerRoot {root}
ServerName 127.0.0.1
PidFile {root}/pid
ErrorLog {root}/log
Listen 127.0.0.1:{port}
DavLockDB {root}/locks
TypesConfig /dev/null
AddType text/html .html
DocumentRoot {root}/www
<Directory {root}/www>
    AuthType Basic
    AuthName Sheets
    AuthUserFile {root}/users
    Require valid-user
</Directory>
<Directory {root}/www/files>
    Dav On
</Directory>
'''


class WebDav:
    def __init__(self):
        self.root = tempfile.mkdtemp(prefix='standby-webdav-')
        with socket.socket() as one:
            one.bind(('127.0.0.1', 0))
            self.port = one.getsockname()[1]
        for folder in ('www', 'www/files', 'www/shown'):
            os.mkdir(os.path.join(self.root, folder))
        secret = subprocess.run(['openssl', 'passwd', '-apr1', PASSWORD], capture_output=True,
                                text=True, check=True).stdout
        self._write('users', f'{USER}:{secret}')
        modules = ['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user',
                   'auth_basic', 'dav', 'dav_fs', 'mime']
        config = ''.join(f'LoadModule {name}_module {MODULES}/mod_{name}.so\n' for name in modules)
        config += CONFIG.format(root=self.root, port=self.port)
        if os.geteuid() == 0:  # Apache doesn't serve as root
            config += 'User www-data\nGroup www-data\n'
            self._give_away()
        self._write('config', config)
        self._command = ['apache2', '-D', 'FOREGROUND', '-f', f'{self.root}/config']
        self.start()

    def _write(self, name, text):
        with open(os.path.join(self.root, name), 'w', encoding='utf-8') as file:
            file.write(text)

    def _give_away(self):
        server = pwd.getpwnam('www-data')
        for folder, _, files in os.walk(self.root):
            for path in (folder, *(os.path.join(folder, name) for name in files)):
                os.chown(path, server.pw_uid, server.pw_gid)

    def start(self):
        self._process = subprocess.Popen(self._command)
        wait_for(self._answers, 'Apache')

    def stop(self):
        """Until it is started again; what is in it stays."""
        self._process.terminate()
        self._process.wait(20)

    def close(self):
        self.stop()
        shutil.rmtree(self.root, ignore_errors=True)

    @property
    def address(self):
        return f'127.0.0.1:{self.port}'

    def _answers(self):
        try:
            return self.call('OPTIONS', '/files/')[0] < 500
        except OSError:
            return False

    def call(self, method, path, body=None, **headers):
        """The status, the body and the ETag."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        login = base64.b64encode(f'{USER}:{PASSWORD}'.encode()).decode()
        headers = {name.replace('_', '-'): value for name, value in headers.items()}
        try:
            connection.request(method, path, body=body,
                               headers={'Authorization': f'Basic {login}', **headers})
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.getheader('ETag')
        finally:
            connection.close()

    def save(self, name, text):
        status, answer, _ = self.call('PUT', f'/files/{name}',
                                      text if isinstance(text, bytes) else text.encode())
        assert status in (200, 201, 204), (status, answer)

    def show(self, name, text):
        """Below /shown/, where nobody writes over HTTP."""
        self._write(f'www/shown/{name}', text)

    def text(self, name):
        status, answer, _ = self.call('GET', f'/files/{name}')
        return answer.decode() if status == 200 else ''

    def url(self, name, folder='files'):
        return f'http://{self.address}/{folder}/{name}'
