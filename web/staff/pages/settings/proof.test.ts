import { describe, expect, it } from 'vitest';
import { Problem } from '../../lib/api';
import { currentProof, noProof, proofBody, wrongProof } from './proof';

describe('the proof', () => {
    it('carries only what was typed', () => {
        expect(proofBody(noProof())).toEqual({});
        expect(proofBody({ password: ' spaces count ', code: ' 123 456 ' }))
            .toEqual({ password: ' spaces count ', code: '123 456' });
        expect(currentProof({ password: 'a', code: '' })).toEqual({ current_password: 'a' });
    });

    it('says what was wrong with it, and leaves other errors to others', () => {
        const about = (field: string) => new Problem(422, {
            type: '/problems/invalid', title: 'Invalid',
            errors: [{ field, message: 'is required' }],
        });
        expect(wrongProof(about('code'))?.code).toMatch(/recovery code/);
        expect(wrongProof(about('code'))?.password).toBeUndefined();
        expect(wrongProof(about('current_password'), 'current_')?.password).toMatch(/password/);
        expect(wrongProof(about('password'), 'current_')).toBeUndefined();
        expect(wrongProof(new Error('no network'))).toBeUndefined();
    });
});
