// Someone who takes mails by SMTP, as far as the journeys need it.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Takes mails by SMTP, or lets them wait for a refusal. */
export class MailServer {
    isTaking = true;
    taken = 0;
    /** Set: whoever comes must log in with it. */
    password: string | undefined;
    /** Those whose mail waits. */
    private readonly waiting: Socket[] = [];
    private readonly sockets = new Set<Socket>();

    private constructor(private readonly server: Server) {
        server.on('connection', (socket) => this.serve(socket));
    }

    static async start(): Promise<MailServer> {
        const server = createServer().listen(0, '127.0.0.1');
        await once(server, 'listening');
        return new MailServer(server);
    }

    get port(): number {
        return (this.server.address() as AddressInfo).port;
    }

    get held(): number {
        return this.waiting.length;
    }

    /** Refuses for good what waits, and takes what comes from now on. */
    refuse(): void {
        this.isTaking = true;
        this.waiting.splice(0).forEach((socket) => socket.write('554 5.7.1 Looks like spam\r\n'));
    }

    stop(): void {
        this.sockets.forEach((socket) => socket.destroy());
        this.server.close();
    }

    private serve(socket: Socket): void {
        this.sockets.add(socket);
        socket.on('error', () => socket.destroy());
        let isMail = false;
        createInterface(socket).on('line', (line) => {
            if (isMail) {
                isMail = line !== '.';
                if (!isMail) {
                    this.taken += 1;
                    socket.write('250 taken\r\n');
                }
                return;
            }
            if (/^DATA/i.test(line)) {
                isMail = this.isTaking;
                if (isMail) {
                    socket.write('354 go on\r\n');
                } else {
                    this.waiting.push(socket);
                }
                return;
            }
            socket.write(this.answerTo(line));
        });
        socket.write('220 journey\r\n');
    }

    private answerTo(line: string): string {
        if (/^EHLO/i.test(line)) {
            return this.password === undefined
                ? '250 journey\r\n' : '250-journey\r\n250 AUTH PLAIN\r\n';
        }
        if (/^AUTH PLAIN$/i.test(line)) {
            return '334 \r\n';
        }
        const proof = /^(?:AUTH PLAIN )?([A-Za-z0-9+/=]{8,})$/i.exec(line)?.[1];
        if (this.password !== undefined && proof !== undefined) {
            const said = Buffer.from(proof, 'base64').toString().split('\0')[2];
            return said === this.password
                ? '235 2.7.0 come in\r\n' : '535 5.7.8 Wrong user or password\r\n';
        }
        return /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n';
    }
}
