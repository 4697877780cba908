// The options of `export`, as described in docs/command-line.md, with the real command line.
import * as sheetjs from '@e965/xlsx'
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Interruption } from '../../electron/cli/exit-codes.ts'
import { helpLines } from '../../electron/cli/help.ts'
import { OPTIONS } from '../../electron/cli/options.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { CLI_FILE } from '../support/entries.ts'
import { runCli } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/store.ts'

const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'command-line.md')
const CAMPAIGN = 'ba001c06-a853-4dad-a7a9-f74c3105199e'
const ROWS = 260
/** Options of every command, and for selecting a connection. */
const GENERAL = ['data', 'json', 'quiet', 'verbose', 'help', 'connection', 'base-url']

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let data: string
let fileCount = 0

const cli = (...words: readonly string[]) => runCli([...words, '--data', data], { home: folder.path })

beforeAll(async () => {
  folder = await temporaryFolder()
  data = join(folder.path, 'data')
  await cli('sync', '--sample', '--campaign', CAMPAIGN)
})
afterAll(() => folder.remove())

/** Exports with these options and returns the file. */
async function exportBytes(line: string, extension = 'csv'): Promise<Buffer> {
  fileCount += 1
  const file = join(folder.path, `${String(fileCount)}.${extension}`)
  const { code, stderr } = await cli('export', ...line.split(' '), '--out', file)
  expect(code).toBe(0)
  const start = `Wrote ${String(ROWS)} rows to ${file}, `
  expect(stderr.slice(0, start.length)).toBe(start)
  // Some options change cells, which is reported.
  expect(stderr.slice(start.length)).toMatch(/^verified\.(?: Changed cells: 2 \([^.]+\)\.)?\n$/u)
  return readFile(file)
}

describe('the options of export', () => {
  it('are all documented and in the help', async () => {
    const text = await readFile(DOCUMENT, 'utf8')
    const table = /\n## export\n([\s\S]*?)\n## /u.exec(text)?.[1] ?? ''
    const cells = table.split('\n').map((line) => line.split(' | ')[0] ?? '')
    const documented = cells.flatMap((cell) =>
      Array.from(cell.matchAll(/--([a-z][a-z-]*)/gu), ([, name = '']) => name),
    )
    // An option that is documented in the text of another one.
    const known = Object.keys(OPTIONS.export).filter((name) => !GENERAL.includes(name))
    expect(new Set([...documented, 'artwork-separator'])).toEqual(new Set(known))
    for (const name of Object.keys(OPTIONS.export).filter((each) => each !== 'help'))
      expect(helpLines('export').join('\n')).toContain(`\n  --${name}`)
  })

  it.each<readonly [string, (bytes: Buffer) => void]>([
    [
      '--delimiter semicolon --quotes all --line-end lf --encoding utf-8-bom --columns itemName,isLocked,updatedAt --booleans 1-0 --dates local --guard off --decimal comma',
      (bytes) => {
        expect(bytes.toString()).toMatch(
          /^\ufeff"itemName";"isLocked";"updatedAt"\n"[^\n]*";"[01]";"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"\n/u,
        )
        expect(bytes.toString()).toContain('\n"-50%')
      },
    ],
    [
      '--delimiter tab --encoding utf-16 --booleans yes-no --dates sent --guard on --columns itemName,isLocked,updatedAt',
      (bytes) => {
        const text = bytes.toString('utf16le')
        expect(text).toMatch(/^\ufeffitemName\tisLocked\tupdatedAt\r\n[^\n]*\t(yes|no)\t[^\n]*T[^\n]*Z\r\n/u)
        expect(text).toContain("\n'-50%")
      },
    ],
    [
      '--time-zone utc --preset excel --columns updatedAt',
      (bytes) => expect(bytes.toString()).toMatch(/^\ufeffupdatedAt\r\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\r\n/u),
    ],
    [
      '--lang de --booleans yes-no --columns itemName,posNumber,isLocked',
      (bytes) => expect(bytes.toString()).toMatch(/^Artikel,POS-Nummer,Gesperrt\r\n[^\n]*,(ja|nein)\r\n/u),
    ],
    [
      '--encoding windows-1252 --delimiter pipe --header labels --statuses names --links',
      (bytes) => {
        expect(bytes.toString('latin1')).toMatch(/^Item\|POS number\|[^\r]*\|Artwork address\r/u)
        expect(bytes.toString('latin1')).toContain(' \x96 ')
      },
    ],
    [
      '--header none --columns qty --sort qty:-1 --preset excel --rows-beyond stop',
      (bytes) => {
        const all = bytes.toString().slice(1).trim().split('\r\n').map(Number)
        expect(all).toEqual(all.toSorted((one, other) => other - one))
      },
    ],
    [
      `--campaign ${CAMPAIGN} --campaign-sheet --totals-sheet --long-texts leave-out --rows-beyond files --format xlsx`,
      (bytes) => expect(sheetjs.read(bytes).SheetNames.slice(1)).toEqual(['Campaign', 'Totals']),
    ],
    [
      '--format jsonl --records received',
      (bytes) => expect(JSON.parse(bytes.toString().split('\n')[0] ?? '')).toHaveProperty('_id'),
    ],
    [
      '--format json --records columns --columns qty,artworkNames --artworks joined --artwork-separator pipe',
      (bytes) => {
        expect(Object.keys((JSON.parse(bytes.toString()) as object[])[0] ?? {})).toEqual([
          'qty',
          'artworkNames',
        ])
      },
    ],
    ['--format html', (bytes) => expect(bytes.toString()).toMatch(/^<!doctype html>/iu)],
    ['--format md', (bytes) => expect(bytes.toString()).toMatch(/^\| Item /u)],
  ])('are applied: %s', async (line, expectContents) => {
    expectContents(await exportBytes(line, /--format (\w+)/u.exec(line)?.[1]))
  })

  it('write statuses as numbers unless names are requested, and both the same in every format', async () => {
    const column = async (format: string, statuses: readonly string[]): Promise<string> => {
      const header = format === 'json' ? [] : ['--header', 'none']
      const options = ['--columns', 'status', '--limit', '40', '--format', format, ...header]
      const { code, stdout } = await cli('export', ...options, ...statuses, '--out', '-')
      expect(code).toBe(0)
      return stdout
    }
    const linesOf = (text: string): readonly string[] =>
      text
        .split(/\r?\n/u)
        .slice(0, -1)
        // An empty line would not be a row.
        .map((line) => (line === '""' ? '' : line))
    const numbers = linesOf(await column('csv', []))
    expect(numbers.filter((text) => !/^\d*$/u.test(text))).toEqual([])
    const names = linesOf(await column('csv', ['--statuses', 'names']))
    expect(new Set(names)).toContain('In review')
    const both = numbers.map((number, index) => (number === '' ? '' : `${names[index] ?? ''} (${number})`))
    expect(linesOf(await column('csv', ['--statuses', 'both']))).toEqual(both)
    const json = JSON.parse(await column('json', ['--statuses', 'both'])) as readonly {
      status: string | null
    }[]
    expect(json.map(({ status }) => status ?? '')).toEqual(both)
    const markdown = await column('md', ['--statuses', 'both'])
    expect(markdown.trimEnd().split('\n').slice(2)).toEqual(both.map((text) => `| ${text} |`))
    const html = await column('html', ['--statuses', 'both'])
    expect(Array.from(html.matchAll(/<td[^>]*>([^<]*)/gu), ([, text]) => text)).toEqual(both)
    const file = join(folder.path, 'both.xlsx')
    await cli(
      'export',
      '--columns',
      'status',
      '--limit',
      '40',
      '--header',
      'none',
      '--statuses',
      'both',
      '--out',
      file,
    )
    const [sheet] = Object.values(sheetjs.read(await readFile(file)).Sheets)
    const rows = sheetjs.utils.sheet_to_json<readonly string[]>(sheet ?? {}, { header: 1, blankrows: true })
    expect(rows.map(([status]) => status ?? '')).toEqual(both)
  })

  it('name a file in a folder, filter rows, and only check with --check', async () => {
    const out = join(folder.path, 'named')
    await mkdir(out)
    const named = await cli(
      'export',
      '--search',
      'wobbler$',
      '--name-template',
      '{campaign} of mine',
      '--out',
      out,
    )
    expect(named.code).toBe(0)
    expect(await readdir(out)).toEqual(['Kids Week of mine.csv'])
    const checked = await cli('export', '--check', '--json', '--out', join(out, 'never.xlsx'))
    expect(JSON.parse(checked.stdout)).toMatchObject({
      type: 'exportCheck',
      format: 'xlsx',
      rows: ROWS,
      files: 1,
    })
    expect(await readdir(out)).toHaveLength(1)
  })
})

describe('an interrupted export', () => {
  it.each([
    ['-', 'Only a part was written to standard output'],
    ['interrupted.csv', 'No file was written'],
  ])('reports the state of %s without mentioning downloads', async (out, part) => {
    const { code, stderr } = await runCliInProcess(
      ['export', '--data', data, '--out', out === '-' ? out : join(folder.path, out)],
      { interrupted: AbortSignal.abort(new Interruption('SIGTERM')) },
    )
    expect(code).toBe(143)
    expect(stderr).toContain(part)
    expect(stderr).not.toContain('sync')
    expect(await readdir(folder.path)).not.toContain('interrupted.csv')
  })
})

describe('invalid options of export', () => {
  it.each([
    ['--format ods', 'cannot be “ods”'],
    ['--rows-beyond sheets', 'cannot be “sheets”'],
    ['--columns colour', 'Unknown column “colour”'],
    ['--search ((', 'unterminated group'],
    ['--campaign 00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000'],
    ['--profile Nobody', 'no profile “Nobody”'],
    ['--links=yes', 'takes no value'],
    ['--out', 'needs a value'],
    ['--totals-sheet', 'applies to xlsx'],
    ['--name-template x', 'is a folder'],
    ['--thumbs', 'Unknown option --thumbs'],
  ])('print one sentence and exit with 2: %s', async (line, part) => {
    const out = join(folder.path, 'wrong.csv')
    const { code, stdout, stderr } = await cli('export', '--out', out, ...line.split(' '))
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(part)
    const [sentence = '', ...more] = stderr.trim().split('\n')
    // The sentence can end with a command.
    expect(sentence).toMatch(/^[A-Z].*(\.|: campaign-desk sync --connection \S+ --campaign \S+ --data \S+)$/u)
    expect(more.every((each) => each.startsWith('Run “campaign-desk '))).toBe(true)
    expect(await readdir(folder.path)).not.toContain('wrong.csv')
  })

  it('exit with 5 if the folder does not exist', async () => {
    const { code, stderr } = await cli('export', '--out', join(folder.path, 'nowhere', 'items.csv'))
    expect(code).toBe(5)
    expect(stderr).toContain('there is no such folder')
  })
})

it.skipIf(process.platform === 'win32')('writes to a pipe by a path that is a link to it', async () => {
  const words = [CLI_FILE, 'export', '--columns', 'itemName', '--out', '/dev/stdout', '--data', data]
  const command = ['-c', '"$0" "$@" | cat', process.execPath, ...words]
  const { stdout, stderr } = await promisify(execFile)('sh', command, { env: { HOME: folder.path } })
  expect(stderr).toBe(`Wrote ${String(ROWS)} rows to /dev/stdout.\n`)
  expect(stdout.split('\r\n')).toHaveLength(ROWS + 2)
})

it('names UTC where the environment names no time zone', async () => {
  const words = ['export', '--columns', 'updatedAt', '--dates', 'local', '--header', 'labels', '--out', '-']
  const env = { TZ: 'Nonsense' }
  const { stdout } = await runCli([...words, '--data', data], { home: folder.path, env })
  expect(stdout.split('\r\n')[0]).toBe('Updated (UTC)')
})
