// A mail as its reader sees it. The page allows no inline styles, so the mail's HTML cannot simply
// be shown; it is built again, element by element, from a short list of what a mail needs, with its
// styles set through the DOM. Links lead nowhere: it is a picture of a mail.

const elements = new Set([
    'a', 'b', 'blockquote', 'br', 'center', 'div', 'em', 'h1', 'h2', 'h3', 'hr', 'i', 'li', 'ol',
    'p', 'span', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'u', 'ul',
]);
/** What is dropped together with what it contains. All else gives way to its content. */
const dropped = new Set([
    'script', 'style', 'head', 'title', 'iframe', 'object', 'embed', 'svg', 'math', 'template',
    'noscript', 'link', 'meta', 'base', 'img', 'form', 'input', 'button', 'textarea', 'select',
]);
const attributes = new Set(['align', 'class', 'dir', 'lang', 'valign']);
const depthMax = 60;
/** Styles are parsed under another name: under their own, the browser would refuse and complain. */
const styleAttribute = 'data-style';

export interface MailParts {
    /** The content of the mail, to be put where styles of the page do not reach. */
    body: HTMLElement;
    /** The rules of its <style> elements. */
    css: string;
}

function copyStyle(from: Element, to: HTMLElement): void {
    for (const declaration of (from.getAttribute(styleAttribute) ?? '').split(';')) {
        const colon = declaration.indexOf(':');
        const name = declaration.slice(0, colon).trim().toLowerCase();
        const value = declaration.slice(colon + 1).trim();
        // Nothing is fetched, and nothing leaves its frame.
        if (colon > 0 && !/url\(|expression|@import/i.test(value) &&
            !(name === 'position' && /fixed|sticky/i.test(value))) {
            const isImportant = /!\s*important$/i.test(value);
            to.style.setProperty(
                name, value.replace(/!\s*important$/i, '').trim(), isImportant ? 'important' : '');
        }
    }
}

function copyChildren(from: Node, to: HTMLElement, depth: number): void {
    for (const child of Array.from(from.childNodes)) {
        if (child.nodeType === Node.TEXT_NODE) {
            to.append(document.createTextNode(child.nodeValue ?? ''));
        } else if (child.nodeType === Node.ELEMENT_NODE && depth < depthMax) {
            copyElement(child as Element, to, depth);
        }
    }
}

function copyElement(element: Element, to: HTMLElement, depth: number): void {
    const name = element.localName.toLowerCase();
    if (dropped.has(name)) {
        return;
    }
    if (!elements.has(name)) {
        copyChildren(element, to, depth + 1);
        return;
    }
    const copy = document.createElement(name);
    for (const attribute of Array.from(element.attributes)) {
        if (attributes.has(attribute.name)) {
            copy.setAttribute(attribute.name, attribute.value);
        }
    }
    if (name === 'table') {
        // Mails arrange with tables; nobody should hear of rows and columns.
        copy.setAttribute('role', 'presentation');
        copy.setAttribute('cellpadding', '0');
        copy.setAttribute('cellspacing', '0');
    }
    copyStyle(element, copy);
    copyChildren(element, copy, depth + 1);
    to.append(copy);
}

/** Takes comments and <style> elements out, and gives the styles of elements another name. */
function prepare(html: string): { html: string; css: string } {
    const css: string[] = [];
    const plain = html.replace(/<!--[\s\S]*?-->/g, '')
        .replace(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi, (_whole, rules: string) => {
            css.push(rules);
            return '';
        })
        .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ` ${styleAttribute}=`));
    return { html: plain, css: css.join('\n') };
}

/** Builds a mail anew from its HTML. */
export function buildMail(html: string): MailParts {
    const prepared = prepare(html);
    const parsed = new DOMParser().parseFromString(prepared.html, 'text/html');
    const css = prepared.css.replace(/@import[^;]*;?/gi, '').replace(/url\([^)]*\)/gi, 'none');
    const body = document.createElement('div');
    body.className = 'mail-body';
    copyStyle(parsed.body, body);
    copyChildren(parsed.body, body, 0);
    return { body, css };
}
