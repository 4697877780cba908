import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEEP_WRAPPERS } from '../../build/node-flags.ts'
import { COMMAND_NAMES, SHELLS, type Shell } from '../../electron/cli/commands.ts'
import { OPTIONS, type OptionSpec } from '../../electron/cli/options.ts'
import { EXPORT_FORMATS } from '../../electron/contract/export-formats.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { temporaryFolder } from '../support/store.ts'

const support = (name: string): string => fileURLToPath(new URL(`../support/${name}`, import.meta.url))
const ENTRY = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url))
const KIDS_WEEK = 'ba001c06-a853-4dad-a7a9-f74c3105199e'
/** A name that would run a command if a shell expanded it. */
const CONNECTION = 'Sample $(touch executed) `touch executed`'

/** The command that prints each shell’s suggestions for a line. */
const COMPLETE: Readonly<Record<Shell, (script: string, line: string) => readonly string[]>> = {
  bash: (script, line) => ['bash', '--norc', support('complete.bash'), script, line],
  zsh: (script, line) => ['zsh', '-f', support('complete.zsh'), script, line],
  fish: (script, line) => ['fish', '--no-config', '--command', `source '${script}'; complete -C '${line}'`],
}

/** bash is on every Linux and macOS; the other scripts are also tested as text below. */
const installed = SHELLS.filter((shell) => spawnSync(shell, ['--version']).status === 0)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let data: string

beforeAll(async () => {
  folder = await temporaryFolder()
  data = join(folder.path, 'data')
  const synced = await runCliInProcess(['sync', '--sample', '--campaign', KIDS_WEEK, '--data', data])
  expect(synced.code).toBe(0)
  const connections = createConnections(data)
  const [sample] = await connections.list()
  await connections.rename(sample?.id ?? '', CONNECTION)
  await mkdir(join(folder.path, 'bin'))
  const program = join(folder.path, 'bin', 'campaign-desk')
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' ${KEEP_WRAPPERS} '${ENTRY}' "$@"\n`)
  await chmod(program, 0o755)
  for (const shell of SHELLS) {
    const { code, stdout } = await runCliInProcess(['completion', shell])
    expect(code).toBe(0)
    await writeFile(join(folder.path, `script.${shell}`), stdout)
  }
})

afterAll(() => folder.remove())

/** The suggestions without descriptions and escapes. */
function complete(shell: Shell, line: string): readonly string[] {
  const [program = '', ...args] = COMPLETE[shell](join(folder.path, `script.${shell}`), line)
  const { stdout, stderr } = spawnSync(program, args, {
    cwd: folder.path,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`, TERM: 'dumb' },
  })
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .filter((match) => match !== '')
    .map((match) => (match.split('\t')[0] ?? '').replaceAll(/\\(.)/gu, '$1'))
}

describe.each(installed)('completion in %s', (shell) => {
  it('suggests the commands', () => {
    expect(complete(shell, 'campaign-desk ')).toEqual(expect.arrayContaining([...COMMAND_NAMES, 'help']))
    expect(complete(shell, 'campaign-desk exp')).toEqual(['export'])
  })

  it('suggests options of a command and values of an option', () => {
    expect(new Set(complete(shell, 'campaign-desk changes --c'))).toEqual(
      new Set(['--campaign', '--connection']),
    )
    expect(new Set(complete(shell, 'campaign-desk export --format '))).toEqual(new Set(EXPORT_FORMATS))
    expect(complete(shell, 'campaign-desk forget --sam')).toEqual(['--sample'])
    expect(complete(shell, 'campaign-desk completion zs')).toEqual(['zsh'])
  })

  it('suggests downloaded campaigns and connections without expanding their names', async () => {
    expect(complete(shell, `campaign-desk export --data ${data} --campaign `)).toEqual([KIDS_WEEK])
    expect(complete(shell, `campaign-desk export --data ${data} --connection S`)).toEqual([CONNECTION])
    expect(await readdir(folder.path)).not.toContain('executed')
  })
})

it.each(SHELLS)('the completion script for %s contains every command and option', async (shell) => {
  const { stdout } = await runCliInProcess(['completion', shell])
  for (const name of COMMAND_NAMES) {
    expect(stdout).toMatch(new RegExp(`\\b${name}\\b`, 'u'))
    for (const [option, { short }] of Object.entries<OptionSpec>(OPTIONS[name])) {
      expect(stdout).toContain(shell === 'fish' ? `-l ${option} ` : `--${option}`)
      if (short !== undefined) expect(stdout).toContain(shell === 'fish' ? `-s ${short} ` : `-${short}`)
    }
  }
})

it('completion rejects an unknown shell', async () => {
  expect(await runCliInProcess(['completion', 'tcsh'])).toMatchObject({ code: 2, stdout: '' })
  expect((await runCliInProcess(['completion'])).stderr).toContain('bash, zsh, and fish')
})
