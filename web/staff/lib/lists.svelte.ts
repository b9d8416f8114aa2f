// The lists of this house, which the switcher, the pages and the start page share, and the one that
// was looked at last.
import { allPages, api, call, type Resource } from './api';
import { Loader } from './loader.svelte';

const rememberedKey = 'standby.list';

/** Lists that are closed or cancelled stay to be looked at. */
export function isOpen(list: { status: Resource['status'] }): boolean {
    return list.status === 'active' || list.status === 'paused';
}

class Lists extends Loader<Resource[]> {
    constructor() {
        super(() => allPages(async (cursor) => {
            const query = cursor === undefined ? { limit: 200 } : { limit: 200, cursor };
            const page = await call(api.GET('/v1/resources', { params: { query } }));
            return page as { items: Resource[]; next_cursor: string | null };
        }));
    }

    find(resourceId: string): Resource | undefined {
        return this.data?.find((resource) => resource.id === resourceId);
    }

    /** Takes a newer state of one list, such as a board brings it. */
    put(resource: Resource): void {
        const known = this.find(resource.id);
        if (!known) {
            this.data = [...(this.data ?? []), resource];
        } else if (known.last_seq <= resource.last_seq) {
            this.data = this.data?.map((other) => (other.id === resource.id ? resource : other));
        }
    }

    remember(resourceId: string): void {
        localStorage.setItem(rememberedKey, resourceId);
    }

    /** The list to begin with: the last one, or the only one that is open. */
    get preferred(): Resource | undefined {
        const remembered = localStorage.getItem(rememberedKey);
        const open = this.data?.filter(isOpen) ?? [];
        return open.find((resource) => resource.id === remembered) ??
            (open.length === 1 ? open[0] : undefined);
    }
}

export const lists = new Lists();
