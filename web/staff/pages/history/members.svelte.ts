// The names of those who work here, for "by …". Only owners may read them; others see numbers.
import { SvelteMap } from 'svelte/reactivity';
import { api, call } from '../../lib/api';
import { session } from '../../lib/session.svelte';

export const members = new SvelteMap<string, string>();
let isAsked = false;

/** Reads the names once. Without them the page still says who it was, by number. */
export async function loadMembers(): Promise<void> {
    if (isAsked || !session.may('owner')) {
        return;
    }
    isAsked = true;
    try {
        const { items } = await call(api.GET('/v1/staff'));
        for (const member of items) {
            members.set(member.id, member.name ?? member.email ?? member.id);
        }
    } catch {
        isAsked = false;
    }
}
