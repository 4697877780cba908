import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { compiledMessages, pagesByLanguage } from './messages.ts'

const root = fileURLToPath(new URL('../renderer/', import.meta.url))

/** Decoders for JPEG 2000, JBIG2 and CCITT in PDFs. The page that draws loads them by name. */
const DECODERS = ['openjpeg_nowasm_fallback.js', 'jbig2_nowasm_fallback.js'] as const

function pictureDecoders(): Plugin {
  const { resolve } = createRequire(import.meta.url)
  return {
    name: 'picture-decoders',
    apply: 'build',
    generateBundle() {
      for (const decoder of DECODERS) {
        const source = readFileSync(resolve(`pdfjs-dist/wasm/${decoder}`))
        this.emitFile({ type: 'asset', fileName: `assets/pdf/${decoder}`, source })
      }
    },
  }
}

/** Pages of the window, which the application's scheme serves with a strict Content-Security-Policy. */
export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  plugins: [
    svelte({ configFile: false, compilerOptions: { runes: true } }),
    compiledMessages(),
    pagesByLanguage(),
    pictureDecoders(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'chrome130',
    outDir: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
    emptyOutDir: true,
    // Inlined assets are data: addresses, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    reportCompressedSize: false,
    // Chunks are read from the disk, and the reader of PDFs only with the first of them.
    chunkSizeWarningLimit: 1_300,
    rolldownOptions: {
      input: [`${root}index.html`, `${root}drawing/index.html`],
      checks: { bundlerTimings: false },
    },
  },
})
