// Run by web_pages.cmake: turns what the web builds wrote into one C++ file with a table of assets
// (src/http/assets/asset_table.hpp), each plain, gzipped and as Brotli, put in by the assembler.
//
//     node embed_web_pages.mjs <output folder> <built folder>...
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const contentTypes = {
    '.css': 'text/css; charset=utf-8',
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.webmanifest': 'application/manifest+json',
    '.woff2': 'font/woff2',
};

// What Vite puts before the extension: eight letters of base64.
const hashInName = /-[A-Za-z0-9_-]{8}(?=\.[a-z0-9]+$)/;

function filesBelow(folder) {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => extname(path) !== '.map')
        .sort();
}

// Where a file is served, what the sources call it, and whether its name holds its hash. Pages and
// the widget keep their names, because others know them; everything else gets a hash in its name,
// where the build has not given it one.
function placeOf(name, digest) {
    if (name === 'staff.html') {
        return { path: '/staff', logicalName: name, isImmutable: false };
    }
    if (name === 'widget.js') {
        return { path: '/widget.js', logicalName: name, isImmutable: false };
    }
    const file = basename(name);
    if (hashInName.test(file)) {
        return {
            path: `/assets/${file}`,
            logicalName: file.replace(hashInName, ''),
            isImmutable: true,
        };
    }
    const extension = extname(file);
    const stem = file.slice(0, -extension.length);
    return {
        path: `/assets/${stem}-${digest.slice(0, 10)}${extension}`,
        logicalName: file,
        isImmutable: true,
    };
}

// Empty when it would not be smaller.
function whenSmaller(compressed, plain) {
    return compressed.length < plain.length ? compressed : Buffer.alloc(0);
}

function readAsset(folder, path) {
    const name = relative(folder, path);
    const contentType = contentTypes[extname(path)];
    if (contentType === undefined) {
        throw new Error(`${path}: there is no content type for such a file`);
    }
    const plain = readFileSync(path);
    const digest = createHash('sha256').update(plain).digest('hex');
    const brotli = brotliCompressSync(plain, {
        params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
    });
    return {
        ...placeOf(name, digest),
        contentType,
        digest,
        forms: {
            plain,
            gzip: whenSmaller(gzipSync(plain, { level: 9 }), plain),
            brotli: whenSmaller(brotli, plain),
        },
    };
}

function quoted(text) {
    return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function cppFile(assets, blobFolder) {
    const blobs = [];
    const declarations = [];
    const rows = [];
    assets.forEach((asset, index) => {
        const views = Object.entries(asset.forms).map(([form, bytes]) => {
            const symbol = `standby_asset_${index}_${form}`;
            const file = join(blobFolder, `${index}.${form}`);
            writeFileSync(file, bytes);
            blobs.push(`${symbol}:\n    .incbin "${file}"`);
            declarations.push(`extern const char ${symbol}[];`);
            return `{${symbol}, ${bytes.length}}`;
        });
        rows.push(
            `    {{${quoted(asset.path)}, ${quoted(asset.contentType)}, ${views.join(', ')},\n` +
                `      R"("${asset.digest.slice(0, 32)}")", ${asset.isImmutable}},\n` +
                `     ${quoted(asset.logicalName)}},`,
        );
    });
    // The hash of every byte is in the text, so that no cache of compilers mixes up two builds.
    return `// The assets of the web pages, written by cmake/embed_web_pages.mjs.
#include "http/assets/asset_table.hpp"

#include <array>

asm(R"(
    .section .rodata
${blobs.join('\n')}
    .previous
)");

extern "C" {
${declarations.join('\n')}
}

namespace standby::http {
namespace {

constinit const std::array<EmbeddedAsset, ${rows.length}> assets = {{
${rows.join('\n')}
}};

}  // namespace

std::span<const EmbeddedAsset> embedded_assets() {
    return assets;
}

}  // namespace standby::http
`;
}

function main([output, ...folders]) {
    const blobFolder = join(output, 'blobs');
    mkdirSync(blobFolder, { recursive: true });
    const assets = folders.flatMap((folder) =>
        filesBelow(folder).map((path) => readAsset(folder, path)),
    );
    const paths = new Set(assets.map((asset) => asset.path));
    if (paths.size !== assets.length) {
        throw new Error('two files of the web pages would be served at the same path');
    }
    writeFileSync(join(output, 'assets.cpp'), cppFile(assets, blobFolder));
}

main(process.argv.slice(2));
