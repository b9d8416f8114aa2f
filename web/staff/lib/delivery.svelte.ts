// Whether guests can be reached: for the banner on every page, and for whoever sets it up.
import { api, call, type Schemas } from './api';
import { Loader } from './loader.svelte';

export type Delivery = Schemas['Reach'];

export const delivery = new Loader<Delivery>(() => call(api.GET('/v1/delivery')));

/** What a standing banner has to say. */
export type Trouble =
    | 'nobody' | 'mail_down' | 'sms_down' | 'whatsapp_down' | 'mail_locked' | 'sms_locked'
    | 'whatsapp_locked' | 'local_links' | Consequence;

/** Who isn't reached while something is down, and what they get instead. */
export type Consequence =
    | 'all_unreached' | 'some_unreached' | 'unreached_without_phone' | 'unreached_without_mail'
    | 'unreached_without_whatsapp' | 'unreached_without_either' | 'some_unreached_without_mail' | 'text_instead';

type State = Delivery['mail']['state'];
type PhoneRule = Schemas['PhoneRule'];

/** While WhatsApp is down, it may still take some messages. */
function consequencesOf(mail: State, sms: State, whatsapp: State): Consequence[] {
    const isPhoneReached = sms === 'working' || whatsapp === 'working';
    if (mail !== 'working' && !isPhoneReached) {
        return [whatsapp === 'down' ? 'some_unreached' : 'all_unreached'];
    }
    if (!isPhoneReached) {
        return whatsapp === 'down' ? ['some_unreached_without_mail'] : sms === 'down' ? ['unreached_without_mail'] : [];
    }
    if (sms !== 'working') {
        const isWorse = sms === 'down' || mail === 'down';
        return !isWorse ? [] : [mail === 'working' ? 'unreached_without_either' : 'unreached_without_whatsapp'];
    }
    return [
        ...(whatsapp === 'down' ? ['text_instead' as const] : []),
        ...(mail === 'down' ? ['unreached_without_phone' as const] : []),
    ];
}

/** A business whose own programs carry its messages needs nobody else to. */
export function troublesOf(known: Delivery, hasWebhook: boolean, phoneRule: PhoneRule = 'whatsapp_first'): Trouble[] {
    if (known.is_demo) {
        return [];
    }
    // While nodes are upgraded, an older one may answer, which knows fewer channels.
    const stateOf = (channel: 'mail' | 'sms' | 'whatsapp') =>
        (known[channel] as Delivery['mail'] | undefined)?.state ?? 'none';
    const [mail, sms, whatsapp] = [stateOf('mail'), stateOf('sms'), stateOf('whatsapp')];
    const states = [mail, sms, whatsapp];
    const troubles: Trouble[] = [];
    for (const channel of ['mail', 'sms', 'whatsapp'] as const) {
        const state = stateOf(channel);
        if (state === 'locked' || state === 'down') {
            troubles.push(`${channel}_${state}`);
        }
    }
    if (!hasWebhook && states.every((state) => state === 'none')) {
        troubles.push('nobody');
    }
    // Another server may have the key to what is locked here.
    if (!hasWebhook && states.includes('down') && !states.includes('locked')) {
        const isByText = phoneRule === 'sms' || whatsapp === 'none';
        troubles.push(...consequencesOf(
            mail, phoneRule === 'whatsapp' && !isByText ? 'none' : sms, isByText ? 'none' : whatsapp));
    }
    if (known.links === 'local') {
        troubles.push('local_links');
    }
    return troubles;
}
