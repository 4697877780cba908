import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  allowCrashReports,
  crashReportsFolder,
  deleteCrashReports,
  forbidCrashReports,
  keepsCrashReports,
  listCrashReports,
  MAX_CRASH_REPORTS,
  pruneCrashReports,
} from '../../electron/app/crash-reports.ts'
import { collectDiagnostics, type CollectedFile } from '../../electron/app/diagnostics.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { createLogger } from '../../electron/app/logger.ts'
import { createSafePreferencesFile, createSafeViewsFile } from '../../electron/app/safe-mode.ts'
import { createPreferencesFile } from '../../electron/app/settings-files.ts'
import { StartMarker } from '../../electron/app/start-marker.ts'
import { zipFiles } from '../../electron/app/zip-files.ts'
import { DAY_MS } from '../../electron/contract/instant.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import { NO_VIEWS } from '../../electron/contract/views.ts'
import { openEntries } from '../../electron/archive/entries.ts'
import { REVIEW_FILE_RULES } from '../../electron/review-files/limits.ts'
import { makeConnection } from '../support/contract-values.ts'
import { temporaryFolder } from '../support/store.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

/** What must not be in any text. */
const SECRETS = {
  key: 'k-4711-very-distinctive',
  host: 'print.muster-retail.example',
  domain: 'muster-retail.example',
  tenant: '/tenants/blue-47',
  connection: 'Muster headquarters',
  home: '/home/erika.muster',
  user: 'erika.muster',
  computer: 'laptop-of-erika',
  search: 'a secret search',
  note: 'A note about the shop in Ulm',
  item: 'Till topper of item 12',
  author: 'Erika M.',
  view: 'My own view',
  ip: '203.0.113.47',
  ipv6: '2001:db8:47:11::12',
} as const

const baseUrl = `https://${SECRETS.host}:8443${SECRETS.tenant}`
const connections = [
  makeConnection({ id: 'c1', name: SECRETS.connection, baseUrl }),
  makeConnection({ id: 'c2', name: 'Sample data', kind: 'sample', baseUrl: null }),
]
const preferences: Preferences = {
  ...DEFAULT_PREFERENCES,
  theme: 'dark',
  author: SECRETS.author,
  recentSearches: [{ connectionId: 'c1', searches: [{ search: SECRETS.search, mode: null }] }],
  lastView: { connectionId: 'c1', campaignId: null, tab: 'items' },
}

async function collect(): Promise<readonly CollectedFile[]> {
  const logger = createLogger(join(folder.path, 'logs'))
  logger.conceal(SECRETS.key)
  logger.log('info', `started in ${SECRETS.home}/.config and /media/${SECRETS.user}/disk`)
  logger.log('error', `renderer process gone: crashed (139)`)
  logger.log('warning', `GET ${baseUrl}/campaign-items?key=${SECRETS.key} from ${SECRETS.ip} failed`)
  const { databaseFile } = connectionLayout(folder.path, 'c1')
  await mkdir(join(databaseFile, '..'), { recursive: true })
  await writeFile(databaseFile, `not a database, but ${SECRETS.item} and ${SECRETS.note}`)
  const crashFolder = crashReportsFolder(folder.path)
  await mkdir(join(crashFolder, 'pending'), { recursive: true })
  await writeFile(join(crashFolder, 'pending', 'one.dmp'), 'MDMP')
  return collectDiagnostics({
    dataFolder: folder.path,
    crashFolder,
    identity: { home: SECRETS.home, userName: SECRETS.user, computerName: SECRETS.computer },
    connections,
    preferences,
    views: NO_VIEWS,
    logger,
    system: [`Data folder: ${SECRETS.home}/.config/Campaign Desk`, `Host: ${SECRETS.computer}`],
    doctorReports: new Map([
      [
        'c1',
        {
          at: 0,
          text: `${SECRETS.host} is ${SECRETS.ip}, ${SECRETS.ipv6}; certificate of *.${SECRETS.domain}, key ${SECRETS.key}`,
        },
      ],
    ]),
    countItems: (id) => Promise.resolve(id === 'c1' ? { campaigns: 3, items: 4_711 } : null),
  })
}

const LOGS = ['campaign-desk.2.log', 'campaign-desk.1.log', 'campaign-desk.log']

const textOf = (files: readonly CollectedFile[], name: string): string =>
  files.find((file) => file.name === name)?.text ?? ''

describe('diagnostics', () => {
  it('contain the logs from the oldest to the current one, and the latest crashes', async () => {
    await mkdir(join(folder.path, 'logs'))
    for (const [index, name] of LOGS.entries()) {
      const line = (number: number): string => `${name} ${String(number)} renderer process gone: crashed\n`
      const lines = Array.from({ length: 40 * (index + 1) }, (_, number) => line(number))
      await writeFile(join(folder.path, 'logs', name), lines.join(''))
    }
    const files = await collect()
    expect(files.flatMap(({ kind, name }) => (kind === 'log' ? [name] : []))).toEqual(LOGS)
    const crashes = textOf(files, 'crashes.txt')
    expect(crashes).toContain('campaign-desk.log 119 ')
    expect(crashes).not.toContain('campaign-desk.1.log')
  })

  it('contain no key, nothing that a person typed, and nothing that identifies the person or the service', async () => {
    const files = await collect()
    const all = files.map(({ name, text }) => `${name}\n${text ?? ''}`).join('\n')
    for (const [what, secret] of Object.entries(SECRETS))
      expect(all.toLowerCase(), what).not.toContain(secret.toLowerCase())
  })

  it('say what helps: versions, settings, databases, crashes, the doctor and the log', async () => {
    const files = await collect()
    expect(files.map(({ name, kind }) => [name, kind])).toEqual([
      ['system.txt', 'system'],
      ['settings.json', 'settings'],
      ['connections.txt', 'connections'],
      ['crashes.txt', 'crashes'],
      ['doctor-1.txt', 'doctor'],
      ['campaign-desk.log', 'log'],
      [expect.stringMatching(/^crash-.*\.dmp$/u), 'crashReport'],
    ])
    expect(textOf(files, 'system.txt')).toContain('Data folder: ~/.config/Campaign Desk')
    expect(JSON.parse(textOf(files, 'settings.json'))).toMatchObject({ theme: 'dark', lastTab: 'items' })
    expect(textOf(files, 'connections.txt')).toMatch(
      /Connection 1 \(service, https\)[^]*3 campaigns, 4711 items[^]*cache\.db: .* not known \(notADatabase\), newest \d+[^]*Connection 2 \(sample\)[^]*open: no/u,
    )
    expect(textOf(files, 'crashes.txt')).toContain('renderer process gone: crashed (139)')
    expect(textOf(files, 'doctor-1.txt')).toContain(
      '<host 1> is <IP address>, <IP address>; certificate of *.<domain 1>',
    )
    expect(textOf(files, 'campaign-desk.log')).toContain('started in ~/.config and /media/<user>/disk')
    expect(textOf(files, 'campaign-desk.log')).toContain(
      'GET <address 1>/campaign-items?… from <IP address> failed',
    )
  })

  it('are one archive', async () => {
    const files = await collect()
    const bytes = await zipFiles(
      files.map(({ name, text }) => ({ name, bytes: Buffer.from(text ?? 'dump') })),
    )
    const file = join(folder.path, 'diagnostics.zip')
    await writeFile(file, bytes)
    const entries = await openEntries(file, REVIEW_FILE_RULES)
    for (const { name, text } of files)
      expect((await entries.read(name, bytes.length * 100)).toString()).toBe(text ?? 'dump')
    entries.close()
  })
})

describe('crash reports', () => {
  it('are limited in number and age', async () => {
    const reports = crashReportsFolder(folder.path)
    allowCrashReports(reports)
    await mkdir(join(reports, 'completed'))
    const now = Date.now()
    for (let index = 0; index < 10; index += 1) {
      const file = join(reports, 'completed', `${String(index)}.dmp`)
      await writeFile(file, 'MDMP')
      const at = new Date(now - index * 8 * DAY_MS)
      await utimes(file, at, at)
    }
    expect(await listCrashReports(reports)).toHaveLength(10)
    await pruneCrashReports(reports, now)
    // 0, 8, 16 and 24 days old.
    expect(await readdir(join(reports, 'completed'))).toEqual(['0.dmp', '1.dmp', '2.dmp', '3.dmp'])
    expect(MAX_CRASH_REPORTS).toBe(5)
    await deleteCrashReports(reports)
    expect(await listCrashReports(reports)).toEqual([])
    expect(keepsCrashReports(reports)).toBe(true)
  })

  it('are deleted when the person no longer agrees', async () => {
    const reports = crashReportsFolder(folder.path)
    expect(keepsCrashReports(reports)).toBe(false)
    allowCrashReports(reports)
    await writeFile(join(reports, 'a.dmp'), 'MDMP')
    await forbidCrashReports(reports)
    expect(keepsCrashReports(reports)).toBe(false)
    expect(await listCrashReports(reports)).toEqual([])
  })
})

describe('the marker of a start', () => {
  const marker = (): StartMarker => new StartMarker(join(folder.path, 'data', 'start.json'))

  it('counts starts that did not end well, until one does', () => {
    marker().begin()
    expect(marker().failedStarts).toBe(1)
    marker().begin()
    const third = marker()
    expect(third.failedStarts).toBe(2)
    third.begin()
    third.end()
    expect(marker().failedStarts).toBe(0)
  })

  it('ignores a damaged file', async () => {
    marker().begin()
    await writeFile(join(folder.path, 'data', 'start.json'), '{"unfinished": "many"}')
    expect(marker().failedStarts).toBe(0)
  })
})

describe('the safe mode', () => {
  it('uses default settings and saves none of them but the one for crash reports', async () => {
    const file = createPreferencesFile(folder.path)
    const custom: Preferences = { ...preferences, interfaceSize: 150, shortcuts: { search: 'Mod+J' } }
    await file.save(custom)
    const safe = createSafePreferencesFile(createPreferencesFile(folder.path))
    const { preferences: loaded } = await safe.load()
    expect(loaded).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark', author: SECRETS.author })
    await safe.save({ ...loaded, interfaceSize: 90 })
    expect((await file.load()).preferences).toEqual(custom)
    await safe.save({ ...loaded, interfaceSize: 90, keepsCrashReports: true })
    expect((await file.load()).preferences).toEqual({ ...custom, keepsCrashReports: true })
    expect((await createSafeViewsFile().load()).views).toEqual(NO_VIEWS)
  })
})
