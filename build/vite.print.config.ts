import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The page that is printed, apart from the window's own: nobody waits for it at the start. */
export default defineConfig({
  root: fileURLToPath(new URL('../renderer/print', import.meta.url)),
  base: '/',
  publicDir: false,
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  build: {
    target: 'chrome130',
    outDir: fileURLToPath(new URL('../dist/print', import.meta.url)),
    emptyOutDir: true,
    // An inlined asset would be a data: address, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    reportCompressedSize: false,
  },
})
