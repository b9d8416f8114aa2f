// Watches everything that the pages of a journey do: each answer of the API is held against the
// contract, and what a page must never do (errors, breaches of its security policy, requests to
// anybody else) is noted, to be held against the journey at its end.
import type { BrowserContext, CDPSession, Page, Response } from '@playwright/test';
import type { Contract } from './contract.ts';

/** Chromium's own line for every answer that is no success; the answers themselves are checked. */
const failedLoad = /^Failed to load resource: the server responded with a status of (\d+)/;
const unreachable = /^Failed to load resource: net::ERR_|net::ERR_CONNECTION|ERR_INCOMPLETE/;

interface SentRequest {
    requestId: string;
    request: { url: string };
}

interface ReceivedEvent {
    requestId: string;
    eventName: string;
    data: string;
}

export class Watch {
    readonly findings: string[] = [];
    /** How many answers and events of the API were checked. */
    checked = 0;

    private readonly pending = new Set<Promise<void>>();
    private readonly allowedStatuses = new Set<number>();
    private readonly otherOrigins = new Set<string>();
    private mayBeOffline = false;

    constructor(
        private readonly origin: string,
        private readonly contract: Contract,
    ) {}

    /** Refusals that this journey provokes on purpose. */
    allowStatus(...statuses: number[]): void {
        statuses.forEach((status) => this.allowedStatuses.add(status));
    }

    /** For journeys that stop the server under an open page. */
    allowOffline(): void {
        this.mayBeOffline = true;
    }

    /** For journeys whose people leave our pages, such as for where they pay. */
    allowOrigin(url: string): void {
        this.otherOrigins.add(new URL(url).origin);
    }

    async attach(context: BrowserContext): Promise<void> {
        await context.route(
            (url) =>
                url.origin !== this.origin &&
                !this.otherOrigins.has(url.origin) &&
                url.protocol.startsWith('http'),
            async (route) => {
                this.findings.push(`a page asked someone else: ${route.request().url()}`);
                await route.abort();
            },
        );
        await context.addInitScript(() => {
            document.addEventListener('securitypolicyviolation', (event) => {
                console.error(`policy breach: ${event.violatedDirective} ${event.blockedURI}`);
            });
        });
        context.on('response', (response) => this.keep(this.checkResponse(response)));
        context.on('weberror', (error) => {
            this.findings.push(`a script failed: ${error.error().stack ?? error.error().message}`);
        });
        context.on('console', (message) => {
            if (message.type() === 'error' && !this.isExpected(message.text())) {
                this.findings.push(`console: ${message.text()} (${message.location().url})`);
            }
        });
        context.on('page', (page) => this.keep(this.watchStreams(context, page)));
    }

    /** Waits until all that is under way was looked at; not for bodies that no page ever reads. */
    async settle(patienceMilliseconds = 2000): Promise<void> {
        let timer: NodeJS.Timeout | undefined;
        const patience = new Promise((resolve) => {
            timer = setTimeout(resolve, patienceMilliseconds);
        });
        await Promise.race([patience, Promise.all(this.pending)]);
        clearTimeout(timer);
    }

    private keep(work: Promise<void>): void {
        const kept = work.finally(() => this.pending.delete(kept));
        this.pending.add(kept);
    }

    private isExpected(text: string): boolean {
        const status = failedLoad.exec(text)?.[1];
        if (status !== undefined) {
            return Number(status) < 500 || this.allowedStatuses.has(Number(status));
        }
        return this.mayBeOffline && unreachable.test(text);
    }

    private async checkResponse(response: Response): Promise<void> {
        const url = new URL(response.url());
        if (url.origin !== this.origin || !url.pathname.startsWith('/v1/')) {
            return;
        }
        const contentType = response.headers()['content-type'] ?? '';
        if (contentType.startsWith('text/event-stream')) {
            return; // its events are checked one by one
        }
        const status = response.status();
        const method = response.request().method();
        if (status >= 400 && !this.allowedStatuses.has(status)) {
            this.findings.push(`${method} ${url.pathname} was answered with ${status}`);
        }
        let body: string;
        try {
            body = status === 204 ? '' : await response.text();
        } catch {
            return; // the page went elsewhere before the body had come
        }
        this.checked += 1;
        this.findings.push(
            ...this.contract.check({ method, path: url.pathname, status, contentType, body }),
        );
    }

    private async watchStreams(context: BrowserContext, page: Page): Promise<void> {
        let session: CDPSession;
        try {
            session = await context.newCDPSession(page);
            await session.send('Network.enable');
        } catch {
            return; // closed at once
        }
        const paths = new Map<string, string>();
        session.on('Network.requestWillBeSent', (sent: SentRequest) => {
            paths.set(sent.requestId, new URL(sent.request.url).pathname);
        });
        session.on('Network.eventSourceMessageReceived', (event: ReceivedEvent) => {
            const path = paths.get(event.requestId);
            if (path !== undefined) {
                this.checked += 1;
                this.findings.push(...this.contract.checkEvent(path, event.eventName, event.data));
            }
        });
    }
}
