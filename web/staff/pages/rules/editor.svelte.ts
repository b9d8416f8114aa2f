// The state of the rules editor: the rules it began with, the form, what differs, what is wrong.
import { api, call, Problem, type Resource } from '../../lib/api';
import { isOpen, lists } from '../../lib/lists.svelte';
import { groupOf, type Group } from './describe';
import {
    changedRules, differences, fromDraft, fromServer, rebase, toDraft, usedAgain,
    type Draft, type RuleErrors, type RuleName, type Rules,
} from './draft';
import { Drafts } from './drafts';

interface Kept {
    form: Draft;
    base: Rules;
    version: number;
}

const kept = new Drafts<Kept>('standby.rules.');

export class RulesEditor {
    /** The list as the server knows it now. */
    resource = $state.raw() as Resource;
    /** The rules that the form began with. */
    base = $state.raw() as Rules;
    version = $state(0);
    form = $state() as Draft;
    /** What the server found wrong with the last try, and with which rules. */
    refused = $state.raw<{ at: RuleErrors; others: string[]; rules: Rules } | undefined>(undefined);
    isSaving = $state(false);
    /** Rules that both someone else and this form changed, after the form was put on top. */
    clashes = $state.raw<RuleName[]>([]);
    /** Whether the form was kept from an earlier visit. */
    isResumed = $state(false);

    readonly read = $derived.by(() => fromDraft(this.form, this.base, this.zone));
    readonly changes = $derived(differences(this.base, this.read.rules));
    readonly changedGroups = $derived(
        new Set<Group>(this.changes.map((change) => groupOf[change.rule])));
    readonly isDirty = $derived(this.changes.length > 0);
    readonly isReadable = $derived(Object.keys(this.read.errors).length === 0);
    /** Someone else saved rules since the form was begun. */
    readonly hasMoved = $derived(this.resource.rules_version > this.version);

    constructor(resource: Resource, readonly role: { mayEdit: boolean }) {
        this.resource = resource;
        const found = kept.get(resource.id);
        if (found && role.mayEdit && found.version <= resource.rules_version) {
            this.form = found.form;
            this.base = found.base;
            this.version = found.version;
            this.isResumed = true;
        } else {
            this.begin(resource.rules);
        }
    }

    get zone(): string {
        return this.resource.time_zone;
    }

    get mayEdit(): boolean {
        return this.role.mayEdit && isOpen(this.resource) && !this.isSaving;
    }

    /** What is wrong with a rule: what the form shows, then what the server said about the same. */
    error(rule: RuleName): string | undefined {
        const own = this.read.errors[rule];
        if (own !== undefined || this.refused === undefined) {
            return own;
        }
        const isStill = JSON.stringify(this.refused.rules[rule]) ===
            JSON.stringify(this.read.rules[rule]);
        return isStill ? this.refused.at[rule] : undefined;
    }

    /** Remembers what the server found wrong with these rules, to show it at the controls. */
    refuse(problem: Problem, rules: Rules): void {
        if (problem.errors.length > 0) {
            this.refused = { ...fromServer(problem.errors), rules };
        }
    }

    /** Fills the form with rules, on top of those in force. */
    begin(rules: Rules): void {
        this.base = this.resource.rules;
        this.version = this.resource.rules_version;
        this.form = toDraft(rules, this.zone);
        this.refused = undefined;
        this.clashes = [];
        this.isResumed = false;
    }

    discard(): void {
        this.begin(this.resource.rules);
        kept.drop(this.resource.id);
    }

    /** Fills the form with an earlier version. */
    useAgain(rules: Rules): void {
        this.begin(usedAgain(rules, this.resource.rules));
    }

    /** Takes a newer state of the list. A form that nobody touched simply follows. */
    take(resource: Resource): void {
        const isUntouched = !this.isDirty;
        this.resource = resource;
        if (isUntouched && resource.rules_version !== this.version) {
            this.begin(resource.rules);
        }
    }

    /** Puts what was changed here on top of what someone else saved. */
    rebase(): void {
        const { rules, clashes } = rebase(this.base, this.read.rules, this.resource.rules);
        this.begin(rules);
        this.clashes = clashes;
    }

    /** Keeps unsaved work for later, or forgets what was kept when there is none. */
    keep(): void {
        if (this.isDirty) {
            kept.put(this.resource.id, {
                form: $state.snapshot(this.form) as Draft, base: this.base, version: this.version,
            });
        } else {
            kept.drop(this.resource.id);
        }
    }

    /** Saves what changed. Gives false where someone else was faster: then nothing is sent. */
    async save(): Promise<boolean> {
        const path = { resource_id: this.resource.id };
        this.isSaving = true;
        try {
            const now = await call(api.GET('/v1/resources/{resource_id}', { params: { path } }));
            this.resource = now as Resource;
            if (this.hasMoved) {
                return false;
            }
            const sent = this.read.rules;
            try {
                const saved = await call(api.PATCH('/v1/resources/{resource_id}', {
                    params: { path }, body: { rules: changedRules(this.base, sent) },
                }));
                this.resource = saved;
                lists.put(saved);
                this.discard();
            } catch (error) {
                if (error instanceof Problem) {
                    this.refuse(error, sent);
                }
                throw error;
            }
            return true;
        } finally {
            this.isSaving = false;
        }
    }
}
