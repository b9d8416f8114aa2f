// News about an entry: by a stream while that works, by asking again and again when it does not.

/** What the pages need to know of an entry of the API. */
export interface Entry {
    state: string;
    rank: number | null;
    band: string | null;
    refresh_seconds: number;
    offer: { state: string; expires_at: string; unreached: string | null } | null;
    referrals: { pending: number; credited: number } | null;
}

/** The part of EventSource that is used. */
export interface Stream {
    addEventListener(type: string, listener: (event: { data?: string }) => void): void;
    close(): void;
    readonly readyState: number;
}

export interface Surroundings {
    openStream(): Stream;
    fetchEntry(): Promise<Entry>;
    later(milliseconds: number, action: () => void): () => void;
}

const closedForGood = 2;
/** A stream that fails this often in a row without a word is given up. */
const failuresMax = 3;
const refreshSecondsMin = 5;

export class LiveEntry {
    private stream: Stream | null = null;
    private cancelTimer: (() => void) | null = null;
    private failures = 0;
    private isPolling = false;
    private isRunning = false;

    constructor(
        private readonly around: Surroundings,
        private refreshSeconds: number,
        private readonly onEntry: (entry: Entry) => void,
    ) {}

    /** Does nothing when it is running already, so that there is never a second stream. */
    start(): void {
        if (this.isRunning) {
            return;
        }
        this.isRunning = true;
        if (this.isPolling) {
            void this.poll();
        } else {
            this.openStream();
        }
    }

    stop(): void {
        this.isRunning = false;
        this.stream?.close();
        this.stream = null;
        this.cancelTimer?.();
        this.cancelTimer = null;
    }

    private openStream(): void {
        const stream = this.around.openStream();
        this.stream = stream;
        const take = (event: { data?: string }): void => {
            this.failures = 0;
            this.show(event.data);
        };
        stream.addEventListener('snapshot', take);
        stream.addEventListener('change', take);
        stream.addEventListener('error', () => {
            this.failures += 1;
            if (stream.readyState === closedForGood || this.failures >= failuresMax) {
                this.fallBack(stream);
            }
        });
    }

    private fallBack(stream: Stream): void {
        stream.close();
        if (this.stream !== stream) {
            return;
        }
        this.stream = null;
        this.isPolling = true;
        void this.poll();
    }

    private show(data: string | undefined): void {
        try {
            this.onEntry(JSON.parse(data ?? '') as Entry);
        } catch {
            // Half a message: the next one will be whole.
        }
    }

    private async poll(): Promise<void> {
        try {
            const entry = await this.around.fetchEntry();
            this.refreshSeconds = Math.max(refreshSecondsMin, entry.refresh_seconds);
            if (this.isRunning) {
                this.onEntry(entry);
            }
        } catch {
            // Offline, or too busy: asked again later.
        }
        if (this.isRunning) {
            this.cancelTimer = this.around.later(this.refreshSeconds * 1000, () => {
                void this.poll();
            });
        }
    }
}
