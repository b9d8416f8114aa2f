// What a role may do: each one may do what those before it may.
import type { Role } from './api';

const order: readonly Role[] = ['read-only', 'staff', 'owner'];

/** Whether someone with this role may do what needs that role. Nobody may do nothing. */
export function mayAs(role: Role | undefined, needed: Role): boolean {
    return role !== undefined && order.indexOf(role) >= order.indexOf(needed);
}

export const roleNames: Record<Role, string> = {
    owner: 'Owner',
    staff: 'Staff',
    'read-only': 'Read only',
};

export const roleSentences: Record<Role, string> = {
    owner: 'Can do everything, including inviting people and creating keys.',
    staff: 'Runs the lists day to day.',
    'read-only': 'Sees everything, changes nothing.',
};
