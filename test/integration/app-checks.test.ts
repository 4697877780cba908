import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  itemChecks,
  DEFAULT_CHECKS,
  MAX_OWN_CHECKS,
  MAX_PREVIEW_ROWS,
  type CheckResult,
  type CheckSettings,
} from '../../electron/contract/checks.ts'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { NO_FILTERS } from '../../electron/contract/filters.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { createChecks } from '../../electron/app/checks.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import type { Checks } from '../../electron/app/types.ts'
import {
  buildInner,
  buildItem,
  fillCampaign,
  itemIdOf,
  openTestStore,
  temporaryFolder,
  type JsonObject,
} from '../support/store.ts'
import { openReviews, reviewedRow, type OpenedReviews } from '../support/reviews.ts'
import type { Store } from '../../electron/store/operations.ts'

const CAMPAIGN = 'campaign-1'
const CONNECTION = 'c1'

/** Ten items, some with problems. */
const ITEMS: readonly JsonObject[] = [
  item(0, { qty: 0 }),
  item(1, { qty: 10_000 }),
  item(2, { qty: 10_001 }),
  item(3, { hasArtwork: false }),
  item(4, { hasArtwork: false, isLocked: true }),
  item(5, {}, { posNumber: null }),
  item(6, {}, { posNumber: '  ' }),
  item(7, {}, { posNumber: 'POS-000001' }),
  item(8, {}, { posNumber: 'X-8' }),
  item(9, { qty: null }),
]

const RECORD: JsonObject = {
  _id: CAMPAIGN,
  name: 'Summer',
  startAt: '2026-05-01T00:00:00.000Z',
  endAt: '2026-04-01T00:00:00.000Z',
  artworkDue: '2026-03-01T00:00:00.000Z',
  dispatchBy: '2026-03-01T00:00:00.000Z',
  dueInStoreDate: 'soon',
  elementGroups: [
    { elementId: 'e-1', campaignItems: [{ id: 'i-1', name: 'One' }] },
    { elementId: 'e-2', campaignItems: [] },
    { elementId: { _id: 'e-3', name: 'Wobbler' }, campaignItems: [] },
    'odd',
  ],
}

function item(number: number, changes: JsonObject, inner: JsonObject = {}): JsonObject {
  return buildItem(number, {
    qty: 5,
    hasArtwork: true,
    isLocked: false,
    ...changes,
    itemId: buildInner(number, { posNumber: `POS-00000${String(number)}`, ...inner }),
  })
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let store: Store
let reviews: OpenedReviews
let checks: Checks

beforeEach(async () => {
  folder = await temporaryFolder()
  const file = connectionLayout(folder.path, CONNECTION).databaseFile
  await mkdir(dirname(file), { recursive: true })
  store = await openTestStore(file)
  reviews = openReviews(join(folder.path, 'reviews.db'))
  await fillCampaign(store, CAMPAIGN, ITEMS, { record: RECORD })
  await fillCampaign(store, 'another', [
    item(20, { qty: 0, campaignId: { _id: 'another', name: 'Another' } }, { posNumber: 'POS-000003' }),
  ])
  checks = createChecks(folder.path, CONNECTION, { store, reviews })
})
afterEach(async () => {
  await reviews.close()
  await store.close()
  await folder.remove()
})

async function findingsById(): Promise<Readonly<Record<string, CheckResult>>> {
  const { results } = await checks.read(CAMPAIGN)
  return Object.fromEntries(results.map((finding) => [finding.id, finding]))
}

async function counts(): Promise<Readonly<Record<string, number>>> {
  return Object.fromEntries(Object.values(await findingsById()).map(({ id, count }) => [id, count]))
}

async function configure({ own = [], ...limits }: Partial<CheckSettings>): Promise<void> {
  await checks.configure(limits)
  for (const saved of own) await checks.configure({ saved })
}

describe('the checks of a campaign', () => {
  it('count problems of that campaign only', async () => {
    expect(await counts()).toEqual({
      quantityZero: 1,
      quantityBeyond: 1,
      noArtwork: 2,
      lockedWithoutArtwork: 1,
      posMissing: 2,
      posDuplicate: 2,
      elementWithoutItems: 2,
      datesOutOfOrder: 1,
    })
  })

  it('have a fixed order, with custom checks last', async () => {
    await configure({ posForm: 'POS-######', own: [{ id: 'o', name: 'Small', search: 'qty:<6' }] })
    const { results } = await checks.read(CAMPAIGN)
    expect(results.map(({ id }) => id)).toEqual([
      'quantityZero',
      'quantityBeyond',
      'noArtwork',
      'lockedWithoutArtwork',
      'posMissing',
      'posDuplicate',
      'posForm',
      'elementWithoutItems',
      'datesOutOfOrder',
      'o',
    ])
  })

  it('list elements without items and dates in the wrong order', async () => {
    const { elementWithoutItems, datesOutOfOrder } = await findingsById()
    expect(elementWithoutItems?.elements).toEqual(['e-2', 'Wobbler'])
    expect(datesOutOfOrder?.dates).toEqual([
      { first: 'startAt', firstAt: Date.UTC(2026, 4), second: 'endAt', secondAt: Date.UTC(2026, 3) },
    ])
  })

  it('use saved settings, also after a restart', async () => {
    await configure({
      mostQuantity: null,
      posForm: 'POS-######',
      own: [{ id: 'o', name: 'Locked', search: 'locked:yes' }],
    })
    checks = createChecks(folder.path, CONNECTION, { store, reviews })
    const after = await counts()
    expect(after).toMatchObject({ posForm: 1, o: 1 })
    expect(after).not.toHaveProperty('quantityBeyond')
  })

  it('are saved as changes, so that no rule of another window is lost', async () => {
    const [one, two] = ['one', 'two'].map((id) => ({ id, name: id, search: 'qty:5' }))
    if (one === undefined || two === undefined) throw new Error('There are two rules.')
    await Promise.all([
      checks.configure({ saved: one }),
      checks.configure({ posForm: 'POS-######' }),
      checks.configure({ saved: two }),
    ])
    const settings = async () => (await checks.read(CAMPAIGN)).settings
    expect(await settings()).toEqual({ ...DEFAULT_CHECKS, posForm: 'POS-######', own: [one, two] })
    await checks.configure({ saved: { ...one, name: 'Renamed' } })
    expect((await settings()).own).toEqual([{ ...one, name: 'Renamed' }, two])
    await checks.configure({ deletedId: 'one' })
    expect((await settings()).own).toEqual([two])
  })

  it('are limited in number', async () => {
    for (let number = 0; number < MAX_OWN_CHECKS; number += 1)
      await checks.configure({ saved: { id: `o${String(number)}`, name: 'Five', search: 'qty:5' } })
    const another = { id: 'another', name: 'Five', search: 'qty:5' }
    await expect(checks.configure({ saved: another })).rejects.toMatchObject({ code: 'badInput' })
    const { settings, notice } = await checks.read('another')
    expect([settings.own.length, notice]).toEqual([MAX_OWN_CHECKS, null])
  })

  it('have queries that return exactly the counted rows', async () => {
    await configure({ posForm: 'POS-######', own: [{ id: 'o', name: 'Small', search: 'qty:<6 -pos:X' }] })
    const { settings, results } = await checks.read(CAMPAIGN)
    for (const { id, query } of itemChecks(settings, 'any')) {
      const { count } = await store.openResult({ ...EMPTY_QUERY, ...query, campaignIds: [CAMPAIGN] }, 'grid')
      expect([id, count]).toEqual([id, results.find((finding) => finding.id === id)?.count])
    }
  })

  it('have conditions, a search, or both, also on marks', async () => {
    const marked = reviewedRow(3, { campaignId: CAMPAIGN })
    await reviews.mark([marked], 'problem', 0)
    const isProblem = allOf(hasValue('review', 'problem', 'question'))
    const own = [
      { id: 'conditions', name: 'No artwork', search: '', filters: allOf(hasValue('hasArtwork', false)) },
      { id: 'both', name: 'Locked', search: 'locked:yes', filters: allOf(hasValue('hasArtwork', false)) },
      { id: 'marks', name: 'Problems', search: '', filters: isProblem },
    ]
    await configure({ own })
    expect(await counts()).toMatchObject({ conditions: 2, both: 1, marks: 1 })
    await checks.accept(CAMPAIGN, 'marks', true)
    expect((await findingsById())['marks']).toMatchObject({ count: 1, accepted: 1, unacceptedIds: [] })
  })

  it('apply to all campaigns, or to one', async () => {
    const own = [
      { id: 'here', name: 'Here', search: 'qty:5', campaignId: CAMPAIGN },
      { id: 'elsewhere', name: 'Elsewhere', search: 'qty:5', campaignId: 'other' },
    ]
    await configure({ own })
    const after = await counts()
    expect(after).toHaveProperty('here')
    expect(after).not.toHaveProperty('elsewhere')
    await expect(checks.accept(CAMPAIGN, 'elsewhere', true)).rejects.toMatchObject({ code: 'notFound' })
  })

  it('are counted before they are saved, with their first items', async () => {
    const check = { search: 'qty:5', filters: NO_FILTERS }
    const preview = await checks.preview(CAMPAIGN, check)
    expect(preview).toMatchObject({ count: 6, total: 6, campaigns: (await store.listCampaigns()).length })
    await configure({ own: [{ id: 'o', name: 'Five', search: 'qty:5' }] })
    expect((await counts())['o']).toBe(preview.count)
    const { resultId } = await store.openResult(
      { ...EMPTY_QUERY, search: 'qty:5', searchMode: 'fields', campaignIds: [CAMPAIGN] },
      'grid',
    )
    const { rows } = await store.readWindow(resultId, 0, MAX_PREVIEW_ROWS)
    expect(preview.rows.map(({ key }) => key)).toEqual(rows.map(({ key }) => key))
    await expect(checks.preview(CAMPAIGN, { ...check, search: 'nosuch:1' })).rejects.toMatchObject({
      code: 'searchInvalid',
    })
  })

  it('leave out conditions of later versions, and checks that have no others', async () => {
    const file = connectionLayout(folder.path, CONNECTION).checksFile
    const later = { column: 'qty', operator: 'isPrime' }
    const settings = {
      ...DEFAULT_CHECKS,
      own: [
        { id: 'old', name: 'Old', search: 'qty:5' },
        { id: 'later', name: 'Later', search: '', filters: allOf(later as never) },
        { id: 'partly', name: 'Partly', search: '', filters: allOf(later as never, hasValue('qty', 0)) },
      ],
    }
    await writeFile(file, JSON.stringify({ settings, accepted: {} }))
    checks = createChecks(folder.path, CONNECTION, { store, reviews })
    const after = await counts()
    expect(after).toMatchObject({ old: 6, partly: 1 })
    expect(after).not.toHaveProperty('later')
    expect((await checks.read(CAMPAIGN)).notice).toBeNull()
  })

  it('report an invalid custom search, and run the other checks', async () => {
    await configure({ own: [{ id: 'o', name: 'Odd', search: 'nosuch:1' }] })
    const { o, quantityZero } = await findingsById()
    expect(o).toMatchObject({ count: 0, problem: expect.stringContaining('no such field') as string })
    expect(quantityZero?.count).toBe(1)
  })

  it('skip the record if it was not downloaded', async () => {
    expect((await checks.read('another')).results.map(({ id, count }) => [id, count])).toContainEqual([
      'quantityZero',
      1,
    ])
    expect((await checks.read('another')).results.some(({ id }) => id === 'datesOutOfOrder')).toBe(false)
  })
})

describe('accepted results of checks', () => {
  it('are counted separately, and later ones are not accepted', async () => {
    await checks.accept(CAMPAIGN, 'noArtwork', true)
    expect((await findingsById())['noArtwork']).toMatchObject({ count: 2, accepted: 2, unacceptedIds: [] })

    const more = [...ITEMS, item(10, { hasArtwork: false })]
    await fillCampaign(store, CAMPAIGN, more, { record: RECORD })
    const { noArtwork } = await findingsById()
    expect(noArtwork).toMatchObject({ count: 3, accepted: 2 })
    const list = noArtwork?.unacceptedIds ?? []
    const { count } = await store.openResult({ ...EMPTY_QUERY, campaignIds: [CAMPAIGN], list }, 'grid')
    expect(count).toBe(1)
  })

  it('apply to one campaign, and can be undone', async () => {
    await checks.accept(CAMPAIGN, 'quantityZero', true)
    checks = createChecks(folder.path, CONNECTION, { store, reviews })
    expect((await findingsById())['quantityZero']).toMatchObject({ accepted: 1 })
    const other = (await checks.read('another')).results.find(({ id }) => id === 'quantityZero')
    expect(other).toMatchObject({ count: 1, accepted: 0 })
    await checks.accept(CAMPAIGN, 'quantityZero', false)
    expect((await findingsById())['quantityZero']).toMatchObject({
      count: 1,
      accepted: 0,
      unacceptedIds: null,
    })
  })

  it('are restored exactly when a step is reverted', async () => {
    const accepted = async (): Promise<unknown> => {
      const found = (await findingsById())['noArtwork']
      return { count: found?.accepted, at: found?.acceptedAt }
    }
    await checks.accept(CAMPAIGN, 'noArtwork', true)
    const first = await accepted()
    const more = [...ITEMS, item(10, { hasArtwork: false })]
    await fillCampaign(store, CAMPAIGN, more, { record: RECORD })
    const step = await checks.accept(CAMPAIGN, 'noArtwork', true)
    const second = await accepted()
    expect(second).toMatchObject({ count: 3 })
    const reverse = await checks.revert(step)
    expect(await accepted()).toEqual(first)
    expect(await checks.revert(step)).toBeNull()
    const again = await checks.revert(reverse ?? 0)
    expect(await accepted()).toEqual(second)
    await checks.accept(CAMPAIGN, 'noArtwork', false)
    expect(await checks.revert(again ?? 0)).not.toBeNull()
    expect(await accepted()).toEqual(first)
  })

  it('become invalid when the dates change', async () => {
    await checks.accept(CAMPAIGN, 'datesOutOfOrder', true)
    expect((await findingsById())['datesOutOfOrder']).toMatchObject({ count: 1, accepted: 1 })
    const record = { ...RECORD, endAt: '2026-04-02T00:00:00.000Z' }
    await fillCampaign(store, CAMPAIGN, ITEMS, { record })
    expect((await findingsById())['datesOutOfOrder']).toMatchObject({ count: 1, accepted: 0 })
  })

  it('have the time of their acceptance, unless an earlier version has stored them without', async () => {
    const file = connectionLayout(folder.path, CONNECTION).checksFile
    await checks.accept(CAMPAIGN, 'noArtwork', true)
    await checks.accept(CAMPAIGN, 'quantityZero', true)
    const saved = JSON.parse(await readFile(file, 'utf8')) as { accepted: unknown; settings: unknown }
    await writeFile(file, JSON.stringify({ settings: saved.settings, accepted: saved.accepted }))
    checks = createChecks(folder.path, CONNECTION, { store, reviews }, () => 1_790_000_000_000)
    expect((await findingsById())['noArtwork']).toMatchObject({ accepted: 2, acceptedAt: null })
    await checks.accept(CAMPAIGN, 'quantityZero', true)
    const accepted = await findingsById()
    expect(accepted['quantityZero']).toMatchObject({ accepted: 1, acceptedAt: 1_790_000_000_000 })
    expect(accepted['noArtwork']).toMatchObject({ accepted: 2, acceptedAt: null })
    await checks.accept(CAMPAIGN, 'quantityZero', false)
    expect((await findingsById())['quantityZero']).toMatchObject({ accepted: 0, acceptedAt: null })
  })

  it('are all saved when several are accepted at once', async () => {
    await Promise.all(
      ['quantityZero', 'noArtwork', 'posMissing'].map((id) => checks.accept(CAMPAIGN, id, true)),
    )
    const after = await findingsById()
    expect(['quantityZero', 'noArtwork', 'posMissing'].map((id) => after[id]?.accepted)).toEqual([1, 2, 2])
  })

  it('require an existing check', async () => {
    await expect(checks.accept(CAMPAIGN, 'nobody', true)).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('the checks of all campaigns', () => {
  const openOf = async (id: string) => (await checks.readOpen()).checks.find((check) => check.id === id)

  it('sum the open findings of each campaign', async () => {
    expect(await openOf('quantityZero')).toEqual({
      id: 'quantityZero',
      count: 2,
      campaigns: 2,
      campaignIds: ['another', CAMPAIGN],
      problem: null,
    })
    // POS-000003 is in both campaigns, which is no duplicate.
    expect(await openOf('posDuplicate')).toMatchObject({ count: 2, campaigns: 1, campaignIds: [CAMPAIGN] })
    expect(await openOf('elementWithoutItems')).toMatchObject({ count: 2, campaigns: 1 })
    expect(await checks.countOpen()).toEqual(
      new Map([
        [CAMPAIGN, 8],
        ['another', 1],
      ]),
    )
  })

  it('leave accepted findings out, and list the ids of the others', async () => {
    expect(await checks.openIds('quantityZero')).toBeNull()
    await checks.accept('another', 'quantityZero', true)
    await checks.accept(CAMPAIGN, 'datesOutOfOrder', true)
    expect(await openOf('quantityZero')).toMatchObject({ count: 1, campaigns: 1, campaignIds: [CAMPAIGN] })
    expect(await openOf('datesOutOfOrder')).toMatchObject({ count: 0, campaigns: 0 })
    expect(await checks.openIds('quantityZero')).toEqual([itemIdOf(0)])
    expect(await checks.countOpen()).toEqual(new Map([[CAMPAIGN, 7]]))
    await checks.accept('another', 'quantityZero', false)
    expect(await openOf('quantityZero')).toMatchObject({ count: 2 })
  })

  it('list duplicates within a campaign, which one query for all campaigns cannot', async () => {
    expect(new Set(await checks.openIds('posDuplicate'))).toEqual(new Set([itemIdOf(1), itemIdOf(7)]))
  })

  it('follow changed, added and removed campaigns, settings and marks', async () => {
    const own = [
      { id: 'marked', name: 'Problems', search: '', filters: allOf(hasValue('review', 'problem')) },
      { id: 'invalid', name: 'Invalid', search: 'nothing:1' },
    ]
    await configure({ mostQuantity: 10_000, own })
    expect(await openOf('marked')).toMatchObject({ count: 0 })
    expect((await openOf('invalid'))?.problem).not.toBeNull()
    await reviews.mark([reviewedRow(3)], 'problem', 1)
    expect(await openOf('marked')).toMatchObject({ count: 1 })
    await fillCampaign(store, 'another', [item(21, { qty: 20_000, campaignId: { _id: 'another' } })])
    expect(await openOf('quantityZero')).toMatchObject({ count: 1, campaigns: 1 })
    expect(await openOf('quantityBeyond')).toMatchObject({ count: 2, campaigns: 2 })
    await configure({ mostQuantity: 30_000 })
    expect(await openOf('quantityBeyond')).toMatchObject({ count: 0 })
    await store.removeCampaigns([CAMPAIGN])
    expect(await openOf('noArtwork')).toMatchObject({ count: 0 })
    expect(await openOf('elementWithoutItems')).toMatchObject({ count: 0 })
  })

  it('are stored, so that a restart runs only those of changed campaigns', async () => {
    const before = await checks.readOpen()
    const checked: (readonly string[] | null)[] = []
    const watched: typeof store = {
      ...store,
      statistics: (query, keys, slot) => {
        checked.push(query.campaignIds)
        return store.statistics(query, keys, slot)
      },
      checkRecords: (ids) => {
        checked.push(ids)
        return store.checkRecords(ids)
      },
    }
    const restart = () => createChecks(folder.path, CONNECTION, { store: watched, reviews })
    expect(await restart().readOpen()).toEqual(before)
    expect(checked).toEqual([])
    await fillCampaign(store, 'another', [item(21, { qty: 20_000, campaignId: { _id: 'another' } })])
    const after = await restart().readOpen()
    expect(new Set(checked.flat())).toEqual(new Set(['another']))
    expect(after).toEqual(await createChecks(folder.path, CONNECTION, { store, reviews }).readOpen())
    expect(after).not.toEqual(before)
  })

  it('equal the checks of each campaign', async () => {
    const { checks: all } = await checks.readOpen()
    for (const { id, count } of all) {
      let sum = 0
      for (const campaignId of [CAMPAIGN, 'another']) {
        const result = (await checks.read(campaignId)).results.find((each) => each.id === id)
        sum += (result?.count ?? 0) - (result?.accepted ?? 0)
      }
      expect({ id, count }).toEqual({ id, count: sum })
    }
  })
})

describe('a damaged file of checks', () => {
  it('is set aside and reported, and default checks run', async () => {
    const { checksFile } = connectionLayout(folder.path, CONNECTION)
    await writeFile(checksFile, '{ "settings": 7 }')
    const { notice, settings } = await checks.read(CAMPAIGN)
    expect(notice).toMatchObject({ code: 'checksDamaged' })
    expect(settings).toEqual(DEFAULT_CHECKS)
    expect((await readdir(dirname(checksFile))).some((name) => name.startsWith('checks.json.damaged-'))).toBe(
      true,
    )
    expect((await checks.read(CAMPAIGN)).notice).toBeNull()
  })
})
