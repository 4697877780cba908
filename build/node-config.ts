import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
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
 * Returns the configuration of a build for Node of these entries into `dist/`. What a single entry loads with
 * itself is in one chunk, because Node takes a third of a millisecond for each file; the chunks of several
 * entries contain what the same of them share.
 * @param name folder below `dist/chunks/` for shared and lazily loaded chunks
 */
export function nodeConfig(name: string, input: Readonly<Record<string, string>>) {
  const entries = Object.values(input).map((path) => resolve(root, path))
  // The entry stays in `dist/`, to which it relates addresses.
  const start = { name, tags: ['$initial' as const], test: (id: string) => !entries.includes(id) }
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
          codeSplitting: entries.length > 1 || { groups: [start] },
        },
      },
    },
  })
}
