import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.ts'

/** The package of each development tool. */
const PACKAGES = {
  'electron-builder': 'electron-builder',
  eslint: 'eslint',
  knip: 'knip',
  oxlint: 'oxlint',
  playwright: 'playwright',
  prettier: 'prettier',
  'svelte-check': 'svelte-check',
  // Version 7; `typescript` is version 6, for tools that load the compiler as a library.
  tsc: '@typescript/native',
  vitest: 'vitest',
} as const

export type Tool = keyof typeof PACKAGES

/**
 * Returns the command that runs a tool with this Node. The files in `node_modules/.bin` need a shell on
 * Windows, which splits arguments with spaces.
 */
export function toolCommand(tool: Tool, args: readonly string[]): readonly [string, ...string[]] {
  const folder = join(ROOT, 'node_modules', PACKAGES[tool])
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: string | Readonly<Record<string, string>>
  }
  const script = typeof bin === 'string' ? bin : (bin[tool] ?? '')
  return [process.execPath, join(folder, script), ...args]
}

/**
 * Returns the command that runs npm. npm passes its path to the scripts that it runs; starting it by name
 * needs a shell on Windows, which splits arguments with spaces.
 */
export function npmCommand(args: readonly string[]): readonly [string, ...string[]] {
  const script = process.env['npm_execpath']
  return script === undefined ? ['npm', ...args] : [process.execPath, script, ...args]
}
