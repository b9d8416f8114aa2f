// The token of a one-time link stands after the # of the address. It is taken out of there at once,
// so that it is in no history and no screenshot, and it is never stored.

interface Place {
    location: { hash: string; pathname: string; search: string };
    history: { replaceState(data: unknown, title: string, url: string): void };
}

/** The token in the address, which is gone from there afterwards; "" where there is none. */
export function takeLinkToken(place: Place = window): string {
    const token = /^#(st_[A-Za-z0-9_-]{1,97})$/.exec(place.location.hash)?.[1] ?? '';
    if (place.location.hash !== '') {
        place.history.replaceState(null, '', place.location.pathname + place.location.search);
    }
    return token;
}
