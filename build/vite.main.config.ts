import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Native modules and Electron are loaded at run time; everything else is bundled, which shortens the start. */
const external = ['electron', 'better-sqlite3', 'keytar', /^node:/, ...builtinModules]

/** Everything that runs on Node: the application's main process, the command line and their worker threads. */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    // Chromium 130's V8 is the oldest that runs it.
    target: 'node20.18',
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      external,
      input: {
        main: 'electron/main.ts',
        cli: 'electron/cli.ts',
        'store-worker': 'electron/store/worker.ts',
        'export-worker': 'electron/export/worker.ts',
      },
      output: {
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
})
