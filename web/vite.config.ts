// Builds the staff app into files that the server embeds: staff.html and assets/*. Nothing inline,
// because the server's content security policy allows no inline script or style.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { tomlWords } from './words/plugin.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const output = resolve(here, process.env.STANDBY_WEB_OUT ?? '../build/web');

/** The guest pages have an index of their own, so this one is called staff.html. */
function staffHtml(): Plugin {
    return {
        name: 'staff-html',
        apply: 'build',
        closeBundle() {
            renameSync(join(output, 'index.html'), join(output, 'staff.html'));
        },
    };
}

/** Vite's own page is found at /; the app lives under /staff. */
function staffPaths(): Plugin {
    return {
        name: 'staff-paths',
        configureServer(server) {
            server.middlewares.use((request, _response, next) => {
                if (/^\/staff(\/[a-zA-Z0-9_/-]*)?([?#].*)?$/.test(request.url ?? '')) {
                    request.url = '/index.html';
                }
                next();
            });
        },
    };
}

/** Every page is called Page.svelte, so its chunk takes the name of its folder. */
function chunkName(chunk: { name: string; facadeModuleId?: string | null }): string {
    const page = /pages\/([a-z-]+)\/Page\.svelte/.exec(chunk.facadeModuleId ?? '');
    return `assets/${page?.[1] ?? '[name]'}-[hash].js`;
}

export default defineConfig({
    root: resolve(here, 'staff'),
    base: '/',
    publicDir: false,
    plugins: [
        svelte({ configFile: resolve(here, 'svelte.config.js') }), tomlWords(), staffPaths(),
        staffHtml(),
    ],
    build: {
        outDir: output,
        emptyOutDir: false,
        assetsInlineLimit: 0,
        cssCodeSplit: false,
        sourcemap: false,
        target: 'es2022',
        modulePreload: { polyfill: false },
        rolldownOptions: {
            output: {
                // Short names and no spaces, but no clever rewriting: that once dropped a call which
                // had an effect (Undo closed its note, and the action was sent all the same).
                minify: { compress: false, mangle: true, codegen: true },
                entryFileNames: 'assets/staff-[hash].js',
                chunkFileNames: chunkName,
                assetFileNames: 'assets/[name]-[hash][extname]',
                // What the pages share is one file, so that a page is two requests and not fifteen.
                codeSplitting: {
                    groups: [
                        { name: 'shared', test: /\/staff\/(lib|ui)\/|\/node_modules\// },
                    ],
                },
            },
        },
    },
    server: {
        host: '127.0.0.1',
        fs: { allow: [here, resolve(here, '../words')] },
        proxy: {
            '/v1': { target: process.env.STANDBY_SERVER ?? 'http://127.0.0.1:8080' },
        },
    },
});
