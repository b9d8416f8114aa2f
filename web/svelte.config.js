// How Svelte files are read, for Vite, Vitest and svelte-check alike.
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
    preprocess: vitePreprocess(),
    compilerOptions: { runes: true },
};
