// What a role may do: each one may do what those before it may.
import type { Role } from './api';
import { spoken, t } from './say.svelte';

const order: readonly Role[] = ['read-only', 'staff', 'owner'];

/** Whether someone with this role may do what needs that role. Nobody may do nothing. */
export function mayAs(role: Role | undefined, needed: Role): boolean {
    return role !== undefined && order.indexOf(role) >= order.indexOf(needed);
}

export const roleNames: Record<Role, string> = spoken(() => ({
    owner: t('Owner'),
    staff: t('Staff'),
    'read-only': t('Read only'),
}));

export const roleSentences: Record<Role, string> = spoken(() => ({
    owner: t('Can do everything, including inviting people and creating keys.'),
    staff: t('Runs the lists day to day.'),
    'read-only': t('Sees everything, changes nothing.'),
}));
