import fc from 'fast-check'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectionLayout } from '../../electron/app/layout.ts'
import { digestKey } from '../../electron/app/key-digest.ts'
import { DEFAULT_CHECKS } from '../../electron/contract/checks.ts'
import { NO_LABELS } from '../../electron/contract/connection.ts'
import { DEFAULT_CHOICE } from '../../electron/contract/export-profile.ts'
import { DEFAULT_LAYOUT, DEFAULT_PREFERENCES, THEMES } from '../../electron/contract/preferences.ts'
import { NO_FILTERS } from '../../electron/contract/filters.ts'
import { REVIEW_MARKS } from '../../electron/contract/review.ts'
import type { AppError } from '../../electron/contract/app-error.ts'
import type { BackupPhase } from '../../electron/contract/backup.ts'
import { backedUpFolder, chooseAll, putConnection, putFile, stateOf } from '../support/backups.ts'
import { png } from '../support/pictures.ts'
import { repetitions } from '../support/repetitions.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import { temporaryFolder } from '../support/store.ts'

const FILE_NAME = 'Campaign Desk 2026-05-04.cdbackup'

/** Settings without views of one name, which differ in each case. */
const view = (name: string, connectionId: string) => ({
  id: `v-${String(name.length)}`,
  name,
  place: { connectionId, campaignId: 'k1' },
  query: { search: name, searchMode: 'pattern', list: null, filters: NO_FILTERS, group: null, sort: [] },
  columns: DEFAULT_LAYOUT,
})

const itemArbitrary = fc.record({
  mark: fc.option(fc.constantFrom(...REVIEW_MARKS), { nil: null }),
  note: fc.constantFrom('', 'torn', 'line\nline', '“ü”'),
  photos: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { maxLength: 2 }),
})
const nameArbitrary = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((name) => name.trim() !== '')
const connectionArbitrary = fc.record({
  name: nameArbitrary,
  label: fc.string({ unit: 'grapheme', maxLength: 8 }),
  everyMinutes: fc.option(fc.integer({ min: 5, max: 10_080 }), { nil: null }),
  accepted: fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/u), fc.constant({ locked: ['ci-1'] })),
  pictures: fc.option(fc.constantFrom('thumbnails' as const, 'full' as const), { nil: null }),
  items: fc.array(itemArbitrary, { maxLength: 4 }),
})
const stateArbitrary = fc.record({
  theme: fc.constantFrom(...THEMES),
  author: fc.string({ unit: 'grapheme', maxLength: 20 }),
  views: fc.uniqueArray(nameArbitrary, { maxLength: 3, selector: (name) => name.length }),
  profiles: fc.uniqueArray(nameArbitrary, { maxLength: 3, selector: (name) => name.length }),
  connections: fc.array(connectionArbitrary, { minLength: 1, maxLength: 3 }),
})
type State = typeof stateArbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** Fills a data folder. The files are in the form in which the application saves them. */
async function fill(dataFolder: string, state: State): Promise<void> {
  await putFile(dataFolder, 'preferences.json', {
    ...DEFAULT_PREFERENCES,
    theme: state.theme,
    author: state.author,
    lastView: { connectionId: 'c0', campaignId: null, tab: 'home' },
  })
  await putFile(dataFolder, 'views.json', { saved: state.views.map((name) => view(name, 'c0')), lists: [] })
  await putFile(dataFolder, 'export-profiles.json', {
    profiles: state.profiles.map((name) => ({
      id: `p-${String(name.length)}`,
      name: name.trim(),
      choice: DEFAULT_CHOICE,
    })),
    last: null,
  })
  for (const [index, connection] of state.connections.entries()) {
    const id = `c${String(index)}`
    await putConnection(dataFolder, id, {
      name: connection.name,
      labels: { ...NO_LABELS, itemStatus: [{ value: 1, name: connection.label, color: 'blue' }] },
      automatic: { onStart: true, everyMinutes: connection.everyMinutes, campaignIds: ['k1'] },
    })
    await putFile(dataFolder, `connections/${id}/checks.json`, {
      settings: DEFAULT_CHECKS,
      accepted: connection.accepted,
      acceptedAt: {},
    })
    if (connection.pictures !== null)
      await putFile(dataFolder, `connections/${id}/pictures.json`, {
        k1: { choice: connection.pictures, forField: true },
      })
    const reviews = openReviews(connectionLayout(dataFolder, id).reviewsFile)
    for (const [number, { mark, note, photos }] of connection.items.entries()) {
      const row = reviewedRow(number)
      if (mark !== null) await reviews.mark([row], mark, 1_000 + number)
      if (note !== '') await reviews.note(row, note)
      for (const photo of photos) await reviews.addPhoto(row, png(photo), photo)
    }
    await reviews.close()
  }
}

/** Two connections with reviews. */
const SOME: State = {
  theme: 'dark',
  author: 'Ana',
  views: ['Problems'],
  profiles: ['Weekly'],
  connections: [
    {
      name: 'Print',
      label: 'Ready',
      everyMinutes: null,
      accepted: { k1: { locked: ['ci-1'] } },
      pictures: 'full',
      items: [
        { mark: 'ok', note: 'torn', photos: [0, 1] },
        { mark: 'problem', note: '', photos: [] },
      ],
    },
    { name: 'Other', label: '', everyMinutes: 60, accepted: {}, pictures: null, items: [] },
  ],
}

describe('a backup file', () => {
  it('restores everything in an empty data folder, and over another one', async () => {
    await fc.assert(
      fc.asyncProperty(stateArbitrary, stateArbitrary, async (state, other) => {
        await using source = await backedUpFolder()
        await using empty = await backedUpFolder()
        await using existing = await backedUpFolder()
        await using outside = await temporaryFolder()
        await fill(source.path, state)
        await fill(existing.path, other)
        const expected = await stateOf(source.path)
        const file = join(outside.path, FILE_NAME)
        await source.files.write(file)
        for (const target of [empty, existing]) {
          const opened = await target.files.open(file)
          await target.files.restoreAtStart(opened.openId, chooseAll(opened))
          expect(await target.restart()).not.toBeNull()
          const restored = await stateOf(target.path)
          // Connections that are not in the backup stay.
          const own = Object.entries(restored).filter(
            ([path]) =>
              !/connections.c\d/u.test(path) || Number(/c(\d)/u.exec(path)?.[1]) < state.connections.length,
          )
          expect(Object.fromEntries(own)).toEqual(expected)
          expect(existsSync(join(target.path, 'restore'))).toBe(false)
          expect(existsSync(join(target.path, 'restore-prepared'))).toBe(false)
        }
      }),
      // Shrinking would take longer than the test may.
      { numRuns: repetitions(3, 200), endOnFailure: true },
    )
  })

  it('says what it contains, and what it would replace', async () => {
    await using source = await backedUpFolder()
    await using target = await backedUpFolder()
    await using outside = await temporaryFolder()
    await fill(source.path, SOME)
    await putConnection(target.path, 'here', { baseUrl: 'https://c0.example/api', name: 'Mine' })
    const reviews = openReviews(connectionLayout(target.path, 'here').reviewsFile)
    await reviews.mark([reviewedRow(7)], 'ok', 5_000)
    await reviews.close()
    const file = join(outside.path, FILE_NAME)
    const written = await source.files.write(file)
    expect(written).toMatchObject({ fileName: FILE_NAME, bytes: (await stat(file)).size })
    const opened = await target.files.open(file)
    expect(opened).toMatchObject({
      fileName: FILE_NAME,
      appVersion: '1.2.3',
      present: { views: 0, profiles: 0 },
    })
    expect(opened.contents).toEqual({
      connections: [
        {
          id: 'c0',
          name: 'Print',
          kind: 'service',
          baseUrl: 'https://c0.example/api',
          reviews: { items: 2, marks: 2, notes: 1, photos: 2 },
        },
        {
          id: 'c1',
          name: 'Other',
          kind: 'service',
          baseUrl: 'https://c1.example/api',
          reviews: { items: 0, marks: 0, notes: 0, photos: 0 },
        },
      ],
      hasSettings: true,
      views: 1,
      profiles: 1,
    })
    // A connection of the same address belongs to it, although it has another id.
    expect(opened.targets).toEqual({
      c0: { id: 'here', name: 'Mine', reviews: { items: 1, marks: 1, notes: 0, photos: 0 }, markedAt: 5_000 },
    })
  })

  it('restores two connections separately, although one has the former address of the other', async () => {
    await using source = await backedUpFolder()
    await using target = await backedUpFolder()
    await using outside = await temporaryFolder()
    await fill(source.path, SOME)
    await putConnection(target.path, 'c1', { baseUrl: 'https://c0.example/api', name: 'Moved' })
    const file = join(outside.path, FILE_NAME)
    await source.files.write(file)
    const opened = await target.files.open(file)
    expect(Object.keys(opened.targets)).toEqual(['c1'])
    await target.files.restoreAtStart(opened.openId, chooseAll(opened))
    await target.restart()
    expect(await stateOf(target.path)).toEqual(await stateOf(source.path))
  })

  it('merges reviews into those of the connection here, and removes none', async () => {
    await using source = await backedUpFolder()
    await using target = await backedUpFolder()
    await using outside = await temporaryFolder()
    await fill(source.path, SOME)
    await putConnection(target.path, 'here', { baseUrl: 'https://c0.example/api', name: 'Mine' })
    const { reviewsFile } = connectionLayout(target.path, 'here')
    const reviews = openReviews(reviewsFile)
    await reviews.mark([reviewedRow(1)], 'question', 9_000)
    await reviews.addPhoto(reviewedRow(7), png(9), 1)
    await reviews.close()
    const file = join(outside.path, FILE_NAME)
    await source.files.write(file)
    const opened = await target.files.open(file)
    await target.files.restoreAtStart(opened.openId, chooseAll(opened, 'merge'))
    const completed = await target.restart()
    expect(completed?.before).toMatchObject({ kind: 'beforeRestore' })
    const state = await stateOf(target.path)
    expect(state['connections/here/connection.json']).toMatchObject({ name: 'Mine' })
    expect(state['connections/here/reviews']).toMatchObject([
      // Where both differ, mine stays.
      { mark: 'question', note: '' },
      { mark: 'ok', note: 'torn' },
      { mark: null },
    ])
    expect(state['connections/here/photos']).toHaveLength(3)
    // Views refer to the connection by its id here.
    expect(state['views.json']).toMatchObject({ saved: [{ place: { connectionId: 'here' } }] })
    // The checks of the backup were missing here.
    expect(state['connections/here/checks.json']).toMatchObject({ accepted: { k1: { locked: ['ci-1'] } } })
    expect(state['connections/c1/connection.json']).toMatchObject({ name: 'Other' })

    await target.backups.restoreAtStart(completed?.before?.id ?? '')
    await target.restart()
    expect((await stateOf(target.path))['connections/here/reviews']).toMatchObject([{ mark: 'question' }, {}])
  })

  it('restores only the chosen parts', async () => {
    await using source = await backedUpFolder()
    await using target = await backedUpFolder()
    await using outside = await temporaryFolder()
    await fill(source.path, SOME)
    const file = join(outside.path, FILE_NAME)
    await source.files.write(file)
    const opened = await target.files.open(file)
    await target.files.restoreAtStart(opened.openId, {
      settings: false,
      views: true,
      connections: [{ id: 'c1', mode: 'replace' }],
    })
    await target.restart()
    expect(Object.keys(await stateOf(target.path)).toSorted()).toEqual([
      'connections/c1/checks.json',
      'connections/c1/connection.json',
      'export-profiles.json',
      'views.json',
    ])
  })

  it('contains no key, no digest of one, and no client certificate', async () => {
    await using source = await backedUpFolder()
    await using outside = await temporaryFolder()
    await fill(source.path, SOME)
    const keyMark = await digestKey('a-secret-key')
    const certificate = await readFile(new URL('../support/certificates/client.p12', import.meta.url))
    await putConnection(source.path, 'c0', {
      keyMark,
      clientCertificate: {
        fileName: 'ana.p12',
        subject: 'Ana Subject',
        issuer: 'Issuer',
        validFrom: 1,
        validUntil: 2,
        needsPassword: true,
      },
      // Of a later version.
      ...{ apiKey: 'a-secret-key' },
    })
    await writeFile(connectionLayout(source.path, 'c0').clientCertificateFile, certificate)
    const file = join(outside.path, FILE_NAME)
    await source.files.write(file)
    const bytes = await readFile(file)
    for (const secret of [
      'a-secret-key',
      keyMark.salt,
      `"${keyMark.mark}"`,
      'Ana Subject',
      'ana.p12',
      'client-certificate',
    ])
      expect([secret, bytes.includes(secret)]).toEqual([secret, false])
    expect(bytes.includes(certificate.subarray(64, 128))).toBe(false)
    expect(bytes.includes(certificate.toString('base64').slice(64, 128))).toBe(false)
    // They stay with the connection here when it is replaced.
    const opened = await source.files.open(file)
    await source.files.restoreAtStart(opened.openId, chooseAll(opened))
    await source.restart()
    expect((await stateOf(source.path))['connections/c0/connection.json']).toMatchObject({
      keyMark,
      clientCertificate: { fileName: 'ana.p12' },
    })
  })

  it('is complete or absent: a cancelled one leaves the earlier file', async () => {
    const phases: BackupPhase[] = []
    await using source = await backedUpFolder({
      workerUrl: new URL('../support/waiting-backup-worker.ts', import.meta.url),
      onProgress: ({ phase }) => {
        phases.push(phase)
        if (phase === 'verifying') source.files.cancel()
      },
    })
    await using outside = await temporaryFolder()
    await fill(source.path, SOME)
    const file = join(outside.path, FILE_NAME)
    await writeFile(file, 'an earlier file')
    await expect(source.files.write(file)).rejects.toMatchObject({ code: 'cancelled' })
    expect(phases).toContain('writing')
    expect(await readdir(outside.path)).toEqual([FILE_NAME])
    expect(await readFile(file, 'utf8')).toBe('an earlier file')
    expect(await readdir(join(source.path, 'backups'))).toEqual([])
  })

  it('leaves out a damaged photo, and is not written to a folder that is missing', async () => {
    await using source = await backedUpFolder()
    await using outside = await temporaryFolder()
    await fill(source.path, SOME)
    const photos = join(connectionLayout(source.path, 'c0').folder, 'photos')
    const names = await readdir(photos, { recursive: true })
    const photo = names.find((name) => name.length > 60) ?? ''
    await writeFile(join(photos, photo), 'not what it was')
    const file = join(outside.path, FILE_NAME)
    await source.files.write(file)
    expect((await readFile(file)).includes('not what it was')).toBe(false)
    await expect(source.files.write(join(outside.path, 'missing', FILE_NAME))).rejects.toMatchObject({
      code: 'fileNotWritten',
    })
  })
})

describe('a restore that is interrupted', () => {
  it('leaves the old or the new state at each step, and is completed by the next start', async () => {
    await using source = await backedUpFolder()
    await using requested = await backedUpFolder()
    await using outside = await temporaryFolder()
    await fill(source.path, SOME)
    await fill(requested.path, { ...SOME, theme: 'light', author: 'Ben', views: [], profiles: [] })
    const [oldState, newState] = [await stateOf(requested.path), await stateOf(source.path)]
    const file = join(outside.path, FILE_NAME)
    await source.files.write(file)
    const opened = await requested.files.open(file)
    await requested.files.restoreAtStart(opened.openId, chooseAll(opened))
    const steps: string[] = []
    for (;;) {
      await using target = await backedUpFolder()
      await cp(requested.path, target.path, { recursive: true })
      let count = 0
      const interruptedStep = await target
        .restart((name) => {
          count += 1
          if (count > steps.length) throw new Error(name)
        })
        .then(
          () => null,
          (error: unknown) => (error as AppError).cause ?? error,
        )
      if (interruptedStep === null) break
      const step = (interruptedStep as Error).message
      steps.push(step)
      await target.restart()
      const isCommitted = !['prepare', 'back up', 'commit'].includes(step)
      expect([step, await stateOf(target.path)]).toEqual([step, isCommitted ? newState : oldState])
      expect(existsSync(join(target.path, 'restore-prepared'))).toBe(false)
    }
    expect(steps.slice(0, 3)).toEqual(['prepare', 'back up', 'commit'])
    expect(steps.at(-1)).toBe('clean up')
    expect(steps).toContain('replace connections/c0/reviews.db')
  })

  it('is reported if its plan is damaged, and nothing changes', async () => {
    await using target = await backedUpFolder()
    await using outside = await temporaryFolder()
    await fill(target.path, SOME)
    const file = join(outside.path, FILE_NAME)
    await target.files.write(file)
    const opened = await target.files.open(file)
    await target.files.restoreAtStart(opened.openId, chooseAll(opened))
    const interrupted = target.restart((step) => {
      if (step.startsWith('replace')) throw new Error(step)
    })
    await expect(interrupted).rejects.toMatchObject({ code: 'restoreIncomplete' })
    const before = await stateOf(target.path)
    await writeFile(join(target.path, 'restore-prepared', 'plan.json'), '{')
    await expect(target.restart()).rejects.toMatchObject({ code: 'restoreIncomplete' })
    expect(await stateOf(target.path)).toEqual(before)
    expect(existsSync(join(target.path, 'restore-prepared', 'files'))).toBe(true)
  })
})

describe('scheduled backups', () => {
  it('are written when due, and only older ones of this data folder are removed', async () => {
    let now = Date.UTC(2026, 4, 4, 9)
    await using source = await backedUpFolder({ now: () => now })
    await using other = await backedUpFolder({ now: () => now })
    await using outside = await temporaryFolder()
    await fill(source.path, SOME)
    await fill(other.path, SOME)
    await source.scheduled.runIfDue()
    await source.scheduled.setFolder(outside.path)
    await source.scheduled.set({ every: 'daily', keep: 2 })
    await other.scheduled.setFolder(outside.path)
    await other.scheduled.set({ every: 'weekly', keep: 1 })
    await source.files.write(join(outside.path, 'Campaign Desk 2026-05-04 080000.cdbackup'))
    await writeFile(join(outside.path, 'Campaign Desk 2020-01-01 000000.cdbackup'), 'not a backup')
    now += 60_000
    await other.scheduled.runIfDue()
    for (let day = 0; day < 4; day += 1) {
      now += 86_400_000
      await source.scheduled.runIfDue()
      now += 3_600_000
      await source.scheduled.runIfDue()
    }
    await other.scheduled.runIfDue()
    expect((await readdir(outside.path)).toSorted()).toEqual([
      'Campaign Desk 2020-01-01 000000.cdbackup',
      'Campaign Desk 2026-05-04 080000.cdbackup',
      'Campaign Desk 2026-05-04 090100.cdbackup',
      'Campaign Desk 2026-05-07 110100.cdbackup',
      'Campaign Desk 2026-05-08 120100.cdbackup',
    ])
    expect(await source.scheduled.get()).toMatchObject({ lastAt: Date.UTC(2026, 4, 8, 12, 1), failure: null })
  })

  it('report a missing folder once, and try again next time', async () => {
    let now = Date.UTC(2026, 4, 4, 9)
    const reported: (string | null)[] = []
    await using source = await backedUpFolder({
      now: () => now,
      onChange: (_schedule, failure) => reported.push(failure?.code ?? null),
    })
    await using outside = await temporaryFolder()
    await fill(source.path, SOME)
    const stick = join(outside.path, 'stick')
    await source.scheduled.setFolder(stick)
    await source.scheduled.set({ every: 'daily', keep: 2 })
    await source.scheduled.runIfDue()
    now += 3_600_000
    await source.scheduled.runIfDue()
    expect(reported).toEqual(['backupFolderMissing', null])
    expect((await source.scheduled.get()).failure).toContain('can’t be found')
    expect(existsSync(stick)).toBe(false)
    await putFile(stick, 'other.txt', 'mine')
    await source.scheduled.runIfDue()
    expect(await readdir(stick)).toHaveLength(2)
    expect((await source.scheduled.get()).failure).toBeNull()
  })
})
