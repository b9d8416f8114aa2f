// The form about the mailbox that requests are forwarded to: what it begins with, what is sent, and
// what is wrong in words.
import type { Schemas } from '../../../lib/api';
import { t, tn } from '../../../lib/say.svelte';

export type Mailbox = Schemas['Mailbox'];
export type TestedMailbox = Schemas['TestedMailbox'];
type Settings = Schemas['MailboxSettings'];

/** Who hosts it: that says most of what has to be known. */
export type Provider = 'password' | 'microsoft' | 'google' | 'http';

export interface MailboxForm {
    list: string;
    provider: Provider;
    host: string;
    port: string;
    security: Settings['security'] & string;
    username: string;
    password: string;
    folder: string;
    authservId: string;
    tokenUrl: string;
    clientId: string;
    clientSecret: string;
    refreshToken: string;
    scope: string;
}

const microsoftHost = 'outlook.office365.com';
const googleHost = 'imap.gmail.com';

function providerOf(mailbox: Mailbox): Provider {
    if (mailbox.state === 'http') {
        return 'http';
    }
    if (mailbox.login === 'oauth') {
        return mailbox.host === googleHost ? 'google' : 'microsoft';
    }
    return 'password';
}

export function formOf(mailbox: Mailbox, list: string): MailboxForm {
    return {
        list: mailbox.resource_id ?? list,
        provider: providerOf(mailbox),
        host: mailbox.host ?? '', port: String(mailbox.port), security: mailbox.security,
        username: mailbox.username ?? '', password: '', folder: mailbox.folder,
        authservId: mailbox.authserv_id ?? '',
        tokenUrl: mailbox.token_url ?? '', clientId: mailbox.client_id ?? '', clientSecret: '',
        refreshToken: '', scope: mailbox.scope ?? '',
    };
}

/** What the provider is known to need. */
export function withProvider(form: MailboxForm, provider: Provider): MailboxForm {
    if (provider === 'microsoft') {
        return {
            ...form, provider, host: microsoftHost, port: '993', security: 'tls',
            tokenUrl: 'https://login.microsoftonline.com/TENANT/oauth2/v2.0/token',
            scope: 'https://outlook.office365.com/.default',
        };
    }
    if (provider === 'google') {
        return {
            ...form, provider, host: googleHost, port: '993', security: 'tls',
            tokenUrl: 'https://oauth2.googleapis.com/token', scope: '',
        };
    }
    return { ...form, provider };
}

const filled = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });

export function bodyOf(form: MailboxForm): Settings {
    const base = { resource_id: form.list, ...filled('authserv_id', form.authservId) };
    if (form.provider === 'http') {
        return base;
    }
    const isOAuth = form.provider !== 'password';
    return {
        ...base,
        ...filled('host', form.host), ...filled('username', form.username),
        ...filled('folder', form.folder),
        port: Number(form.port) || 993, security: form.security,
        login: isOAuth ? 'oauth' : 'password',
        ...(isOAuth ? {
            ...filled('token_url', form.tokenUrl), ...filled('client_id', form.clientId),
            ...filled('scope', form.scope),
            ...(form.clientSecret === '' ? {} : { client_secret: form.clientSecret }),
            ...(form.refreshToken === '' ? {} : { refresh_token: form.refreshToken }),
        } : form.password === '' ? {} : { password: form.password }),
    };
}

/** In the reader's language where we have words for it. */
export function problemText(problem: NonNullable<TestedMailbox['problem']>): string {
    const words: Record<string, string> = {
        wrong_login: t('The server doesn’t accept this user name with this password. Some ask for a password made for apps.'),
        not_supported: t('The server doesn’t take a password here. Microsoft and some others take OAuth only.'),
        host_not_found: t('There’s no server of that name.'),
        private_address: t('This server is in our own network. Whoever runs Standby can allow it with --allow-private.'),
        no_connection: t('The server doesn’t answer at this port.'),
        no_answer: t('The server took too long to answer.'),
        bad_certificate: t('The server’s certificate isn’t valid, so nobody can tell whether it is the right one.'),
        not_found: t('The mailbox has no folder of that name.'),
        forbidden: t('Without encryption, only a server is asked that --allow-private names.'),
        busy: t('The server asks to be left alone for a while.'),
    };
    return words[problem.code] ?? problem.detail;
}

export function testedText(tested: TestedMailbox): string {
    if (tested.problem !== null) {
        return problemText(tested.problem);
    }
    const there = tn(tested.mails, 'It works: {n} mail lies in the folder.', 'It works: {n} mails lie in the folder.');
    return tested.has_idle ? there : `${there} ${t('The server doesn’t say when a mail comes, so it is asked twice a minute.')}`;
}
