import { describe, expect, it } from 'vitest'
import { chooseHolding, narrow, type Holding } from '../../electron/cli/choose-connection.ts'
import { Console } from '../../electron/cli/console.ts'
import { exitCodeOf, worseOf } from '../../electron/cli/exit-codes.ts'
import type { OutputStream } from '../../electron/cli/io.ts'
import { localeOf } from '../../electron/cli/locale.ts'
import { terminalWidth } from '../../electron/cli/terminal-width.ts'
import { UsageError } from '../../electron/cli/usage-error.ts'
import type { CampaignSummary, CopyState } from '../../electron/contract/campaign.ts'
import { NO_AUTOMATIC_DOWNLOADS, NO_LABELS, type Connection } from '../../electron/contract/connection.ts'
import { FAULT_CODES } from '../../electron/contract/faults.ts'
import { CLI_HELP, CLI_STATUS } from '../../electron/contract/strings/command-line.ts'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'

describe('the locale of the command line', () => {
  it.each([
    [{ LC_ALL: 'de_DE.UTF-8', LANG: 'en_US.UTF-8' }, 'de-DE'],
    [{ LC_NUMERIC: 'fr_CH@euro', LANG: 'en_US' }, 'fr-CH'],
    [{ LC_ALL: '', LANG: 'ja_JP.UTF-8' }, 'ja-JP'],
    [{ LANG: 'C.UTF-8' }, 'C'],
  ])('of %j is %s', (env, locale) => {
    expect(localeOf(env)).toBe(locale)
  })

  it('is the system’s where no variable is set', () => {
    expect(() => new Intl.Locale(localeOf({}))).not.toThrow()
  })
})

describe('exit codes', () => {
  it('are of the documented range for every fault', () => {
    for (const code of FAULT_CODES)
      for (const underWay of [true, false]) expect([1, 2, 3, 4, 5]).toContain(exitCodeOf(code, underWay))
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
    ['searchInvalid', 2, 2],
  ] as const)('%s: %d before a download, %d within', (code, before, within) => {
    expect(exitCodeOf(code, false)).toBe(before)
    expect(exitCodeOf(code, true)).toBe(within)
  })

  it('of several campaigns is that of the worst', () => {
    expect(worseOf(0, 4)).toBe(4)
    expect(worseOf(4, 3)).toBe(3)
    expect(worseOf(5, 3)).toBe(5)
    expect(worseOf(1, 5)).toBe(1)
    expect(worseOf(4, 0)).toBe(4)
  })
})

describe('the width of a text in a terminal', () => {
  it.each([
    ['Summer', 6],
    ['Łódź', 4],
    ['春节 2027', 9],
    ['e\u0301', 1],
    ['🎄', 2],
  ])('%s: %d', (text, width) => {
    expect(terminalWidth(text)).toBe(width)
  })
})

describe('the age of a copy', () => {
  it.each([
    [-5_000, 'just now'],
    [59_000, 'just now'],
    [60_000, '1 min ago'],
    [7_200_000, '2 h ago'],
    [3 * 86_400_000, '3 days ago'],
  ])('%d ms: %s', (age, words) => {
    expect(CLI_STATUS.age(age)).toBe(words)
  })
})

describe('the help', () => {
  it('fits a terminal of 100 columns and names every column key', () => {
    for (const text of Object.values(CLI_HELP))
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
    for (const key of ITEM_COLUMN_KEYS) expect(CLI_HELP.export).toContain(key)
  })
})

interface Collected extends OutputStream {
  readonly text: () => string
}

function collect(isTerminal: boolean, fail?: () => Error | null): Collected {
  let text = ''
  return {
    isTerminal,
    write: (data) => {
      const error = fail?.() ?? null
      if (error !== null) return Promise.reject(error)
      text += typeof data === 'string' ? data : Buffer.from(data).toString()
      return Promise.resolve()
    },
    text: () => text,
  }
}

const systemError = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'write' })

describe('the console', () => {
  it('shows progress only where a line can be written over, and leaves none behind', async () => {
    const terminal = collect(true)
    const pipe = collect(false)
    for (const stderr of [terminal, pipe]) {
      const console = new Console(collect(false), stderr, false)
      console.progress('half')
      console.message('Done.')
      console.progress('again')
      await console.settle()
    }
    expect(pipe.text()).toBe('Done.\n')
    expect(terminal.text()).toBe('half\r\u001b[KDone.\nagain\r\u001b[K')
  })

  it('never lets a name steer the terminal', async () => {
    const stdout = collect(false)
    const console = new Console(stdout, collect(true), false)
    console.print('a\u001b[2Jb\u009bc\nd')
    await console.settle()
    expect(stdout.text()).toBe('a [2Jb c\nd\n')
  })

  it('prints for people or for programs, not for both', async () => {
    for (const forPrograms of [true, false]) {
      const stdout = collect(false)
      const console = new Console(stdout, collect(false), forPrograms)
      console.print('text')
      console.json({ type: 'x' })
      await console.settle()
      expect(stdout.text()).toBe(forPrograms ? '{"type":"x"}\n' : 'text\n')
    }
  })

  it('takes a reader that goes away for no error, and a full disk for one', async () => {
    const gone = new Console(
      collect(false, () => systemError('EPIPE')),
      collect(false),
      false,
    )
    gone.print('text')
    await expect(gone.settle()).resolves.toBeUndefined()
    const full = new Console(
      collect(false, () => systemError('ENOSPC')),
      collect(false),
      false,
    )
    full.print('text')
    await expect(full.settle()).rejects.toThrow('ENOSPC')
  })
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
  }
}

function campaign(id: string, copy: CopyState): CampaignSummary {
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
    newestUpdatedAt: null,
    unseenChanges: 0,
  }
}

const refusalOf = (choose: () => unknown): string => {
  try {
    choose()
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as UsageError).message
  }
  throw new Error('nothing was refused')
}

describe('which connection is meant', () => {
  const print = connection('id-1', 'print')
  const promo = connection('id-2', 'promo')
  const sample = connection('id-3', 'Sample data', null)
  const all = [print, promo, sample]

  it('is said by name, id or address', () => {
    expect(narrow(all, { connection: null, baseUrl: null }, 'export')).toEqual(all)
    expect(narrow(all, { connection: 'promo', baseUrl: null }, 'export')).toEqual([promo])
    expect(narrow(all, { connection: 'id-3', baseUrl: null }, 'export')).toEqual([sample])
    expect(narrow(all, { connection: null, baseUrl: 'https://print.example' }, 'export')).toEqual([print])
  })

  it('names the choices when there is none of that name or address', () => {
    for (const choice of [
      { connection: 'nope', baseUrl: null },
      { connection: null, baseUrl: 'https://nope.example' },
    ])
      expect(refusalOf(() => narrow(all, choice, 'export'))).toContain('“print” (id-1), “promo” (id-2)')
  })

  const holding = (of: Connection, ...campaigns: CampaignSummary[]): Holding => ({
    connection: of,
    databaseFile: '',
    reviewsFile: '',
    picturesFile: '',
    campaigns,
  })
  const first = holding(print, campaign('a', 'complete'), campaign('b', 'none'))
  const second = holding(promo, campaign('b', 'incomplete'), campaign('c', 'complete'))
  const empty = holding(sample, campaign('d', 'none'))

  it('is clear when only one holds what is asked for', () => {
    expect(chooseHolding([first, second, empty], ['b'], 'folder', 'export')).toBe(second)
    expect(chooseHolding([first, empty], [], 'folder', 'export')).toBe(first)
  })

  it.each([
    [[first, second], [], '“print” (id-1), “promo” (id-2)'],
    [[first, second], ['x'], 'campaign x is not on this computer'],
    [[first, second], ['a', 'c'], 'different connections'],
    [[first, empty], ['b'], 'campaign b is not on this computer'],
    [[empty], [], 'Nothing is downloaded in folder'],
    [[empty], ['d'], 'Nothing is downloaded in folder'],
  ])('is refused otherwise, with what can be done (%#)', (holdings, campaigns, words) => {
    expect(refusalOf(() => chooseHolding(holdings, campaigns, 'folder', 'export'))).toContain(words)
  })
})
