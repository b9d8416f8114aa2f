// Builds the two small scripts of the guest pages, each into one classic script without imports:
// guest.js makes the server's pages live, widget.js puts a join form into other sites.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Plugin } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const output = resolve(here, process.env.STANDBY_WEB_OUT ?? '../build/web/guest');

/** A build of its own for each script, since a classic script cannot share chunks. */
function options(name: string, target: string, minify: boolean) {
    return {
        publicDir: false as const,
        logLevel: 'warn' as const,
        build: {
            outDir: output,
            emptyOutDir: false,
            target,
            minify,
            lib: {
                entry: resolve(here, `guest/${name}.ts`),
                formats: ['iife' as const],
                name: 'standby',
                fileName: () => `${name}.js`,
            },
        },
    };
}

/** The widget is built after the page's script, by the same command. */
function widget(): Plugin {
    return {
        name: 'widget',
        apply: 'build',
        async closeBundle() {
            // Making it smaller would bring in what old browsers cannot read.
            await build({ ...options('widget', 'es2015', false), configFile: false });
        },
    };
}

export default defineConfig({ ...options('guest', 'es2019', true), plugins: [widget()] });
