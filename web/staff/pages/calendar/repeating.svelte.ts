// The part of "Free a slot" that makes several of one: what is chosen, what comes of it, and how far
// the sending is.
import { newActionKey, type Schemas } from '../../lib/api';
import { tn } from '../../lib/say.svelte';
import { serverClock } from '../../lib/time';
import type { SlotForm } from '../today/slotform';
import { freeAll, readClashes, type Progress } from './changes';
import { addDays, isDay, weekdayOf } from './days';
import type { CalendarSlot } from './grid';
import { faultOf, planOf, type Plan, type Repeat, type RepeatFault } from './repeats';

export class Repeating {
    isOn = $state(false);
    weekdays = $state<number[]>([]);
    until = $state('');
    inARow = $state<number | string | null | undefined>(1);
    progress = $state.raw<Progress & { of: number }>();
    /** What staff are asked about: slots of the same person at the same time. */
    clashes = $state.raw<CalendarSlot[]>([]);
    #asked = '';
    /** What was begun to be freed, and under which ids: the rest of it goes on with them. */
    #begun = { what: '', key: '' };

    /** As it is before anybody chose anything. */
    begin(startLocal: string): void {
        const day = startLocal.slice(0, 10);
        this.isOn = false;
        this.inARow = 1;
        this.weekdays = isDay(day) ? [weekdayOf(day)] : [];
        this.until = isDay(day) ? addDays(day, 28) : '';
        this.progress = undefined;
        this.clashes = [];
        this.#asked = '';
        this.#begun = { what: '', key: '' };
    }

    get #repeat(): Repeat {
        return { weekdays: this.weekdays, until: this.until, inARow: Number(this.inARow) };
    }

    fault(form: SlotForm): RepeatFault | undefined {
        return this.isOn ? faultOf(this.#repeat, form.startsAt) : undefined;
    }

    /** Undefined where something is wrong with it, or it is not wanted. */
    plan(form: SlotForm, zone: string): Plan | undefined {
        const minutes = Number(form.minutes);
        if (!this.isOn || this.fault(form) !== undefined || !(minutes >= 1)) {
            return undefined;
        }
        return planOf(this.#repeat, form.startsAt, minutes, zone, serverClock.now());
    }

    /** True when staff must be asked before these are freed; asked once, the answer counts. */
    async mustAsk(resourceId: string, form: SlotForm, starts: number[]): Promise<boolean> {
        const wanted = {
            starts, minutes: Number(form.minutes), staff: form.staff, place: form.place,
        };
        const about = JSON.stringify(wanted);
        if (about === this.#asked) {
            return false;
        }
        this.clashes = await readClashes(resourceId, wanted);
        this.#asked = about;
        return this.clashes.length > 0;
    }

    async send(
        resourceId: string, form: SlotForm, zone: string, starts: number[],
        further: Partial<Schemas['NewOpening']> = {}): Promise<string> {
        const what = JSON.stringify({ ...form, startsAt: '' });
        if (what !== this.#begun.what) {
            this.#begun = { what, key: newActionKey() };
        }
        const tell = (progress: Progress) => {
            this.progress = { ...progress, of: starts.length };
        };
        tell({ done: 0, offered: 0 });
        try {
            const { done, offered } = await freeAll(
                resourceId, form, zone, starts, this.#begun.key, tell, further);
            return offered === 0
                ? tn(done, '{n} slot freed.', '{n} slots freed.')
                : tn(done, '{n} slot freed; guests are asked about {offered} of them.',
                    '{n} slots freed; guests are asked about {offered} of them.', { offered });
        } finally {
            this.progress = undefined;
        }
    }
}
