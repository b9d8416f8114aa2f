// Follows resources live: one EventSource for each resource that is shown, however many parts of
// the page watch it. Watchers are told that something changed, at most four times a second.
import { coalesce, realTimers, type Coalesced, type Timers } from './coalesce';

export type LiveStatus = 'live' | 'reconnecting' | 'offline';

const intervalMs = 250;
/** How long to wait before a stream that the server closed is opened anew; it doubles each time. */
const reopenFirstMs = 1000;
const reopenMaxMs = 30_000;

export interface Stream {
    readyState: number;
    onopen: ((event: Event) => void) | null;
    onerror: ((event: Event) => void) | null;
    addEventListener(type: string, listener: () => void): void;
    close(): void;
}

const closed = 2;

/** One stream and its watchers. */
export class Channel {
    status = $state<LiveStatus>('reconnecting');
    #watchers = new Set<Coalesced>();
    #stream: Stream | undefined;
    #reopenDelayMs = reopenFirstMs;
    #reopenTimer: number | undefined;

    constructor(readonly open: () => Stream, readonly timers: Timers = realTimers) {}

    get isWatched(): boolean {
        return this.#watchers.size > 0;
    }

    watch(callback: () => void): () => void {
        const coalesced = coalesce(callback, intervalMs, this.timers);
        this.#watchers.add(coalesced);
        if (!this.#stream && this.#reopenTimer === undefined) {
            this.#connect();
        }
        return () => {
            coalesced.stop();
            this.#watchers.delete(coalesced);
            if (!this.isWatched) {
                this.#disconnect();
            }
        };
    }

    /** Connects again at once, for example because the network is back. */
    retryNow(): void {
        if (this.isWatched && this.status !== 'live') {
            this.#disconnect();
            this.#connect();
        }
    }

    #connect(): void {
        const stream = this.open();
        this.#stream = stream;
        const tell = () => {
            for (const watcher of this.#watchers) {
                watcher();
            }
        };
        stream.onopen = () => {
            this.status = 'live';
            this.#reopenDelayMs = reopenFirstMs;
        };
        stream.onerror = () => this.#onError(stream);
        stream.addEventListener('snapshot', tell);
        stream.addEventListener('change', tell);
    }

    /** EventSource connects again by itself and resumes; only a closed one must be made anew. */
    #onError(stream: Stream): void {
        if (stream !== this.#stream) {
            return;
        }
        if (stream.readyState !== closed) {
            this.status = 'reconnecting';
            return;
        }
        this.status = 'offline';
        this.#stream = undefined;
        this.#reopenTimer = this.timers.set(() => {
            this.#reopenTimer = undefined;
            this.#connect();
        }, this.#reopenDelayMs);
        this.#reopenDelayMs = Math.min(this.#reopenDelayMs * 2, reopenMaxMs);
    }

    #disconnect(): void {
        this.#stream?.close();
        this.#stream = undefined;
        if (this.#reopenTimer !== undefined) {
            this.timers.clear(this.#reopenTimer);
            this.#reopenTimer = undefined;
        }
    }
}

class Live {
    #channels = new Map<string, Channel>();
    isOnline = $state(typeof navigator === 'undefined' || navigator.onLine);
    #shown = $state<string | undefined>(undefined);

    constructor() {
        if (typeof addEventListener === 'function') {
            addEventListener('offline', () => { this.isOnline = false; });
            addEventListener('online', () => {
                this.isOnline = true;
                for (const channel of this.#channels.values()) {
                    channel.retryNow();
                }
            });
        }
    }

    /** Calls back soon after anything happens on a resource. Returns how to stop. */
    watch(resourceId: string, callback: () => void): () => void {
        let channel = this.#channels.get(resourceId);
        if (!channel) {
            const url = `/v1/resources/${encodeURIComponent(resourceId)}/events`;
            channel = new Channel(() => new EventSource(url));
            this.#channels.set(resourceId, channel);
        }
        const stop = channel.watch(callback);
        this.#shown = resourceId;
        return () => {
            stop();
            if (!channel.isWatched) {
                this.#channels.delete(resourceId);
                if (this.#shown === resourceId) {
                    this.#shown = undefined;
                }
            }
        };
    }

    /** How the resource on the page is followed; undefined when nothing is. */
    get status(): LiveStatus | undefined {
        if (!this.isOnline) {
            return 'offline';
        }
        return this.#shown ? this.#channels.get(this.#shown)?.status : undefined;
    }
}

export const live = new Live();
