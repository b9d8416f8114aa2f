import { describe, expect, it } from 'vitest';
import { base64, changedColumns } from './importing.svelte';

describe('a table on its way', () => {
    it('goes up as base64, whatever its bytes and its length', () => {
        const bytes = new Uint8Array(100_000).map((_, index) => index % 256);
        expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(base64(new Uint8Array())).toBe('');
    });

    it('names only the columns that someone changed', () => {
        const shown = [{ heading: 'Wer', field: null }, { heading: 'Nummer', field: 'phone' as const }];
        expect(changedColumns(shown, [null, 'phone'])).toEqual([]);
        expect(changedColumns(shown, ['name', ''])).toEqual([
            { heading: 'Wer', field: 'name' }, { heading: 'Nummer', field: null }]);
    });
});
