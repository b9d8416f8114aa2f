// A small history router: the address says which page is shown, and plain links just work.
import { parseRoute, safeReturn } from './routes';

class Router {
    path = $state(location.pathname);
    query = $state(location.search);
    route = $derived(parseRoute(this.path));

    /** Goes to a page of this app. A path may have a query. */
    go(target: string, options: { replace?: boolean } = {}): void {
        const url = new URL(target, location.origin);
        if (options.replace) {
            history.replaceState(null, '', url.pathname + url.search);
        } else if (url.pathname + url.search !== location.pathname + location.search) {
            history.pushState(null, '', url.pathname + url.search);
            scrollTo(0, 0);
        }
        this.read();
    }

    /** To the sign-in page, remembering where one was. */
    goSignIn(): void {
        if (this.route.page !== 'sign-in' && this.route.page !== 'link') {
            const here = safeReturn(this.path);
            const back = here === '/staff' ? '' : `?return=${encodeURIComponent(here)}`;
            this.go(`/staff/sign-in${back}`, { replace: true });
        }
    }

    /** Back to where one was before the sign-in page. */
    goBackIn(): void {
        const back = new URLSearchParams(this.query).get('return');
        this.go(safeReturn(back), { replace: true });
    }

    read(): void {
        this.path = location.pathname;
        this.query = location.search;
    }

    /** Makes links and the back button work. Returns how to stop. */
    start(): () => void {
        const onPop = () => this.read();
        const onClick = (event: MouseEvent) => this.#onClick(event);
        addEventListener('popstate', onPop);
        document.addEventListener('click', onClick);
        return () => {
            removeEventListener('popstate', onPop);
            document.removeEventListener('click', onClick);
        };
    }

    #onClick(event: MouseEvent): void {
        const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey &&
            !event.altKey && !event.defaultPrevented;
        const anchor = event.target instanceof Element ? event.target.closest('a') : null;
        if (!isPlain || !anchor || anchor.target || anchor.hasAttribute('download')) {
            return;
        }
        const url = new URL(anchor.href, location.href);
        const isOurs = url.origin === location.origin && url.hash === '' &&
            (url.pathname === '/staff' || url.pathname.startsWith('/staff/'));
        if (isOurs) {
            event.preventDefault();
            this.go(url.pathname + url.search);
            // As after a real load, the keyboard and screen readers go on at the page itself.
            requestAnimationFrame(() => {
                document.getElementById('page')?.focus({ preventScroll: true });
            });
        }
    }
}

export const router = new Router();
