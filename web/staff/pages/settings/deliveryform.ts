// The forms of mail, texts and WhatsApp: what they show, what they send, and what a test's answer means.
import type { Schemas } from '../../lib/api';
import { spoken, t } from '../../lib/say.svelte';

export type MailSetup = Schemas['MailSetup'];
export type TextSetup = Schemas['TextSetup'];
export type WhatsAppSetup = Schemas['WhatsAppSetup'];
export type Tested = Schemas['TestedDelivery'];
type Encryption = 'tls' | 'starttls' | 'none';

export interface MailForm {
    host: string;
    /** Empty: the usual one. */
    port: string;
    encryption: Encryption;
    user: string;
    /** Never shown; typed to set it or to replace it. */
    password: string;
    from: string;
}

export interface TextForm {
    service: 'twilio' | 'sns';
    account: string;
    /** Never shown either. */
    secret: string;
    /** Numbers with commas or line breaks between them. */
    from: string;
    region: string;
    endpoint: string;
}

export interface WhatsAppForm {
    service: 'meta' | 'twilio';
    account: string;
    /** Neither is ever shown. */
    secret: string;
    app_secret: string;
    from: string;
    prefix: string;
    /** One in each line: "offer.en=HX…". */
    templates: string;
    endpoint: string;
}

export const usualPorts: Record<Encryption, string> = { tls: '465', starttls: '587', none: '25' };

export function mailFormOf(setup: MailSetup): MailForm {
    return {
        host: setup.host ?? '', port: setup.port === null ? '' : String(setup.port),
        encryption: setup.encryption ?? 'starttls', user: setup.user ?? '', password: '',
        from: setup.from ?? '',
    };
}

export function mailBodyOf(form: MailForm): Schemas['MailSettings'] {
    const body: Schemas['MailSettings'] = {
        host: form.host.trim(), encryption: form.encryption, from: form.from.trim(),
    };
    const port = form.port.trim();
    if (port !== '') {
        // What is no number is the server's to refuse, with its words.
        body.port = /^\d+$/.test(port) ? Number(port) : 0;
    }
    if (form.user.trim() !== '') {
        body.user = form.user.trim();
    }
    if (form.password !== '') {
        body.password = form.password;
    }
    return body;
}

export function textFormOf(setup: TextSetup): TextForm {
    return {
        service: setup.service ?? 'twilio', account: setup.account ?? '', secret: '',
        from: setup.from.join(', '), region: setup.region ?? '', endpoint: setup.endpoint ?? '',
    };
}

export function textBodyOf(form: TextForm): Schemas['TextSettings'] {
    const body: Schemas['TextSettings'] = {
        service: form.service, account: form.account.trim(),
        from: form.from.split(/[,;\n]+/).map((one) => one.trim()).filter(Boolean),
    };
    if (form.secret !== '') {
        body.secret = form.secret;
    }
    if (form.service === 'sns') {
        body.region = form.region.trim();
    }
    if (form.endpoint.trim() !== '') {
        body.endpoint = form.endpoint.trim();
    }
    return body;
}

export function whatsAppFormOf(setup: WhatsAppSetup): WhatsAppForm {
    return {
        service: setup.service ?? 'meta', account: setup.account ?? '', secret: '', app_secret: '',
        from: setup.from ?? '', prefix: setup.prefix ?? '', templates: setup.templates.join('\n'),
        endpoint: setup.endpoint ?? '',
    };
}

export function whatsAppBodyOf(form: WhatsAppForm): Schemas['WhatsAppSettings'] {
    const body: Schemas['WhatsAppSettings'] = {
        service: form.service, account: form.account.trim(),
    };
    if (form.secret !== '') {
        body.secret = form.secret;
    }
    if (form.service === 'meta') {
        if (form.app_secret !== '') {
            body.app_secret = form.app_secret;
        }
        if (form.prefix.trim() !== '') {
            body.prefix = form.prefix.trim();
        }
    } else {
        body.from = form.from.trim();
        body.templates = form.templates.split(/[\s,;]+/).filter(Boolean);
    }
    if (form.endpoint.trim() !== '') {
        body.endpoint = form.endpoint.trim();
    }
    return body;
}

type Result = Tested['result'];

const mailWords: Record<Result, string> = spoken(() => ({
    sent: t('The mail server took the message. Check the inbox, and the spam folder.'),
    wrong_login: t('The mail server doesn’t accept the user name or the password.'),
    host_not_found: t('There is no mail server of this name. Check the spelling.'),
    no_connection: t('Nobody answers at this host and port. Check both; many networks block port 25.'),
    no_answer: t('The mail server didn’t answer in time. Check the port and the encryption.'),
    private_address: t('This address belongs to the server’s own network. Whoever runs the server can allow that with --private-delivery yes.'),
    bad_certificate: t('The mail server’s certificate isn’t valid for this name. Use the name in the certificate.'),
    no_encryption: t('No encrypted connection could be made. Try the other kind of encryption.'),
    not_a_server: t('Something answers there, but not as a mail server. Check the port and the encryption.'),
    sender_refused: t('The mail server refuses this sender. It must be an address that the account may send from.'),
    template_refused: t('The message couldn’t be sent.'),
    recipient_refused: t('The mail server says that there is nobody at this address. Check the spelling.'),
    opted_out: t('The recipient doesn’t want messages.'),
    busy: t('The mail server asks to try again later. Some make new senders wait: try again in a few minutes.'),
    failed: t('The message couldn’t be sent.'),
}));

const textWords: Record<Result, string> = spoken(() => ({
    sent: t('The service took the message. It should arrive on the phone in a moment.'),
    wrong_login: t('The service doesn’t accept the account or the secret.'),
    host_not_found: t('There is no service of this name. Check the region or the address.'),
    no_connection: t('Nobody answers there. Check whether this server can connect to the service.'),
    no_answer: t('The service didn’t answer in time.'),
    private_address: mailWords.private_address,
    bad_certificate: t('The service’s certificate isn’t valid for this name.'),
    no_encryption: mailWords.no_encryption,
    not_a_server: t('Something answers there, but not as the service. Check the address.'),
    sender_refused: t('The service refuses this sender. It must be one of the account’s numbers or messaging services.'),
    template_refused: mailWords.failed,
    recipient_refused: t('This number can’t be reached. It must be a mobile number in a country that the account may send to.'),
    opted_out: t('This number has replied STOP. It must text START to the sender first.'),
    busy: t('The service is busy, or the account has sent too many messages. Try again in a few minutes.'),
    failed: mailWords.failed,
}));

const whatsAppWords: Record<Result, string> = spoken(() => ({
    ...textWords,
    wrong_login: t('The service doesn’t accept the account or the token. Tokens of Meta expire unless they are of a system user.'),
    sender_refused: t('The service refuses this sender. It must be a number that the account has registered for WhatsApp.'),
    template_refused: t('The service refuses the template. It must be approved under this name, in this language and with this text.'),
    recipient_refused: t('This number can’t be reached on WhatsApp. Guests like this get a text instead, if texts are set up.'),
    opted_out: t('This number has replied STOP. It must write START to the sender first.'),
}));

/** What came of a test, in a sentence or two. */
export function resultText(channel: 'mail' | 'sms' | 'whatsapp', tested: Tested): string {
    const words = { mail: mailWords, sms: textWords, whatsapp: whatsAppWords }[channel];
    return words[tested.result] ?? tested.words;
}
