import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('../renderer', import.meta.url))

/** The window's pages, served by the application's own scheme under a strict Content-Security-Policy. */
export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  build: {
    target: 'chrome130',
    outDir: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
    emptyOutDir: true,
    // An inlined asset would be a data: address, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    reportCompressedSize: false,
  },
})
