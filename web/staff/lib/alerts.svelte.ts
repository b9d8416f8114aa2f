// Sound and desktop notifications when something new needs attention: off until someone turns them on
// in this browser.
import { t } from './say.svelte';

const soundKey = 'standby.alert_sound';
const noticeKey = 'standby.alert_notice';

function isOn(key: string): boolean {
    try {
        return localStorage.getItem(key) === '1';
    } catch {
        return false;
    }
}

function keep(key: string, value: boolean): void {
    try {
        localStorage.setItem(key, value ? '1' : '0');
    } catch {
        // It lasts as long as the page, then.
    }
}

class Alerts {
    hasSound = $state(isOn(soundKey));
    hasNotices = $state(isOn(noticeKey));
    #context: AudioContext | undefined;

    setSound(value: boolean): void {
        this.hasSound = value;
        keep(soundKey, value);
        if (value) {
            this.beep();
        }
    }

    /** Asks the browser; false when it says no. */
    async setNotices(value: boolean): Promise<boolean> {
        const isAllowed = !value || (typeof Notification !== 'undefined' &&
            await Notification.requestPermission() === 'granted');
        this.hasNotices = value && isAllowed;
        keep(noticeKey, this.hasNotices);
        return isAllowed;
    }

    /** So many more things need attention than a moment ago. */
    tell(list: string, detail: string): void {
        if (this.hasSound) {
            this.beep();
        }
        if (this.hasNotices && typeof Notification !== 'undefined' && Notification.permission === 'granted') {
            const notice = new Notification(t('{list} needs attention', { list }), { body: detail, tag: list });
            notice.onclick = () => window.focus();
        }
    }

    beep(): void {
        try {
            this.#context ??= new AudioContext();
            const { currentTime, destination } = this.#context;
            const tone = this.#context.createOscillator();
            const volume = this.#context.createGain();
            tone.frequency.value = 660;
            volume.gain.setValueAtTime(0.15, currentTime);
            volume.gain.exponentialRampToValueAtTime(0.001, currentTime + 0.5);
            tone.connect(volume).connect(destination);
            tone.start();
            tone.stop(currentTime + 0.5);
        } catch {
            // No sound here.
        }
    }
}

export const alerts = new Alerts();
