// Sends the form of a list. First it asks whether the list is so crowded that joining costs some
// work, and does that work unseen; whatever goes wrong, the form goes out as it is, and the server
// asks for patience instead.
import { solve } from './proof';

export interface Challenge {
    needed: boolean;
    puzzle?: string | null;
    bits?: number;
}

export interface JoinWorld {
    fetchChallenge: () => Promise<Challenge>;
    pause: () => Promise<void>;
}

/** The proof that goes into the form; empty when none is needed or it cannot be made. */
export async function proofFor(world: JoinWorld): Promise<string> {
    try {
        const challenge = await world.fetchChallenge();
        if (!challenge.needed || !challenge.puzzle) {
            return '';
        }
        return await solve(challenge.puzzle, challenge.bits ?? 0, world.pause);
    } catch {
        return '';
    }
}

export function guardForm(form: HTMLFormElement, world: JoinWorld): void {
    const field = form.querySelector<HTMLInputElement>('input[name="proof"]');
    const button = form.querySelector<HTMLButtonElement>('button');
    if (field === null || button === null) {
        return;
    }
    let isWorking = false;
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        if (isWorking) {
            return;
        }
        isWorking = true;
        const label = button.textContent;
        // Only when it takes long enough to be noticed.
        const timer = setTimeout(() => {
            button.textContent = form.dataset.moment ?? label;
            button.setAttribute('aria-busy', 'true');
        }, 400);
        void proofFor(world).then((proof) => {
            clearTimeout(timer);
            if (proof !== '') {
                field.value = proof;
            }
            form.submit();
            // Whoever comes back to the page can send it again.
            isWorking = false;
            button.textContent = label;
            button.removeAttribute('aria-busy');
        });
    });
}
