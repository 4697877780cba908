import fc from 'fast-check'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readAttention } from '../../electron/app/attention.ts'
import { queryCampaignTable } from '../../electron/app/campaign-table.ts'
import { createChecks } from '../../electron/app/checks.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import type { CampaignAttention } from '../../electron/contract/attention.ts'
import type { CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import { EMPTY_CAMPAIGN_QUERY } from '../../electron/contract/campaign-query.ts'
import { dateColumns, datesAt, readDates } from '../../renderer/state/campaign-dates.ts'
import type { Store } from '../../electron/store/operations.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import {
  buildInner,
  buildItem,
  fillCampaign,
  itemIdOf,
  openTestStore,
  temporaryFolder,
  type JsonObject,
} from '../support/store.ts'

const CONNECTION = 'c1'
const NOW = new Date(2026, 9, 1, 11, 30).getTime()

interface ItemModel {
  readonly number: number
  readonly qty: number | null
  readonly hasArtwork: boolean | null
  readonly isLocked: boolean | null
  readonly posNumber: string | null
  readonly isReviewed: boolean
}

interface CampaignModel {
  readonly id: string
  /** Null if the campaign is only found, with its details. */
  readonly items: readonly ItemModel[] | null
  readonly isActive: boolean | null
  /** In hours from `NOW`; a text that is no date is left out. */
  readonly dates: Readonly<Partial<Record<CampaignDateKey, number | 'soon'>>>
}

type DrawnCampaign = Omit<CampaignModel, 'id' | 'items'> & {
  readonly items: readonly Omit<ItemModel, 'number'>[] | null
}

const DATES = [
  'artworkDue',
  'finishBy',
  'dispatchBy',
  'launchDate',
  'endAt',
] as const satisfies CampaignDateKey[]

const itemArbitrary = fc.record({
  qty: fc.constantFrom(null, 0, 5, 10_000, 10_001),
  hasArtwork: fc.constantFrom(true, false, null),
  isLocked: fc.constantFrom(true, false, null),
  posNumber: fc.constantFrom(null, 'A-1', 'A-2', 'A-3', 'A-4', 'A-5'),
  isReviewed: fc.boolean(),
})

const dateArbitrary = fc.oneof(
  { arbitrary: fc.integer({ min: -24 * 20, max: 24 * 20 }), weight: 6 },
  { arbitrary: fc.constant('soon' as const), weight: 1 },
)

const campaignsArbitrary = fc.array(
  fc.record({
    items: fc.option(fc.array(itemArbitrary, { minLength: 1, maxLength: 8 }), { freq: 5 }),
    isActive: fc.constantFrom(true, true, false, null),
    dates: fc.record(
      Object.fromEntries(DATES.map((key) => [key, dateArbitrary])) as Record<
        (typeof DATES)[number],
        typeof dateArbitrary
      >,
      { requiredKeys: [] },
    ),
  }),
  { minLength: 1, maxLength: 5 },
)

let lastNumber = 0

/** All runs use one cache, so no two campaigns or items have the same number. */
function uniqueNumber(): number {
  lastNumber += 1
  return lastNumber
}

function withIds({ items, ...rest }: DrawnCampaign): CampaignModel {
  return {
    ...rest,
    id: `campaign-${String(uniqueNumber())}`,
    items: items?.map((item) => ({ ...item, number: uniqueNumber() })) ?? null,
  }
}

function recordOf({ id, isActive, dates }: CampaignModel): JsonObject {
  const record: Record<string, string | boolean | null> = { _id: id, name: `Campaign ${id}`, isActive }
  for (const [key, hours] of Object.entries(dates))
    record[key] = hours === 'soon' ? hours : new Date(NOW + hours * 3_600_000).toISOString()
  return record
}

function itemOf(
  { id }: CampaignModel,
  { number, qty, hasArtwork, isLocked, posNumber }: ItemModel,
): JsonObject {
  const campaignId = { _id: id, name: `Campaign ${id}` }
  return buildItem(number, {
    qty,
    hasArtwork,
    isLocked,
    campaignId,
    itemId: buildInner(number, { posNumber }),
  })
}

async function fill(store: Store, campaigns: readonly CampaignModel[]): Promise<void> {
  for (const campaign of campaigns) {
    const { id, items } = campaign
    if (items !== null) {
      await fillCampaign(
        store,
        id,
        items.map((item) => itemOf(campaign, item)),
        { record: recordOf(campaign) },
      )
      continue
    }
    await store.addCampaigns([{ id, name: null, items: 3 }])
    const bytes = new TextEncoder().encode(JSON.stringify(recordOf(campaign)))
    await store.storeRecords([{ campaignId: id, record: { state: 'fetched', bytes } }])
  }
}

/** Opens an empty cache with its reviews and checks. */
async function openHome() {
  const folder = await temporaryFolder()
  const file = connectionLayout(folder.path, CONNECTION).databaseFile
  await mkdir(dirname(file), { recursive: true })
  const store = await openTestStore(file)
  const reviews = openReviews(join(folder.path, 'reviews.db'))
  const checks = createChecks(folder.path, CONNECTION, { store, reviews })
  return {
    store,
    reviews,
    checks,
    async [Symbol.asyncDispose]() {
      await reviews.close()
      await store.close()
      await folder.remove()
    },
  }
}

/** Counts the open findings of the checks of a campaign in a plain loop; none if it is not downloaded. */
function expectedFindings({ items, dates }: CampaignModel): Readonly<Record<string, number>> {
  const found = {
    quantityZero: 0,
    quantityBeyond: 0,
    noArtwork: 0,
    lockedWithoutArtwork: 0,
    posMissing: 0,
    posDuplicate: 0,
    elementWithoutItems: 0,
    datesOutOfOrder: 0,
  }
  if (items === null) return found
  const { artworkDue, dispatchBy } = dates
  if (typeof artworkDue === 'number' && typeof dispatchBy === 'number' && artworkDue > dispatchBy)
    found.datesOutOfOrder = 1
  for (const { qty, hasArtwork, isLocked, posNumber } of items) {
    if (qty === 0) found.quantityZero += 1
    if (qty !== null && qty > 10_000) found.quantityBeyond += 1
    if (hasArtwork === false) found.noArtwork += 1
    if (isLocked === true && hasArtwork === false) found.lockedWithoutArtwork += 1
    if (posNumber === null) found.posMissing += 1
    let same = 0
    for (const other of items) if (posNumber !== null && other.posNumber === posNumber) same += 1
    if (same > 1) found.posDuplicate += 1
  }
  return found
}

describe('the numbers of the home view', () => {
  it('equal an independent count of random campaigns', async () => {
    await using home = await openHome()
    const { store, reviews, checks } = home
    await fc.assert(
      fc.asyncProperty(campaignsArbitrary, async (drawn) => {
        const campaigns = drawn.map(withIds)
        await fill(store, campaigns)
        for (const { id, items } of campaigns) {
          const reviewed = (items ?? []).filter(({ isReviewed }) => isReviewed)
          const rows = reviewed.map(({ number }) => reviewedRow(number, { campaignId: id }))
          if (rows.length > 0) await reviews.mark(rows, 'ok', NOW)
        }
        try {
          expectAttention(await readAttention({ store, reviews, checks }, 'home'), campaigns)
          await expectDates(store, campaigns)
          await expectColumns({ store, reviews, checks, artwork: null }, campaigns)
        } finally {
          // The next run begins with what is cached, and with reviews of items that are no longer downloaded.
          await store.removeCampaigns(campaigns.map(({ id }) => id))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('count unseen changes by kind until they are seen', async () => {
    await using home = await openHome()
    const { store } = home
    const [first, second] = ['campaign-0', 'campaign-1'].map((id): CampaignModel => ({
      id,
      items: null,
      isActive: true,
      dates: {},
    }))
    if (first === undefined || second === undefined) throw new Error('unreachable')
    const plain = { qty: 1, hasArtwork: true, isLocked: true, posNumber: null, isReviewed: false }
    const items = [1, 2, 3, 4].map((number) => itemOf(first, { ...plain, number }))
    await fillCampaign(store, first.id, items)
    await fillCampaign(store, second.id, [itemOf(second, { ...plain, number: 9 })])
    expect(await store.countUnseen()).toEqual([])
    const edited = [1, 5, 6].map((number) => itemOf(first, { ...plain, number, qty: 7 }))
    await fillCampaign(store, first.id, [...edited, ...items.slice(1, 3)])
    const [download] = await store.listDownloads(first.id)
    expect(await store.countUnseen()).toEqual([
      { campaignId: first.id, added: 2, changed: 1, deleted: 1, since: download?.completedAt },
    ])
    await store.markSeen(first.id, [itemIdOf(1)])
    expect(await store.countUnseen()).toMatchObject([{ added: 2, changed: 0, deleted: 1 }])
    await store.markSeen(first.id, null)
    expect(await store.countUnseen()).toEqual([])
  })
})

function expectAttention(attention: CampaignAttention, campaigns: readonly CampaignModel[]): void {
  for (const { id, count, campaigns: found } of attention.checks) {
    const counts = campaigns.map((campaign) => expectedFindings(campaign)[id] ?? 0)
    let sum = 0
    for (const ofCampaign of counts) sum += ofCampaign
    expect([id, count, found]).toEqual([id, sum, counts.filter((each) => each > 0).length])
  }
  const reviewCounts = new Map(attention.reviews.map((review) => [review.campaignId, review.reviewed]))
  for (const { id, items } of campaigns) {
    let reviewed = 0
    for (const item of items ?? []) if (item.isReviewed) reviewed += 1
    expect(reviewCounts.get(id) ?? 0).toBe(reviewed)
  }
}

async function expectDates(store: Store, campaigns: readonly CampaignModel[]): Promise<void> {
  const { rows } = await store.queryCampaigns(EMPTY_CAMPAIGN_QUERY, dateColumns(DATES), 'home')
  const { overdue, due, next } = datesAt(readDates(rows, DATES), NOW)
  const expectedOverdue: string[] = []
  const expectedDue: string[] = []
  let expectedNext = Infinity
  for (const { id, items, isActive, dates } of campaigns) {
    for (const key of DATES) {
      const hours = dates[key]
      if (hours === undefined || hours === 'soon') continue
      const at = NOW + hours * 3_600_000
      let withoutArtwork = 0
      let notLocked = 0
      for (const item of items ?? []) {
        if (item.hasArtwork !== true) withoutArtwork += 1
        if (item.isLocked !== true) notLocked += 1
      }
      const counted = { artworkDue: withoutArtwork, finishBy: notLocked, dispatchBy: notLocked }[
        key as string
      ]
      const text = `${id} ${key} ${String(items === null ? null : (counted ?? items.length))}`
      const hasEnded = isActive === false || (typeof dates.endAt === 'number' && dates.endAt < 0)
      if (key === 'artworkDue' && hours < 0 && withoutArtwork > 0 && !hasEnded) {
        expectedOverdue.push(text)
        continue
      }
      if (at >= new Date(2026, 9, 1).getTime() && at < new Date(2026, 9, 16).getTime()) expectedDue.push(text)
      if (at >= new Date(2026, 9, 16).getTime()) expectedNext = Math.min(expectedNext, at)
    }
  }
  const textsOf = (list: typeof due): readonly string[] =>
    list.map(({ campaignId, key, counted }) => `${campaignId} ${key} ${String(counted?.count ?? null)}`)
  expect(textsOf(overdue).toSorted()).toEqual(expectedOverdue.toSorted())
  expect(textsOf(due).toSorted()).toEqual(expectedDue.toSorted())
  expect(due.map(({ at }) => at)).toEqual(due.map(({ at }) => at).toSorted((one, other) => one - other))
  expect(next?.at ?? Infinity).toBe(expectedNext)
}

async function expectColumns(
  session: Parameters<typeof queryCampaignTable>[0],
  campaigns: readonly CampaignModel[],
): Promise<void> {
  const query = {
    ...EMPTY_CAMPAIGN_QUERY,
    filters: { match: 'all', conditions: [{ column: 'openChecks', operator: 'isNotEmpty' }] },
    sort: [{ key: 'nextDate', direction: 1 }],
  } as const
  const { rows } = await queryCampaignTable(
    session,
    query,
    ['nextDate', 'openChecks', 'reviewProgress', 'picturesReady'],
    'home columns',
    { dates: DATES, now: NOW },
  )
  const expected = campaigns.flatMap((campaign) => {
    const { id, items, dates } = campaign
    if (items === null) return []
    let next = Infinity
    for (const key of DATES) {
      const hours = dates[key]
      if (typeof hours !== 'number') continue
      const at = NOW + hours * 3_600_000
      if (at >= new Date(2026, 9, 1).getTime()) next = Math.min(next, at)
    }
    let reviewed = 0
    for (const item of items) if (item.isReviewed) reviewed += 1
    const open = Object.values(expectedFindings(campaign)).filter((count) => count > 0).length
    const nextDate = next === Infinity ? null : new Date(next).toISOString()
    return [{ id, cells: [nextDate, open, (100 * reviewed) / items.length, null] }]
  })
  expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
  for (const { id, cells } of expected) expect(rows.find((row) => row.id === id)?.cells).toEqual(cells)
  const order = rows.map(({ cells: [date] }) => (typeof date === 'string' ? Date.parse(date) : Infinity))
  expect(order).toEqual(order.toSorted((one, other) => one - other))
}
