// CSV that no spreadsheet takes for a formula, and that no text breaks.
import { describe, expect, it } from 'vitest';
import { auditLine, columns, csvLine, fileName, safeCell } from './csv';

/** Reads a line back, as a spreadsheet does. */
function cellsOf(line: string): string[] {
    const cells: string[] = [];
    let cell = '';
    let isQuoted = false;
    const text = line.replace(/\r\n$/, '');
    for (let index = 0; index < text.length; index += 1) {
        const character = text.charAt(index);
        if (isQuoted && character === '"' && text.charAt(index + 1) === '"') {
            cell += '"';
            index += 1;
        } else if (character === '"') {
            isQuoted = !isQuoted;
        } else if (character === ',' && !isQuoted) {
            cells.push(cell);
            cell = '';
        } else {
            cell += character;
        }
    }
    return [...cells, cell];
}

describe('safeCell', () => {
    it.each(['=1+1', '+49', '-2', '@SUM(A1)', '\t=1', ' =1', '\r=1', '=HYPERLINK("http://x","y")'])(
        'does not let %j become a formula', (text) => {
            expect(cellsOf(safeCell(text))[0]).toBe(`'${text}`);
        });

    it('leaves numbers and usual texts alone', () => {
        expect([safeCell(-5), safeCell(12), safeCell('Mia'), safeCell(null)]).toEqual(['-5', '12', 'Mia', '']);
    });
});

describe('csvLine', () => {
    it('gives back what was put in, whatever it holds', () => {
        const cells = ['a,b', 'say "x"', 'two\r\nlines', '', "o'clock", 'ü'];
        expect(cellsOf(csvLine(cells))).toEqual(cells);
    });
});

describe('auditLine', () => {
    it('has a cell for each column', () => {
        const line = auditLine({
            seq: 7, at: '2026-11-15T14:00:00Z', type: 'places_released', entry_id: null, offer_id: null,
            opening_id: null, from_state: null, to_state: null, reason: 'capacity_released',
            rules_version: 2, actor: 'member:1', details: { note: '=1+1, "really"' }, hash: 'a'.repeat(64),
        }, '=evil');
        const cells = cellsOf(line);
        expect(cells).toHaveLength(columns.length);
        expect(cells[columns.indexOf('what')]).toBe("'=evil");
        expect(JSON.parse(cells[columns.indexOf('details')] ?? '')).toEqual({ note: '=1+1, "really"' });
    });
});

describe('fileName', () => {
    it('holds only what every system takes', () => {
        expect(fileName('Café: Größe/7', '2026-11-15')).toBe('cafe-gro-e-7-history-2026-11-15.csv');
        expect(fileName('///', '2026-11-15')).toBe('list-history-2026-11-15.csv');
    });
});
