// Inside another site's page: tells that page how tall this one is, whenever it changes.

export function tellHeight(): void {
    const tell = (): void => {
        const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
        // Nothing but a number is told, so any parent may hear it.
        window.parent.postMessage({ standby: 'height', height }, '*');
    };
    new ResizeObserver(tell).observe(document.documentElement);
    window.addEventListener('load', tell);
    tell();
}
