// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { canUsePasskeys, fromBase64Url, toBase64Url } from './passkeys';

describe('bytes', () => {
    it('go to base64url and back', () => {
        for (const values of [[], [0], [255, 254, 253], [251, 239, 190, 1]]) {
            const bytes = Uint8Array.from(values);
            expect([...fromBase64Url(toBase64Url(bytes.buffer))]).toEqual(values);
        }
        expect(toBase64Url(Uint8Array.from([251, 255]).buffer)).toBe('-_8');
    });
});

describe('passkeys', () => {
    it('work on the pages of their domain only', () => {
        expect(canUsePasskeys('wait.example', 'wait.example', true)).toBe(true);
        expect(canUsePasskeys('wait.example', 'desk.wait.example', true)).toBe(true);
        expect(canUsePasskeys('wait.example', 'await.example', true)).toBe(false);
        expect(canUsePasskeys('localhost', '127.0.0.1', true)).toBe(false);
        expect(canUsePasskeys(null, 'wait.example', true)).toBe(false);
        expect(canUsePasskeys('wait.example', 'wait.example', false)).toBe(false);
    });
});
