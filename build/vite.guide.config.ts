import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compiledMessages } from './messages.ts'

/** The script in the pages of the guide, which `guide.ts` writes. */
export default defineConfig({
  root: fileURLToPath(new URL('../renderer/guide', import.meta.url)),
  publicDir: false,
  plugins: [compiledMessages()],
  build: {
    target: 'chrome130',
    outDir: fileURLToPath(new URL('../dist/guide', import.meta.url)),
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { guide: fileURLToPath(new URL('../renderer/guide/main.ts', import.meta.url)) },
      output: { entryFileNames: '[name].js' },
    },
  },
})
