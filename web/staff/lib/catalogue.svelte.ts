// What the business offers, which every form that names a service, a person or a place shares.
import { allPages, api, call, type Schemas } from './api';
import { Loader } from './loader.svelte';
import { nameKey, nearestName } from './names';

export type Service = Schemas['CatalogueService'];
export type OfferedPerson = Schemas['CataloguePerson'];
export type Place = Schemas['CataloguePlace'];

export interface Catalogue {
    services: Service[];
    people: OfferedPerson[];
    places: Place[];
}

const page = (cursor: string | undefined) =>
    ({ params: { query: cursor === undefined ? { limit: 200 } : { limit: 200, cursor } } });

export const catalogue = new Loader<Catalogue>(async () => {
    const [services, people, places] = await Promise.all([
        allPages<Service>((cursor) => call(api.GET('/v1/catalogue/services', page(cursor)))),
        allPages<OfferedPerson>((cursor) => call(api.GET('/v1/catalogue/people', page(cursor)))),
        allPages<Place>((cursor) => call(api.GET('/v1/catalogue/places', page(cursor)))),
    ]);
    return { services, people, places };
});

interface Named {
    name: string;
    other_names: string[];
}

const namesOf = (item: Named) => [item.name, ...item.other_names];

/** The one that goes by this name, however it is written. */
export function findNamed<Item extends Named>(
    items: readonly Item[], text: string): Item | undefined {
    const key = nameKey(text);
    return key === '' ? undefined
        : items.find((item) => namesOf(item).some((name) => nameKey(name) === key));
}

export interface Unlisted {
    text: string;
    /** What was most likely meant. */
    suggestion: string | undefined;
}

/** Whether a name is none of these, where there are any; and which one was perhaps meant. */
export function unlistedIn(items: readonly Named[], text: string): Unlisted | undefined {
    const typed = text.trim();
    if (items.length === 0 || typed === '' || findNamed(items, typed)) {
        return undefined;
    }
    const close = nearestName(typed, items.flatMap(namesOf));
    return { text: typed, suggestion: close && findNamed(items, close)?.name };
}

/** "Anna, Ben": all that will do. A name of the catalogue that has a comma itself is one. */
export function namesIn(text: string, items: readonly Named[] = []): string[] {
    return findNamed(items, text) ? [text.trim()]
        : text.split(',').map((name) => name.trim()).filter((name) => name !== '');
}

/** The first of several names that is none of these and wasn't meant as it is. */
export function unlistedAmong(
    items: readonly Named[], text: string, kept: readonly string[] = []): Unlisted | undefined {
    return namesIn(text, items).filter((name) => !kept.includes(name))
        .map((name) => unlistedIn(items, name)).find((found) => found !== undefined);
}

/** The same text with one of the names exchanged. */
export const withNameReplaced = (text: string, from: string, to: string): string =>
    namesIn(text).map((name) => (name === from ? to : name)).join(', ');
