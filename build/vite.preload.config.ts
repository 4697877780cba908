import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** A sandboxed preload cannot load ES modules, so it is one CommonJS file that imports only `electron`. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'chrome130',
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      external: ['electron'],
      input: { preload: 'electron/preload.ts' },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
})
