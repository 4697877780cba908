import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Native modules and Electron are loaded at run time; everything else is bundled, which shortens the start.
 */
const external = ['electron', 'better-sqlite3', 'keytar', '@napi-rs/keyring', /^node:/, ...builtinModules]

/**
 * A build for Node of these entries into `dist/`.
 * @param name of the folder below `dist/chunks/` for what they share or load later.
 */
export function nodeConfig(name: string, input: Readonly<Record<string, string>>) {
  return defineConfig({
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
