// A table on its way to a list: the file goes up in pieces, the server says what it takes it for,
// and people come in slice by slice; for an hour they can be taken off the list again.
import { api, call, type Schemas } from '../../lib/api';

export type Import = Schemas['Import'];
export type Column = Schemas['ImportColumn'];
export type Note = Schemas['ImportNote'];
export type Order = NonNullable<Schemas['ImportChoice']['order']>;
export type Step = 'choose' | 'uploading' | 'preview' | 'running' | 'done' | 'undoing' | 'undone';

/** As base64 in JSON it is still below what a request may hold. */
export const pieceBytes = 150 * 1024;

export function base64(bytes: Uint8Array): string {
    let text = '';
    // A call takes only so many arguments.
    for (let at = 0; at < bytes.length; at += 0x8000) {
        text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(text);
}

/** Columns that are something else than the server took them for. */
export function changedColumns(shown: readonly Column[], chosen: readonly (string | null)[]): Column[] {
    return shown.flatMap((column, index) => {
        const field = (chosen[index] || null) as Column['field'];
        return field === column.field ? [] : [{ heading: column.heading, field }];
    });
}

export class TableImport {
    step = $state<Step>('choose');
    data = $state.raw<Import>();
    problem = $state.raw<unknown>();
    isBusy = $state(false);
    uploaded = $state(0);
    order = $state<Order>('auto');
    sheet = $state('');
    /** By hand, for each look anew. */
    columns = $state.raw<Column[]>([]);

    constructor(private readonly resourceId: string) {}

    async upload(file: File): Promise<void> {
        await this.doing('uploading', 'choose', async () => {
            this.columns = [];
            this.order = 'auto';
            this.sheet = '';
            const bytes = new Uint8Array(await file.arrayBuffer());
            this.data = await call(api.POST('/v1/resources/{resource_id}/imports', {
                params: { path: { resource_id: this.resourceId } },
                body: { file_name: file.name.slice(-200), size: bytes.length },
            }));
            for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
                const data = base64(bytes.subarray(offset, offset + pieceBytes));
                await call(api.POST('/v1/imports/{import_id}:upload', {
                    params: this.params(), body: { offset, data },
                }));
                this.uploaded = offset / bytes.length;
            }
            await this.look();
            this.step = 'preview';
        });
    }

    /** What it would be with these columns, in this order. */
    async preview(): Promise<void> {
        await this.doing('preview', 'preview', () => this.look());
    }

    async run(skipBad: boolean, notify: boolean): Promise<void> {
        await this.doing('running', 'preview', async () => {
            do {
                this.data = await call(api.POST('/v1/imports/{import_id}:run', {
                    params: this.params(), body: { skip_bad: skipBad, notify },
                }));
            } while (this.data.state === 'running');
            this.step = 'done';
        });
    }

    async undo(): Promise<void> {
        await this.doing('undoing', 'done', async () => {
            do {
                this.data = await call(api.POST('/v1/imports/{import_id}:undo', { params: this.params() }));
            } while (this.data.state === 'undoing');
            this.step = 'undone';
        });
    }

    private async look(): Promise<void> {
        this.data = await call(api.POST('/v1/imports/{import_id}:preview', {
            params: this.params(),
            body: { order: this.order, columns: this.columns, sheet: this.sheet || null },
        }));
    }

    private params() {
        return { path: { import_id: this.data?.id ?? '' } };
    }

    private async doing(during: Step, otherwise: Step, act: () => Promise<void>): Promise<void> {
        this.isBusy = true;
        this.problem = undefined;
        this.step = during;
        try {
            await act();
        } catch (error) {
            this.problem = error;
            this.step = otherwise;
        } finally {
            this.isBusy = false;
        }
    }
}
