import { describe, expect, it } from 'vitest'
import {
  chooseSnapshotSource,
  filterConnections,
  type SnapshotSource,
} from '../../electron/cli/choose-snapshot-source.ts'
import { Console } from '../../electron/cli/console.ts'
import { commandHint } from '../../electron/cli/command-hint.ts'
import { COMMAND_NAMES } from '../../electron/cli/commands.ts'
import { exitCodeOf, worseOf } from '../../electron/cli/exit-codes.ts'
import { helpLines } from '../../electron/cli/help.ts'
import { OPTIONS } from '../../electron/cli/options.ts'
import { alignColumns } from '../../electron/cli/table.ts'
import { cutToWidth, terminalWidth } from '../../electron/cli/terminal-width.ts'
import { UsageError } from '../../electron/cli/errors.ts'
import type { CampaignSummary, SnapshotState } from '../../electron/contract/campaign.ts'
import { NO_AUTOMATIC_DOWNLOADS, NO_LABELS, type Connection } from '../../electron/contract/connection.ts'
import { FAULT_CODES } from '../support/fault-codes.ts'
import { CLI_HELP } from '../../electron/cli/strings/command-line-help.ts'
import { CLI_STATUS } from '../../electron/cli/strings/command-line.ts'
import { CAMPAIGN_COLUMN_KEYS } from '../../electron/contract/campaign-columns.ts'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'

describe('exit codes', () => {
  it('are documented for every fault', () => {
    for (const code of FAULT_CODES)
      for (const duringDownload of [true, false])
        expect([1, 2, 3, 4, 5]).toContain(exitCodeOf(code, duringDownload))
  })

  it.each([
    ['unreachable', 3, 4],
    ['tls', 3, 4],
    ['captivePortal', 3, 4],
    ['serviceUnauthorized', 3, 3],
    ['serviceForbidden', 3, 3],
    ['serviceNotFound', 3, 4],
    ['serviceFailed', 4, 4],
    ['badAnswer', 4, 4],
    ['fileNotWritten', 5, 5],
    ['cacheNewer', 1, 1],
    ['cacheBusy', 1, 4],
    ['searchInvalid', 2, 2],
  ] as const)('of %s: %d before a download, %d during it', (code, beforeDownload, duringDownload) => {
    expect(exitCodeOf(code, false)).toBe(beforeDownload)
    expect(exitCodeOf(code, true)).toBe(duringDownload)
  })

  it('of several campaigns are that of the worst', () => {
    expect(worseOf(0, 4)).toBe(4)
    expect(worseOf(4, 3)).toBe(3)
    expect(worseOf(5, 3)).toBe(5)
    expect(worseOf(1, 5)).toBe(1)
    expect(worseOf(4, 0)).toBe(4)
  })
})

describe('terminalWidth', () => {
  it.each([
    ['Summer', 6],
    ['Łódź', 4],
    ['春节 2027', 9],
    ['e\u0301', 1],
    ['🎄', 2],
  ])('of %s is %d', (text, width) => expect(terminalWidth(text)).toBe(width))
})

describe('a table', () => {
  it('can have more lines than a function can have arguments', async () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => [String(index), 'x'])
    let text = ''
    const stream = {
      isTerminal: false,
      write: (data: string | Uint8Array) => {
        text += data.toString()
        return Promise.resolve()
      },
    }
    const console = new Console(stream, stream)
    console.print(alignColumns(rows, [0]))
    await console.settle()
    const lines = text.split('\n')
    expect([lines.length, lines[0], lines[199_999]]).toEqual([200_001, '     0  x', '199999  x'])
  })
})

describe('cutToWidth', () => {
  it.each([
    ['Summer', 6, 'Summer'],
    ['Summer', 5, 'Summ…'],
    ['春节 2027', 4, '春…'],
    ['', 0, ''],
  ])('cuts %s to %d columns: %s', (text, columns, cut) => expect(cutToWidth(text, columns)).toBe(cut))
})

describe('the age of a snapshot', () => {
  it.each([
    [-5_000, 'just now'],
    [59_000, 'just now'],
    [60_000, '1 min ago'],
    [7_200_000, '2 h ago'],
    [3 * 86_400_000, '3 days ago'],
  ])('of %d ms is %s', (age, words) => expect(CLI_STATUS.age(age)).toBe(words))
})

describe('the help', () => {
  it('fits into 80 columns', () => {
    for (const topic of [null, ...COMMAND_NAMES])
      for (const line of helpLines(topic)) expect(line.length, line).toBeLessThanOrEqual(80)
  })

  it('lists every command and every column key', () => {
    for (const name of COMMAND_NAMES) expect(helpLines(null).join('\n')).toContain(`\n  ${name} `)
    for (const key of ITEM_COLUMN_KEYS) expect(helpLines('export').join('\n')).toContain(key)
    for (const key of CAMPAIGN_COLUMN_KEYS) expect(helpLines('campaigns').join('\n')).toContain(key)
  })

  it.each(['export', 'campaigns'] as const)('of %s names the option that LibreOffice needs', (name) =>
    expect(helpLines(name).join(' ').replaceAll(/\s+/gu, ' ')).toContain('“Format quoted field as text”'),
  )

  it.each(COMMAND_NAMES)('describes exactly the options of %s', (name) =>
    expect(Object.keys(CLI_HELP[name].options).sort()).toEqual(Object.keys(OPTIONS[name]).sort()),
  )
})

function connection(
  id: string,
  name: string,
  baseUrl: string | null = `https://${name}.example`,
): Connection {
  return {
    id,
    name,
    kind: baseUrl === null ? 'sample' : 'service',
    baseUrl,
    createdAt: 0,
    labels: NO_LABELS,
    automatic: NO_AUTOMATIC_DOWNLOADS,
    authority: null,
    clientCertificate: null,
  }
}

function campaign(id: string, copy: SnapshotState): CampaignSummary {
  return {
    id,
    name: null,
    reference: null,
    shortReference: null,
    number: null,
    status: null,
    state: null,
    copy,
    itemCount: 1,
    expectedCount: 1,
    incompleteReason: null,
    fetchedAt: 0,
    recordState: 'fetched',
    isUnavailable: false,
    newestUpdatedAt: null,
    unseenChanges: 0,
  }
}

const usageErrorOf = (choose: () => unknown): string => {
  try {
    choose()
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as UsageError).message
  }
  throw new Error('nothing was refused')
}

describe('a command in a message', () => {
  it.skipIf(process.platform === 'win32')('can be copied into a shell', () => {
    const words = ['sync', '--connection', 'id-1', '--ca', 'a b/c.pem']
    expect(commandHint(words, { requestedFolder: "~/it's" })).toBe(
      String.raw`campaign-desk sync --connection id-1 --ca 'a b/c.pem' --data '~/it'\''s'`,
    )
    expect(commandHint(['status'], { requestedFolder: null })).toBe('campaign-desk status')
  })
})

describe('the choice of a connection', () => {
  const FOLDER = { dataFolder: 'folder', requestedFolder: 'folder' }
  const print = connection('id-1', 'print')
  const promo = connection('id-2', 'promo')
  const sample = connection('id-3', 'Sample data', null)
  const all = [print, promo, sample]

  it('accepts a name, an id or an address', () => {
    expect(filterConnections(all, { connection: null, baseUrl: null }, 'export')).toEqual(all)
    expect(filterConnections(all, { connection: 'promo', baseUrl: null }, 'export')).toEqual([promo])
    expect(filterConnections(all, { connection: 'id-3', baseUrl: null }, 'export')).toEqual([sample])
    expect(filterConnections(all, { connection: null, baseUrl: 'https://print.example' }, 'export')).toEqual([
      print,
    ])
  })

  it('lists the connections if none matches', () => {
    for (const choice of [
      { connection: 'nope', baseUrl: null },
      { connection: null, baseUrl: 'https://nope.example' },
    ])
      expect(usageErrorOf(() => filterConnections(all, choice, 'export'))).toContain(
        '“print” (id-1), “promo” (id-2)',
      )
  })

  const source = (of: Connection, ...campaigns: CampaignSummary[]): SnapshotSource => ({
    connection: of,
    databaseFile: '',
    reviewsFile: '',
    picturesFile: '',
    campaigns,
  })
  const first = source(print, campaign('a', 'complete'), campaign('b', 'none'))
  const second = source(promo, campaign('b', 'incomplete'), campaign('c', 'complete'))
  const empty = source(sample, campaign('d', 'none'))

  it('is unambiguous if only one has the campaign', () => {
    expect(chooseSnapshotSource([first, second, empty], ['b'], FOLDER, 'export')).toBe(second)
    expect(chooseSnapshotSource([first, empty], [], FOLDER, 'export')).toBe(first)
  })

  it.each([
    [[first, second], [], '“print” (id-1), “promo” (id-2)'],
    [
      [first, second],
      ['x'],
      /campaign x is not on this computer\..* sync --connection ID --campaign x --data folder \(.*id-1.*id-2/u,
    ],
    [[first, second], ['A'], 'campaign A is not on this computer, but a is'],
    [[first, second], ['a', 'c'], 'different connections'],
    [
      [first, empty],
      ['b'],
      /campaign b is not on this computer\..* sync --connection id-1 --campaign b --data folder$/u,
    ],
    [[empty], [], /Nothing is downloaded in folder yet\..* sync --connection id-3 --all --data folder$/u],
    [[empty], ['d'], 'Nothing is downloaded in folder'],
  ])('is refused otherwise, with advice (%#)', (sources, campaigns, words) =>
    expect(usageErrorOf(() => chooseSnapshotSource(sources, campaigns, FOLDER, 'export'))).toMatch(words),
  )
})
