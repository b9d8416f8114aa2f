// One ticker for all countdowns of the page, on the server's clock. It runs only while something
// on the page reads it.
import { createSubscriber } from 'svelte/reactivity';
import { serverClock } from './time';

const subscribe = createSubscriber((update) => {
    let timer: number;
    const tick = () => {
        update();
        // Just after the next full second of the server, so that all countdowns move together.
        timer = window.setTimeout(tick, 1005 - (((serverClock.now() % 1000) + 1000) % 1000));
    };
    tick();
    return () => clearTimeout(timer);
});

/** The server's time in milliseconds. What reads it in a component is drawn anew each second. */
export function ticking(): number {
    subscribe();
    return serverClock.now();
}
