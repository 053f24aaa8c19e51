import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run dev:web` finds the service while the pages are worked on. */
const service = process.env.HEADGATE_URL ?? 'http://localhost:3000';
const proxied = ['/api', '/icons', '/docs', '/openapi.json', '/favicon.svg', '/health'];

/** @type {import('vite').UserConfig} */
export default {
  root: here('.'),
  resolve: {
    alias: {
      '@headgate/client/events': here('../clients/typescript/src/events.ts'),
      '@headgate/client': here('../clients/typescript/src/index.ts'),
    },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Under the policy of the pages nothing comes from `data:` but pictures.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first file names all others: 42 bits of a hash tell apart what a browser may still have.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // What the first page needs is in few files: most updates leave the libraries in the caches of browsers.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            { name: 'first', tags: ['$initial'] },
            // Nearly all pages but the first need them, and one file more would be one name more in the first one.
            { name: 'reads', test: /[\\/]@tanstack[\\/](?:query-core|react-query)[\\/]/ },
            { name: 'tables', test: /[\\/]ui[\\/](?:help|table)[.]tsx$/ },
          ],
        },
      },
      checks: { pluginTimings: false },
      onLog: (level, log, print) => {
        // Libraries say `use client` for servers that render; there is none here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') print(level, log);
      },
    },
  },
  // The service takes sessions of its own origin alone.
  server: {
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: service, headers: { origin: service } }])),
  },
};
