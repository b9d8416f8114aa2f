// The addresses that a house gives to its guests.

/** Where guests join a list. */
export function joinLink(resourceId: string, origin: string = location.origin): string {
    return `${origin}/r/${resourceId}`;
}

/** What to paste into another site so that guests can join there. */
export function embedSnippet(resourceId: string, origin: string = location.origin): string {
    return `<script src="${origin}/widget.js" data-standby="${resourceId}" async></` + 'script>';
}
