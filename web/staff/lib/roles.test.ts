// Who may do what.
import { describe, expect, it } from 'vitest';
import { mayAs } from './roles';

describe('a role', () => {
    it.each([
        ['owner', 'owner', true], ['owner', 'staff', true], ['owner', 'read-only', true],
        ['staff', 'owner', false], ['staff', 'staff', true], ['staff', 'read-only', true],
        ['read-only', 'owner', false], ['read-only', 'staff', false],
        ['read-only', 'read-only', true],
    ] as const)('%s for what needs %s: %s', (role, needed, may) => {
        expect(mayAs(role, needed)).toBe(may);
    });

    it('that nobody has may do nothing', () => {
        expect(mayAs(undefined, 'read-only')).toBe(false);
    });
});
