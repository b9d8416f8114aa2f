// The button that shares a link: the phone's own way where there is one, else it is copied.

export function prepareSharing(button: HTMLElement): void {
    const field = document.querySelector<HTMLInputElement>('#share-link');
    if (field === null) {
        return;
    }
    const label = button.textContent;
    button.hidden = false;
    field.addEventListener('focus', () => {
        field.select();
    });
    button.addEventListener('click', () => {
        void share(field, button.dataset.title ?? '').then((outcome) => {
            if (outcome !== 'copied') {
                return;
            }
            button.textContent = button.dataset.copied ?? '';
            window.setTimeout(() => {
                button.textContent = label;
            }, 3000);
        });
    });
}

async function share(field: HTMLInputElement, title: string): Promise<'shared' | 'copied'> {
    if (typeof navigator.share === 'function') {
        try {
            await navigator.share({ title, url: field.value });
        } catch {
            // Closed without sharing: that is an answer too.
        }
        return 'shared';
    }
    try {
        await navigator.clipboard.writeText(field.value);
    } catch {
        field.select();
        document.execCommand('copy');
    }
    return 'copied';
}
