// Reads something again and again while someone can see it. The pause begins when the answer is
// there, so that a slow server is not asked twice at a time.
import { realTimers, type Timers } from '../../lib/coalesce';

/** Whether the page can be seen. */
export interface Visibility {
    isVisible(): boolean;
    onChange(callback: () => void): () => void;
}

export const documentVisibility: Visibility = {
    isVisible: () => document.visibilityState === 'visible',
    onChange: (callback) => {
        document.addEventListener('visibilitychange', callback);
        return () => document.removeEventListener('visibilitychange', callback);
    },
};

/**
 * Reads now, and then so many milliseconds after each answer, good or bad; `load` itself never
 * throws. Gives how to stop.
 */
export function refreshWhileVisible(
    load: () => Promise<void>, intervalMs: number,
    visibility: Visibility = documentVisibility, timers: Timers = realTimers): () => void {
    let timer: number | undefined;
    let isReading = false;
    let isStopped = false;

    const rest = () => {
        if (timer !== undefined) {
            timers.clear(timer);
            timer = undefined;
        }
    };
    const read = async () => {
        rest();
        if (isReading || isStopped || !visibility.isVisible()) {
            return;
        }
        isReading = true;
        await load();
        isReading = false;
        if (!isStopped && visibility.isVisible()) {
            timer = timers.set(() => void read(), intervalMs);
        }
    };

    const forget = visibility.onChange(() => void read());
    void read();
    return () => {
        isStopped = true;
        rest();
        forget();
    };
}
