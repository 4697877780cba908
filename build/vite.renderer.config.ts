import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../renderer', import.meta.url))

const DECODER = 'openjpeg_nowasm_fallback.js'

/** What decodes JPEG 2000 in a PDF: loaded by that name, beside the script of the thread that draws. */
function pictureDecoder(): Plugin {
  const file = createRequire(import.meta.url).resolve(`pdfjs-dist/wasm/${DECODER}`)
  return {
    name: 'picture-decoder',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `assets/pdf/${DECODER}`, source: readFileSync(file) })
    },
  }
}

/** The window's pages, served by the application's own scheme under a strict Content-Security-Policy. */
export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } }), pictureDecoder()],
  // The thread that draws pictures loads what it needs for PDFs with the first of them.
  worker: { format: 'es' },
  build: {
    target: 'chrome130',
    outDir: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
    emptyOutDir: true,
    // An inlined asset would be a data: address, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    reportCompressedSize: false,
    // Read from the disk, and what reads PDFs only with the first of them.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
