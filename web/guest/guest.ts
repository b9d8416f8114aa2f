// Makes the server's pages more comfortable. Everything works without it: it counts down, keeps the
// place in line up to date, shares a link, and tells a site that frames the page how tall it is.
import { announcement, Countdown, formatLeft, urgentSeconds } from './countdown';
import { type DrawPage, prepareDraw } from './draw';
import { aheadText, changeOf, formatNumber, hasLiveOffer } from './entry';
import { tellHeight } from './frame';
import { type Challenge, guardForm } from './join';
import { type Entry, LiveEntry, type Stream } from './live';
import { prepareSharing } from './share';

const language = document.documentElement.lang;
/** Undoes what was started for the present content. */
let endings: (() => void)[] = [];
let isRefreshing = false;

function find(selector: string, root: ParentNode = document): HTMLElement | null {
    return root.querySelector<HTMLElement>(selector);
}

function setText(element: HTMLElement | null, text: string): void {
    if (element !== null && element.textContent !== text) {
        element.textContent = text;
    }
}

/** Says something to screen readers without moving the reader. */
function say(text: string): void {
    let region = find('#said');
    if (region === null) {
        region = document.createElement('p');
        region.id = 'said';
        region.className = 'unseen';
        region.setAttribute('role', 'status');
        document.body.append(region);
    }
    setText(region, text);
}

function startCountdown(box: HTMLElement): void {
    const countdown = new Countdown(
        Number(box.dataset.now),
        Number(box.dataset.deadline),
        performance.now(),
    );
    const clock = find('[data-clock]', box);
    const voice = find('[data-say]', box);
    clock?.setAttribute('aria-hidden', 'true');
    let before = countdown.leftAt(performance.now());
    const tick = (): void => {
        const left = countdown.leftAt(performance.now());
        setText(clock, formatLeft(left, document.documentElement.lang || 'en'));
        clock?.classList.toggle('soon', left <= urgentSeconds * 1000);
        const due = announcement(before, left);
        if (due !== null) {
            setText(voice, box.getAttribute(`data-say-${due}`) ?? '');
        }
        before = left;
        if (left === 0) {
            window.clearInterval(timer);
            showOver(box);
        }
    };
    const timer = window.setInterval(tick, 250);
    endings.push(() => {
        window.clearInterval(timer);
    });
    tick();
}

/** Instead of the buttons: that the time is up. */
function showOver(box: HTMLElement): void {
    const open = box.closest<HTMLElement>('[data-open]');
    const over = open?.parentElement?.querySelector<HTMLElement>('[data-over]');
    if (open === null || over === null || over === undefined) {
        return;
    }
    open.hidden = true;
    over.hidden = false;
    say(over.querySelector('h2')?.textContent ?? '');
}

/** Whether the reader is in the middle of a form. */
function isTyping(page: HTMLElement): boolean {
    const inputs = page.querySelectorAll<HTMLInputElement>('details[open] form input');
    return Array.from(inputs).some(
        (input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked,
    );
}

/** The page as the server shows it now, without losing what is being typed. */
async function refresh(page: HTMLElement): Promise<void> {
    if (isRefreshing) {
        return;
    }
    if (isTyping(page)) {
        showUpdateLink(page);
        return;
    }
    isRefreshing = true;
    try {
        const answer = await fetch(location.href, { credentials: 'omit' });
        const text = await answer.text();
        const fresh = new DOMParser().parseFromString(text, 'text/html');
        const next = find('[data-page]', fresh);
        if (!answer.ok || next === null) {
            return;
        }
        stop();
        page.replaceWith(document.adoptNode(next));
        document.title = fresh.title;
        say(find('h1')?.textContent ?? '');
        begin();
    } catch {
        // The next news bring the next try.
    } finally {
        isRefreshing = false;
    }
}

function showUpdateLink(page: HTMLElement): void {
    if (find('[data-update-link]') !== null) {
        return;
    }
    const link = document.createElement('a');
    link.href = location.href;
    link.className = 'button';
    link.setAttribute('data-update-link', '');
    link.textContent = page.dataset.update ?? '';
    page.prepend(link);
    say(link.textContent);
}

function showNumbers(entry: Entry): void {
    const ahead = find('[data-ahead]');
    if (entry.rank !== null) {
        setText(find('[data-rank]'), formatNumber(entry.rank, language));
        if (ahead?.dataset.many !== undefined) {
            const { first = '', one = '', many = '' } = ahead.dataset;
            setText(ahead, aheadText(entry.rank, { first, one, many }, language));
        }
    } else if (entry.band !== null) {
        setText(find('[data-rank]'), entry.band);
    }
    const friends = find('[data-friends]');
    const joined = entry.referrals ? entry.referrals.pending + entry.referrals.credited : 0;
    if (friends !== null && joined > 0) {
        const text = joined === 1 ? friends.dataset.one : friends.dataset.many;
        setText(friends, (text ?? '').replace('{0}', formatNumber(joined, language)));
    }
}

function watch(page: HTMLElement): void {
    const path = page.dataset.live;
    const token = page.dataset.token;
    if (path === undefined || token === undefined) {
        return;
    }
    const countdown = find('[data-countdown]', page);
    const shown = {
        state: page.dataset.state ?? '',
        hasOffer: page.dataset.offer === 'yes',
        deadline: countdown === null ? null : Number(countdown.dataset.deadline),
    };
    const live = new LiveEntry(
        {
            openStream: () =>
                new EventSource(`${path}/events?token=${encodeURIComponent(token)}`) as Stream,
            fetchEntry: async () => {
                const headers = { Authorization: `Bearer ${token}` };
                const answer = await fetch(path, { headers, credentials: 'omit' });
                if (!answer.ok) {
                    throw new Error(`status ${answer.status}`);
                }
                return (await answer.json()) as Entry;
            },
            later: (milliseconds, action) => {
                const timer = window.setTimeout(action, milliseconds);
                return () => {
                    window.clearTimeout(timer);
                };
            },
        },
        Number(page.dataset.refresh),
        (entry) => {
            if (changeOf(shown, entry) === 'page') {
                void refresh(page);
            } else {
                showNumbers(entry);
                shown.hasOffer = hasLiveOffer(entry);
            }
        },
    );
    // A page that nobody sees needs no news, and a browser has few connections for one site.
    const follow = (): void => {
        if (document.visibilityState === 'hidden') {
            live.stop();
        } else {
            live.start();
        }
    };
    document.addEventListener('visibilitychange', follow);
    endings.push(() => {
        document.removeEventListener('visibilitychange', follow);
        live.stop();
    });
    const note = find('[data-live-note]');
    if (note !== null) {
        note.hidden = false;
    }
    follow();
}

/** Whoever sees an offer that no message told them of has been told: their time to answer begins. */
function noteSeen(): void {
    const { untold, key } = find('[data-untold]')?.dataset ?? {};
    if (untold === undefined || key === undefined) {
        return;
    }
    const stop = (): void => {
        document.removeEventListener('visibilitychange', tell);
    };
    const tell = (): void => {
        if (document.visibilityState === 'hidden') {
            return;
        }
        stop();
        const headers = { Authorization: `Bearer ${key}` };
        // If it doesn't get there, they have all the time there is.
        fetch(untold, { method: 'POST', headers, credentials: 'omit' }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', tell);
    endings.push(stop);
    tell();
}

/** Something is under way that no stream tells of, such as a payment: the page looks again. */
function lookAgain(note: HTMLElement, page: HTMLElement): void {
    const timer = window.setInterval(() => {
        if (document.visibilityState !== 'hidden') {
            void refresh(page);
        }
    }, Number(note.dataset.again) * 1000);
    endings.push(() => {
        window.clearInterval(timer);
    });
}

function begin(): void {
    noteSeen();
    document.querySelectorAll<HTMLElement>('[data-countdown]').forEach(startCountdown);
    const share = find('[data-share]');
    if (share !== null) {
        prepareSharing(share);
    }
    document.querySelectorAll<HTMLFormElement>('form[data-challenge]').forEach((form) => {
        guardForm(form, {
            fetchChallenge: async () => {
                const answer = await fetch(form.dataset.challenge ?? '', { credentials: 'omit' });
                if (!answer.ok) {
                    throw new Error(`status ${answer.status}`);
                }
                return (await answer.json()) as Challenge;
            },
            pause: () =>
                new Promise((resolve) => {
                    window.setTimeout(resolve, 0);
                }),
        });
    });
    const draw = find('[data-draw]');
    if (draw !== null) {
        void prepareDraw(draw, async (path) => {
            const answer = await fetch(path, { credentials: 'omit' });
            if (!answer.ok) {
                throw new Error(`status ${answer.status}`);
            }
            return (await answer.json()) as DrawPage;
        });
    }
    const again = find('[data-again]');
    const whole = find('[data-page]');
    if (again !== null && whole !== null) {
        lookAgain(again, whole);
    }
    const page = find('[data-page="entry"]');
    if (page !== null) {
        watch(page);
    }
}

function stop(): void {
    endings.forEach((end) => {
        end();
    });
    endings = [];
}

begin();
if (document.body.classList.contains('framed')) {
    tellHeight();
}
