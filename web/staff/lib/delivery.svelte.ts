// Whether guests can be reached: for the banner on every page, and for whoever sets it up.
import { api, call, type Schemas } from './api';
import { Loader } from './loader.svelte';

export type Delivery = Schemas['Reach'];

export const delivery = new Loader<Delivery>(() => call(api.GET('/v1/delivery')));

/** What a standing banner has to say. */
export type Trouble =
    | 'nobody' | 'mail_down' | 'sms_down' | 'whatsapp_down' | 'mail_locked' | 'sms_locked'
    | 'whatsapp_locked' | 'local_links';

/** A business whose own programs carry its messages needs nobody else to. */
export function troublesOf(known: Delivery, hasWebhook: boolean): Trouble[] {
    if (known.is_demo) {
        return [];
    }
    const troubles: Trouble[] = [];
    let isAnySetUp = false;
    for (const channel of ['mail', 'sms', 'whatsapp'] as const) {
        // While nodes are upgraded, an older one may answer, which knows fewer channels.
        const state = (known[channel] as Delivery['mail'] | undefined)?.state;
        if (state === 'locked' || state === 'down') {
            troubles.push(`${channel}_${state}`);
        }
        isAnySetUp ||= state === 'working' || state === 'down';
    }
    if (!isAnySetUp && !hasWebhook && troubles.length === 0) {
        troubles.push('nobody');
    }
    if (known.links === 'local') {
        troubles.push('local_links');
    }
    return troubles;
}
