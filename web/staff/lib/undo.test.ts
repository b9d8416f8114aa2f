// Actions that can be taken back before they are sent.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeTimers } from './fake_timers';
import { Undo, type Notes } from './undo.svelte';

let timers: FakeTimers;
let undo: Undo;
let takeBack: () => void;
let errors: unknown[];
let shown: string[];

beforeEach(() => {
    timers = new FakeTimers();
    errors = [];
    shown = [];
    const notes: Notes = {
        show: (text, run) => {
            shown.push(text);
            takeBack = run;
            return shown.length;
        },
        dismiss: () => {},
        error: (error) => errors.push(error),
    };
    undo = new Undo(notes, timers);
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('an action', () => {
    it('is sent after a while, once', async () => {
        const commit = vi.fn(async () => {});
        undo.later({ id: 'ent_1', text: 'Mia’s place goes on', commit });
        expect(shown).toEqual(['Mia’s place goes on']);
        timers.pass(5999);
        expect(commit).not.toHaveBeenCalled();
        expect(undo.isPending('ent_1')).toBe(true);
        timers.pass(1);
        expect(commit).toHaveBeenCalledTimes(1);
        await settled();
        expect(undo.isPending('ent_1')).toBe(false);
        timers.pass(60_000);
        expect(commit).toHaveBeenCalledTimes(1);
    });

    it('has as much time as it asks for', () => {
        const commit = vi.fn(async () => {});
        undo.later({ id: 'ent_1', text: '', commit, delayMs: 8000 });
        timers.pass(7999);
        expect(commit).not.toHaveBeenCalled();
        timers.pass(1);
        expect(commit).toHaveBeenCalledTimes(1);
    });

    it('that is taken back is never sent', () => {
        const commit = vi.fn(async () => {});
        const undone = vi.fn();
        undo.later({ id: 'ent_1', text: '', commit, undone });
        expect(undone).not.toHaveBeenCalled();
        takeBack();
        expect(undo.isPending('ent_1')).toBe(false);
        timers.pass(60_000);
        undo.flush();
        expect(commit).not.toHaveBeenCalled();
        expect(undone).toHaveBeenCalledTimes(1);
    });

    it('can be asked for again after it was taken back', () => {
        const commit = vi.fn(async () => {});
        undo.later({ id: 'ent_1', text: '', commit });
        takeBack();
        undo.later({ id: 'ent_1', text: '', commit });
        timers.pass(6000);
        expect(commit).toHaveBeenCalledTimes(1);
    });

    it('on the same entry twice is one', () => {
        const commit = vi.fn(async () => {});
        undo.later({ id: 'ent_1', text: '', commit });
        undo.later({ id: 'ent_1', text: '', commit });
        timers.pass(6000);
        expect(commit).toHaveBeenCalledTimes(1);
    });

    it('is sent at once when the page goes away', () => {
        const first = vi.fn(async () => {});
        const second = vi.fn(async () => {});
        undo.later({ id: 'ent_1', text: '', commit: first });
        undo.later({ id: 'ent_2', text: '', commit: second });
        undo.flush();
        timers.pass(60_000);
        expect(first).toHaveBeenCalledTimes(1);
        expect(second).toHaveBeenCalledTimes(1);
    });

    it('that fails is told, and its entry is free again', async () => {
        const failure = new Error('not accepted');
        undo.later({ id: 'ent_1', text: '', commit: async () => { throw failure; } });
        timers.pass(6000);
        await settled();
        expect(errors).toEqual([failure]);
        expect(undo.isPending('ent_1')).toBe(false);
    });
});
