import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compiledMessages, pagesByLanguage } from './messages.ts'

/** The page for printing, separate from the pages of the window, because the start does not need it. */
export default defineConfig({
  root: fileURLToPath(new URL('../renderer/print', import.meta.url)),
  base: '/',
  publicDir: false,
  plugins: [
    svelte({ configFile: false, compilerOptions: { runes: true } }),
    compiledMessages(),
    pagesByLanguage(),
  ],
  build: {
    target: 'chrome130',
    outDir: fileURLToPath(new URL('../dist/print', import.meta.url)),
    emptyOutDir: true,
    // Inlined assets are data: addresses, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    reportCompressedSize: false,
  },
})
