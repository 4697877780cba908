import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ExportCommand } from '../../electron/cli/commands.ts'
import { parseCommandLine } from '../../electron/cli/parse-command-line.ts'
import { UsageError } from '../../electron/cli/errors.ts'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import { NO_EXTRAS } from '../../electron/contract/export-options.ts'
import { DEFAULT_CHOICE } from '../../electron/contract/export-profile.ts'

const ID = '3f2b8c1e-0000-4000-8000-000000000001'
const OTHER = '3f2b8c1e-0000-4000-8000-000000000002'
const argsOf = (line: string): string[] => (line === '' ? [] : line.split(' '))

function refusal(args: readonly string[]): UsageError {
  try {
    parseCommandLine(args)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return error as UsageError
  }
  throw new Error(`accepted: ${args.join(' ')}`)
}

describe('parseCommandLine', () => {
  it('sync: reads address, campaigns by id or address, and folder', () => {
    expect(
      parseCommandLine([
        'sync',
        '--base-url=https://Print.example/api/',
        '--campaign',
        `https://print.example/app/campaign/${ID}?tab=items`,
        '--campaign',
        OTHER,
        '--campaign',
        ID,
        '--data',
        'folder',
        '--json',
      ]),
    ).toEqual({
      name: 'sync',
      source: { connection: null, baseUrl: 'https://print.example/api' },
      campaigns: [ID, OTHER],
      details: false,
      resumes: false,
      mode: 'full',
      acceptsDeletions: false,
      authorityFile: null,
      clientCertificateFile: null,
      retry: { attempts: 4, maxDelayMs: 60_000 },
      dataFolder: 'folder',
      json: true,
      verbose: false,
    })
  })

  it('sync: reads --sample and --all', () => {
    expect(parseCommandLine(argsOf('sync --sample --all'))).toMatchObject({
      source: 'sample',
      campaigns: 'all',
    })
  })

  it.each([
    ['--resume', { campaigns: [], resumes: true, mode: 'full' }],
    ['--recent', { campaigns: 'downloaded', resumes: false, mode: 'recent' }],
    ['--recent --resume', { campaigns: 'downloaded', resumes: true, mode: 'recent' }],
    ['--details', { campaigns: [], details: true }],
    ['--details --all', { campaigns: 'all', details: true }],
    [`--details --campaign ${ID}`, { campaigns: [ID], details: true }],
    [`--campaign ${ID} --resume`, { campaigns: [ID], resumes: false, mode: 'full' }],
  ])('sync: reads %s', (options, expected) =>
    expect(parseCommandLine(argsOf(`sync --connection Print ${options}`))).toMatchObject(expected),
  )

  it('sync: reads retries and the longest wait', () => {
    const sync = 'sync --sample --all'
    expect(parseCommandLine(argsOf(`${sync} --retries 0 --max-wait 5m`))).toMatchObject({
      retry: { attempts: 1, maxDelayMs: 300_000 },
    })
    expect(parseCommandLine(argsOf(`${sync} --retries 7 --max-wait 90`))).toMatchObject({
      retry: { attempts: 8, maxDelayMs: 90_000 },
    })
    for (const wrong of ['--retries -1', '--retries=-1', '--retries 101', '--retries 1.5', '--retries x'])
      expect(refusal(argsOf(`${sync} ${wrong}`)).message).toContain('--retries')
    for (const wrong of ['--max-wait 25h', '--max-wait 5min', '--max-wait=-1', '--max-wait soon'])
      expect(refusal(argsOf(`${sync} ${wrong}`)).message).toContain('--max-wait')
  })

  it('sync: accepts a connection instead of an address, but not with the sample', () => {
    expect(parseCommandLine(argsOf('sync --connection Print --all'))).toMatchObject({
      source: { connection: 'Print', baseUrl: null },
    })
    for (const line of [
      '--sample --connection Print --all',
      '--sample --base-url https://print.example --all',
    ])
      expect(refusal(argsOf(`sync ${line}`)).message).toContain('cannot be used together')
    expect(refusal(argsOf('sync --all'))).toMatchObject({ topic: 'sync' })
  })

  it('forget: reads one target and the confirmation', () => {
    expect(parseCommandLine(argsOf('forget --base-url https://print.example/ --yes'))).toEqual({
      name: 'forget',
      target: { connection: null, baseUrl: 'https://print.example' },
      confirmed: true,
      dataFolder: null,
      json: false,
      verbose: false,
    })
    expect(parseCommandLine(argsOf('forget --sample'))).toMatchObject({ target: 'sample', confirmed: false })
    expect(refusal(argsOf('forget --yes')).message).toContain('--connection')
    expect(refusal(argsOf('forget --sample --connection Print')).message).toContain('cannot be used together')
  })

  it('doctor: reads address, connection and certificates', () => {
    const line =
      'doctor --base-url https://print.example/ --ca ca.pem --client-cert me.p12 --connection Print --json'
    expect(parseCommandLine(argsOf(line))).toEqual({
      name: 'doctor',
      choice: { connection: 'Print', baseUrl: 'https://print.example' },
      authorityFile: 'ca.pem',
      clientCertificateFile: 'me.p12',
      dataFolder: null,
      json: true,
      verbose: false,
    })
    expect(refusal(argsOf('doctor --base-url https://print.example --sample')).message).toContain('--sample')
    expect(refusal(argsOf('sync --sample --all --ca x')).message).toContain('cannot be used together')
  })

  it('export: reads every option of a CSV file', () => {
    expect(
      parseCommandLine([
        ...argsOf(
          `export --campaign ${ID} --sort qty:-1 --sort itemName:1 --columns qty,itemName --limit 25`,
        ),
        ...argsOf('--format csv --preset excel --delimiter tab --header labels --statuses names'),
        ...argsOf('--artworks joined --artwork-separator line --links --time-zone utc'),
        ...['--search', '^a b', '--out', 'items.csv', '--data', 'd', '--connection', 'Print'],
      ]),
    ).toEqual({
      name: 'export',
      profile: null,
      listProfiles: false,
      nameTemplate: '{campaign} items {date}',
      hasNameTemplate: false,
      choice: { connection: 'Print', baseUrl: null },
      campaigns: [ID],
      search: '^a b',
      where: { texts: [], match: 'all' },
      sort: [
        { key: 'qty', direction: -1 },
        { key: 'itemName', direction: 1 },
      ],
      limit: 25,
      columns: ['qty', 'itemName'],
      format: 'csv',
      preset: 'excel',
      style: { delimiter: '\t', dates: 'local' },
      header: 'labels',
      rowsBeyond: 'oneFile',
      timeZone: 'utc',
      statuses: 'names',
      extras: { ...NO_EXTRAS, artworks: 'joined', artworkSeparator: '\n', links: true },
      file: 'items.csv',
      check: false,
      dataFolder: 'd',
      json: false,
      verbose: false,
    })
  })

  it('export: reads options of workbooks and of JSON', () => {
    expect(
      parseCommandLine(argsOf('export --out items.xlsx --totals-sheet --pictures --long-texts leave-out')),
    ).toMatchObject({
      header: 'labels',
      extras: { ...NO_EXTRAS, totalsSheet: true, pictures: true, longTexts: 'leaveOut' },
    })
    expect(parseCommandLine(argsOf('export --out - --format jsonl --records received'))).toMatchObject({
      extras: { ...NO_EXTRAS, records: 'received' },
    })
  })

  it.each([
    ['items.xlsx', 'labels'],
    ['items.html', 'labels'],
    ['items.md', 'labels'],
    ['items.csv', 'keys'],
    ['items.json', 'keys'],
  ])('export: defaults for %s to header %s', (out, header) =>
    expect(parseCommandLine(['export', '--out', out])).toMatchObject({ header }),
  )

  it('export: writes names in a language, unless another header is requested', () => {
    const parse = (line: string) => parseCommandLine(argsOf(`export --out items.csv ${line}`))
    expect(parse('--lang de')).toMatchObject({ language: 'de', header: 'labels', statuses: 'numbers' })
    expect(parse('--lang fr --header none')).toMatchObject({ language: 'fr', header: 'none' })
    expect(parse('--limit 1')).not.toHaveProperty('language')
  })

  it('export: uses the language of a profile unless an option overrides it', () => {
    const withProfile = (line: string): unknown => {
      const command = parseCommandLine(argsOf(`export --profile German ${line}`)) as ExportCommand
      return command.profile?.apply({ ...DEFAULT_CHOICE, language: 'de' })
    }
    expect(withProfile('--out items.xlsx')).toMatchObject({ language: 'de', header: 'labels' })
    expect(withProfile('--out items.xlsx --lang en')).toMatchObject({ language: 'en' })
    expect(withProfile('--out items.json')).not.toHaveProperty('language')
  })

  it('export: reads sort directions as words', () => {
    expect(parseCommandLine(argsOf('export --out - --sort qty:desc --sort itemName:asc'))).toMatchObject({
      sort: [
        { key: 'qty', direction: -1 },
        { key: 'itemName', direction: 1 },
      ],
    })
  })

  it('export: uses tabs for a .tsv name unless an option overrides it', () => {
    expect(parseCommandLine(argsOf('export --out items.tsv'))).toMatchObject({
      format: 'csv',
      style: { delimiter: '\t' },
    })
    expect(parseCommandLine(argsOf('export --out items.TAB --preset excel'))).toMatchObject({
      style: { delimiter: '\t' },
    })
    expect(parseCommandLine(argsOf('export --out items.tsv --delimiter pipe'))).toMatchObject({
      style: { delimiter: '|' },
    })
  })

  it('export: accepts an unknown extension with --format, and a folder', () => {
    expect(parseCommandLine(argsOf('export --out items.txt --format csv'))).toMatchObject({ format: 'csv' })
    expect(parseCommandLine(argsOf('export --out items'))).toMatchObject({ format: 'csv' })
    expect(parseCommandLine(argsOf('export --out /dev/null'))).toMatchObject({ format: 'csv' })
    const folder = mkdtempSync(join(tmpdir(), 'Spring.2026-'))
    try {
      expect(parseCommandLine(['export', '--out', folder])).toMatchObject({ file: folder })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('export: accepts every option of a profile, and checks other options against its format', () => {
    const { profile } = parseCommandLine(argsOf('export --out - --profile P --totals-sheet')) as ExportCommand
    expect(profile?.apply({ ...DEFAULT_CHOICE, format: 'xlsx' })).toMatchObject({ format: 'xlsx' })
    expect(() => profile?.apply({ ...DEFAULT_CHOICE, format: 'csv' })).toThrow(UsageError)
    const bare = parseCommandLine(argsOf('export --out items.csv --profile P')) as ExportCommand
    const extras = { ...NO_EXTRAS, totalsSheet: true, pictures: true }
    expect(bare.profile?.apply({ ...DEFAULT_CHOICE, extras })).toMatchObject({ format: 'csv', extras })
  })

  it('export: reads quoted columns with commas and quotes', () => {
    const columns = ['qty', '/size, in cm', '/a"b', '/', 'itemName']
    const list = 'qty, "/size, in cm" ,"/a""b",/,itemName'
    expect(parseCommandLine(['export', '--out', '-', '--columns', list])).toMatchObject({ columns })
    for (const wrong of ['qty,', ',qty', 'qty,,itemName', '""', 'qty,"/a'])
      expect(refusal(['export', '--out', '-', '--columns', wrong]).topic).toBe('export')
  })

  it('export: reads fields by path in columns and sort', () => {
    const command = parseCommandLine([
      ...argsOf('export --out - --columns posNumber,/artworkJob/round,/a~1b --sort /artworkJob/round:-1'),
      ...['--sort', '/x:y:1'],
    ])
    expect(command).toMatchObject({
      columns: ['posNumber', '/artworkJob/round', '/a~1b'],
      sort: [
        { key: '/artworkJob/round', direction: -1 },
        { key: '/x:y', direction: 1 },
      ],
    })
  })

  it.each([
    ['--out Items.XLSX', 'xlsx'],
    ['--out items.jsonl', 'jsonl'],
    ['--out items.json', 'json'],
    ['--out items.csv', 'csv'],
    ['--out - --format xlsx', 'xlsx'],
    ['--out items.xlsx --format csv', 'csv'],
  ])('export %s: uses the format %s', (line, format) =>
    expect(parseCommandLine(argsOf(`export ${line}`))).toMatchObject({ format }),
  )

  it('export: reads every CSV option', () => {
    const line =
      'export --out - --delimiter pipe --decimal comma --quotes all --line-end lf --encoding utf-16 ' +
      '--dates local --booleans 1-0 --guard off'
    expect(parseCommandLine(argsOf(line))).toMatchObject({
      style: {
        delimiter: '|',
        decimalMark: ',',
        quotes: 'all',
        lineEnd: 'lf',
        encoding: 'utf16',
        dates: 'local',
        flags: 'oneZero',
        guard: false,
      },
    })
  })

  it('export: has documented defaults', () => {
    expect(parseCommandLine(argsOf('export --out -'))).toEqual({
      name: 'export',
      profile: null,
      listProfiles: false,
      nameTemplate: '{campaign} items {date}',
      hasNameTemplate: false,
      choice: { connection: null, baseUrl: null },
      campaigns: [],
      search: '',
      sort: [],
      where: { texts: [], match: 'all' },
      limit: null,
      columns: ITEM_COLUMN_KEYS,
      format: 'csv',
      preset: 'rfc4180',
      style: {},
      header: 'keys',
      rowsBeyond: 'oneFile',
      statuses: 'numbers',
      extras: NO_EXTRAS,
      file: null,
      check: false,
      dataFolder: null,
      json: false,
      verbose: false,
    })
  })

  it('export: needs no --out with --check', () => {
    expect(parseCommandLine(argsOf('export --check'))).toMatchObject({
      check: true,
      format: 'csv',
      file: null,
    })
    expect(parseCommandLine(argsOf('export --check --out - --json'))).toMatchObject({
      check: true,
      json: true,
    })
    expect(parseCommandLine(argsOf('export --check --out items.xlsx'))).toMatchObject({ format: 'xlsx' })
  })

  it('changes: reads the campaigns and the start', () => {
    expect(
      parseCommandLine(argsOf(`changes --campaign ${ID} --since 12 --connection Print --data d --json`)),
    ).toEqual({
      name: 'changes',
      choice: { connection: 'Print', baseUrl: null },
      campaigns: [ID],
      since: { download: 12 },
      limit: null,
      dataFolder: 'd',
      json: true,
      verbose: false,
    })
    expect(parseCommandLine(['changes'])).toMatchObject({ campaigns: [], since: null })
    const sinceOf = (since: string): unknown => parseCommandLine(['changes', '--since', since])
    expect(sinceOf('7d')).toMatchObject({ since: { days: 7 } })
    expect(sinceOf('2026-11-30')).toMatchObject({ since: { instant: new Date(2026, 10, 30).getTime() } })
    expect(sinceOf('2026-11-30T14:00Z')).toMatchObject({ since: { instant: Date.UTC(2026, 10, 30, 14) } })
  })

  it('reads a value after an equals sign even if it starts with a dash', () => {
    expect(parseCommandLine(['export', '--out', '-', '--search=-5'])).toMatchObject({ search: '-5' })
    expect(parseCommandLine(['export', '--out', '-', '--search='])).toMatchObject({ search: '' })
  })

  it.each([
    ['help', null],
    ['--help', null],
    ['-h', null],
    ['help help', null],
    ['help --help', null],
    ['help sync', 'sync'],
    ['help changes', 'changes'],
    ['export --help', 'export'],
    ['status -h', 'status'],
  ])('%s: shows the help', (line, topic) =>
    expect(parseCommandLine(argsOf(line))).toEqual({ name: 'help', topic }),
  )

  it.each(['--version', '-v'])('%s: shows the version', (line) =>
    expect(parseCommandLine(argsOf(line))).toEqual({ name: 'version' }),
  )
})

describe('usage errors', () => {
  it.each([
    ['', 'Missing command.'],
    ['--json', 'Missing command.'],
    ['fetch', '“fetch”'],
    ['help fetch', '“fetch”'],
    ['help sync export', '“export”'],
    ['--version status', '“status”'],
    ['status now', '“now”'],
    ['status -- now', '“now”'],
    ['status --quiet --verbose', 'cannot be used together'],
    ['status --colour', '--colour'],
    ['export --out - --limit 0', '--limit'],
    ['changes --limit ten', '--limit'],
    ['status -x', '-x'],
    ['status --constructor', '--constructor'],
    ['status --json=yes', '--json takes no value'],
    ['status --data', '--data needs a value'],
    ['status --data=', '--data needs a value'],
    ['status --data --json', '--data needs a value'],
    ['export --out - --search -A5$', 'If the value begins with a hyphen, use --search=VALUE.'],
    ['status --data a --data b', 'two different values'],
    ['sync --all', '--base-url or --sample'],
    ['sync --sample', '--campaign or --all'],
    ['sync --sample --base-url https://a.example --all', 'cannot be used together'],
    [`sync --sample --all --campaign ${ID}`, 'cannot be used together'],
    ['sync --base-url ftp://a.example --all', 'is invalid'],
    ['sync --base-url print.example --all', 'is invalid'],
    ['sync --base-url http://print.example --all', 'http://'],
    ['sync --base-url https://a.example?x=1 --all', 'is invalid'],
    ['sync --sample --campaign /', 'no single campaign id'],
    [`export --out - --campaign ${ID},${OTHER}`, 'Each --campaign takes one id'],
    ['export', 'Missing option --out'],
    ['export --out - --json', 'standard output'],
    ['export --out - --format ods', 'xlsx, csv, html, md, json, jsonl'],
    ['export --out - --preset word', 'excel, excelElsewhere, libreOffice, googleSheets, rfc4180'],
    ['export --out - --header long', 'keys, labels, none'],
    ['export --out - --statuses words', 'numbers, names'],
    ['export --out - --artworks all', 'joined, rows'],
    ['export --out - --artwork-separator dash', 'semicolon, comma, pipe, line'],
    ['export --out - --records raw', 'columns, received'],
    ['export --out - --columns qty,colour', 'posNumber'],
    ['export --out - --columns qty,/a~b', '/artworkJob/round'],
    ['export --out - --columns /a,/a', 'given twice'],
    ['export --out - --columns qty,,status', 'is empty'],
    ['export --out - --columns qty,qty', 'given twice'],
    ['export --out - --sort qty', 'Use a column with :asc'],
    ['export --out - --sort qty:2', 'Use a column with :asc'],
    ['export --out - --sort colour:1', '“colour”'],
    ['export --out - --sort qty:1 --sort qty:-1', 'given twice'],
    ['export --out - --delimiter colon', 'comma, semicolon, tab, pipe'],
    ['export --out - --encoding latin', 'utf-8, utf-8-bom, utf-16, windows-1252'],
    ['export --out - --guard no', 'on, off'],
    ['export --out - --decimal dot', 'point, comma'],
    ['export --out - --quotes some', 'needed, texts, all'],
    ['export --out - --line-end cr', 'crlf, lf'],
    ['export --out - --dates iso', 'sent, local'],
    ['export --out - --booleans on-off', 'true-false, yes-no, 1-0'],
    ['export --out folder --name-template {nope}-{date}', 'cannot have {nope}. Use {campaign}'],
    ['--json status', 'campaign-desk status --json'],
    ['sync --sample --all --retries -1', 'cannot be “-1”'],
    ['export --out - --limit -5', 'cannot be “-5”'],
    ['export --out - --long-texts wrap', 'cut, leave-out'],
    ['export --out - --rows-beyond sheets', 'one-file, files, stop'],
    ['export --out - --format xlsx --rows-beyond files', 'only one file'],
    ['export --out - --rows-beyond files', 'only one file'],
    ['export --out items.pdf', '.pdf'],
    ['export --out items.txt', '--format'],
    ['export --out items.xls', '.xlsx'],
    ['export --out items.csv --totals-sheet', '--totals-sheet applies to xlsx'],
    ['export --out items.csv --campaign-sheet', '--campaign-sheet'],
    ['export --out items.html --pictures', '--pictures'],
    ['export --out - --long-texts cut', '--long-texts'],
    ['export --out items.xlsx --delimiter comma', '--delimiter applies to csv'],
    ['export --out items.json --preset excel', '--preset'],
    ['export --out items.xlsx --guard on', '--guard'],
    ['export --out items.xlsx --dates local', '--dates'],
    ['export --out items.md --encoding utf-16', '--encoding'],
    ['export --out items.json --header labels', '--header'],
    ['export --out items.jsonl --time-zone utc', '--time-zone'],
    ['export --out items.csv --time-zone utc --dates sent', '--time-zone'],
    ['export --out items.csv --records received', '--records'],
    ['export --out items.json --records received --columns qty', '--columns'],
    ['export --out items.json --records received --statuses names', '--statuses'],
    ['export --out - --name-template x', '--name-template'],
    ['export --check --name-template x', '--name-template'],
    ['export --out items.html --rows-beyond stop', '--rows-beyond applies to xlsx and csv'],
    ['export --out items.csv --artworks rows --artwork-separator comma', '--artwork-separator'],
    ['export --profiles --search x', '--search'],
    ['export --profiles --out items.csv', '--out'],
    ['review --check file --campaign c', '--campaign'],
    ['review --check file --author Ann', '--author'],
    ['export --out - --time-zone Berlin', 'local, utc'],
    ['export --out - --lang german', 'en, de, fr'],
    ['export --out items.json --lang de', '--lang applies to xlsx, csv'],
    ['export --out - --sort qty:down', 'qty:desc'],
    ['changes --since yesterday', '“yesterday”'],
    ['changes --since 2026-02-30', '“2026-02-30”'],
    ['changes --since 30.11.2026', 'such as 2026-11-30'],
    ['changes --since=-1', '“-1”'],
    ['changes --since 0d', 'such as 7d'],
    ['changes --since 99999d', '“99999d”'],
    ['changes --since 2026-13-01T00:00', '“2026-13-01T00:00”'],
    ['changes --out x', '--out'],
  ])('refuse %j with %j', (line, part) => {
    const { message } = refusal(argsOf(line))
    expect(message).toContain(part)
    expect(message).toMatch(/^[A-Z].*\.$/u)
    expect(message).not.toMatch(/undefined|null|!/u)
  })

  it.each([['--api-key'], ['--key'], ['--token'], ['--Authorization']])(
    'refuse a key as %s without repeating its value',
    (option) => {
      for (const args of [[option, 'S3CRET'], [`${option}=S3CRET`]]) {
        const { message } = refusal(['sync', '--sample', '--all', ...args])
        expect(message).toContain('CAMPAIGN_DESK_API_KEY')
        expect(message).not.toContain('S3CRET')
      }
    },
  )

  it.each(['export --out - --sort reviewMark:asc', 'compare --campaign a --with b --by reviewMark'])(
    'name only possible columns: %s',
    (line) => {
      const { message } = refusal(argsOf(line))
      expect(message).toMatch(/^Unknown column “reviewMark”[.] The columns are itemName, (?!.*review)/u)
    },
  )

  it('allow several files to standard output if none is written', () => {
    expect(parseCommandLine(argsOf('export --out - --rows-beyond files --check'))).toMatchObject({
      rowsBeyond: 'files',
    })
  })

  it('allow an option given twice with the same value', () => {
    expect(parseCommandLine(argsOf('status --data a --data a --json --json'))).toMatchObject({
      dataFolder: 'a',
    })
  })
})
