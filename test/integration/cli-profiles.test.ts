import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_CHOICE, type ExportProfiles } from '../../electron/contract/export-profile.ts'
import { createExportProfilesFile } from '../../electron/app/settings-files.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { runCli, parseJsonLines } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/store.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let data: string

const PROFILES: ExportProfiles = {
  profiles: [
    {
      id: 'p1',
      name: 'For the printer',
      choice: {
        ...DEFAULT_CHOICE,
        format: 'csv',
        preset: 'rfc4180',
        adjusted: { delimiter: '|' },
        header: 'labels',
        columns: ['posNumber', 'itemName'],
        nameTemplate: '{campaign} for the printer',
      },
    },
    { id: 'p2', name: 'Lines', choice: { ...DEFAULT_CHOICE, format: 'jsonl' } },
  ],
  last: null,
}

const CAMPAIGN = 'ba001c06-a853-4dad-a7a9-f74c3105199e'

const cli = (...words: readonly string[]) => runCli([...words, '--data', data], { home: folder.path })

beforeAll(async () => {
  folder = await temporaryFolder()
  data = join(folder.path, 'data')
  await cli('sync', '--sample', '--campaign', CAMPAIGN)
  await createExportProfilesFile(data).save(PROFILES)
})
afterAll(() => folder.remove())

describe('profiles in the command line', () => {
  it.each([[['--profiles']], [['--profile', 'Lines', '--out', '-']]])(
    'are not looked for in a missing folder: %j',
    async (words) => {
      const { code, stdout, stderr } = await runCliInProcess([
        'export',
        ...words,
        '--data',
        join(folder.path, 'nowhere'),
      ])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain('There is no folder')
    },
  )

  it('set the format and the file name in a folder', async () => {
    const out = join(folder.path, 'out')
    await mkdir(out)
    const { code, stderr } = await cli('export', '--profile', 'for the PRINTER', '--out', out)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(await readdir(out)).toEqual(['Kids Week for the printer.csv'])
    const [header, firstRow] = (await readFile(join(out, 'Kids Week for the printer.csv'), 'utf8')).split(
      '\r\n',
    )
    expect(header?.split('|')).toHaveLength(2)
    expect(firstRow?.split('|')).toHaveLength(2)
  })

  it('are overridden by options', async () => {
    const file = join(folder.path, 'overridden.csv')
    const overrides = ['--preset', 'googleSheets', '--header', 'keys', '--columns', 'qty,posNumber']
    expect(await cli('export', '--profile', 'Lines', ...overrides, '--out', file)).toMatchObject({ code: 0 })
    expect((await readFile(file, 'utf8')).split('\r\n')[0]).toBe('qty,posNumber')
    const template = ['--name-template', '{connection}: {campaign}']
    const out = join(folder.path, 'named')
    await mkdir(out)
    expect(await cli('export', '--profile', 'Lines', ...template, '--out', out)).toMatchObject({ code: 0 })
    expect(await readdir(out)).toEqual([expect.stringMatching(/ Kids Week\.jsonl$/u)])
  })

  it('report each file, and reject several files for standard output', async () => {
    const file = join(folder.path, 'beyond.csv')
    const one = await cli('export', '--rows-beyond', 'files', '--out', file, '--json')
    expect(JSON.parse(one.stdout)).toMatchObject({ type: 'export', file, files: [file], readBack: true })
    const streamed = await cli('export', '--rows-beyond', 'files', '--out', '-')
    expect(streamed).toMatchObject({ code: 2, stdout: '' })
    expect(streamed.stderr).toContain('only one file')
  })

  it('are listed by --profiles', async () => {
    expect(await cli('export', '--profiles')).toMatchObject({ code: 0, stdout: 'For the printer\nLines\n' })
    const { stdout } = await cli('export', '--profiles', '--json')
    expect(parseJsonLines(stdout).map(({ name }) => name)).toEqual(['For the printer', 'Lines'])
  })

  it('are rejected if they do not exist', async () => {
    const { code, stderr } = await cli('export', '--profile', 'Nobody', '--out', join(folder.path, 'x.csv'))
    expect(code).toBe(2)
    expect(stderr).toContain('There is no profile “Nobody”. The profiles are “For the printer”, “Lines”.')
  })
})

describe('the file of profiles', () => {
  it('is read from an earlier version, and set aside if it is invalid', async () => {
    const home = join(folder.path, 'kept')
    await mkdir(home)
    const { extras, ...older } = DEFAULT_CHOICE
    await writeFile(
      join(home, 'export-profiles.json'),
      JSON.stringify({ profiles: [{ id: 'p', name: 'Old', choice: older }], last: null }),
    )
    const file = createExportProfilesFile(home)
    expect((await file.load()).value.profiles).toEqual([
      { id: 'p', name: 'Old', choice: { ...DEFAULT_CHOICE, extras } },
    ])
    await writeFile(join(home, 'export-profiles.json'), '{"profiles": 1}')
    const { value, notice } = await file.load()
    expect(value.profiles).toEqual([])
    expect(notice?.code).toBe('profilesDamaged')
    expect((await readdir(home)).join()).toMatch(/export-profiles\.json\.damaged-/u)
  })
})
