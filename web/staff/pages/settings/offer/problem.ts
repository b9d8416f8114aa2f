// Where the API's errors about the catalogue belong on its forms.
import { Problem } from '../../../lib/api';
import type { FormErrors } from './form';

const fields: Record<string, keyof FormErrors> = {
    name: 'name', other_names: 'otherNames', duration: 'minutes', price: 'price', buffer: 'buffer',
    hours: 'hours', size: 'size',
};

export function fieldErrors(error: unknown): FormErrors {
    const found: FormErrors = {};
    if (error instanceof Problem) {
        for (const one of error.errors) {
            const field = fields[one.field.split(/[.[]/)[0] ?? ''];
            if (field) {
                found[field] = one.message;
            }
        }
    }
    return found;
}
