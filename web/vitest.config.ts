// Runs the *.test.ts files that sit beside the code. A test that needs a document says so itself,
// with "@vitest-environment happy-dom" in its first line.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { tomlWords } from './words/plugin.ts';

export default defineConfig({
    plugins: [svelte(), tomlWords()],
    resolve: { conditions: ['browser'] },
    test: {
        include: ['staff/**/*.test.ts', 'guest/**/*.test.ts', 'words/**/*.test.ts'],
        environment: 'node',
        restoreMocks: true,
    },
});
