import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compiledMessages } from './messages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Native modules and Electron are loaded at run time. Everything else is bundled, which makes the start
 * faster.
 */
const external = ['electron', 'better-sqlite3', 'keytar', '@napi-rs/keyring', /^node:/, ...builtinModules]

/**
 * Returns the configuration of a build for Node of these entries into `dist/`.
 * @param name folder below `dist/chunks/` for shared and lazily loaded chunks
 */
export function nodeConfig(name: string, input: Readonly<Record<string, string>>) {
  return defineConfig({
    root,
    publicDir: false,
    plugins: [compiledMessages(2)],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      // The messages.
      ssrEmitAssets: true,
      // The oldest runtime is the V8 of Chromium 130.
      target: 'node20.18',
      outDir: 'dist',
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        external,
        input,
        output: {
          format: 'esm',
          entryFileNames: '[name].js',
          chunkFileNames: `chunks/${name}/[name]-[hash].js`,
        },
      },
    },
  })
}
