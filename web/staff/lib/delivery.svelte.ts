// Whether guests can be reached: for the banner on every page, and for whoever sets it up.
import { api, call, type Schemas } from './api';
import { Loader } from './loader.svelte';

export type Delivery = Schemas['Reach'];

export const delivery = new Loader<Delivery>(() => call(api.GET('/v1/delivery')));

/** What a standing banner has to say. */
export type Trouble =
    | 'nobody' | 'mail_down' | 'sms_down' | 'mail_locked' | 'sms_locked' | 'local_links';

/** A business whose own programs carry its messages needs nobody else to. */
export function troublesOf(known: Delivery, hasWebhook: boolean): Trouble[] {
    if (known.is_demo) {
        return [];
    }
    const troubles: Trouble[] = [];
    const isSetUp = (state: string): boolean => state === 'working' || state === 'down';
    for (const channel of ['mail', 'sms'] as const) {
        if (known[channel].state === 'locked') {
            troubles.push(`${channel}_locked`);
        } else if (known[channel].state === 'down') {
            troubles.push(`${channel}_down`);
        }
    }
    const isAnySetUp = isSetUp(known.mail.state) || isSetUp(known.sms.state);
    if (!isAnySetUp && !hasWebhook && troubles.length === 0) {
        troubles.push('nobody');
    }
    if (known.links === 'local') {
        troubles.push('local_links');
    }
    return troubles;
}
