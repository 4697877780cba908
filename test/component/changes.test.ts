import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { regionOf, styleOfPreset } from '../../electron/contract/csv-style.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ApiInput } from '../../electron/contract/api.ts'
import type {
  ChangesQuery,
  ChangesWindow,
  DownloadRecord,
  ItemChange,
} from '../../electron/contract/changes.ts'
import { startOfDay } from '../../electron/contract/local-days.ts'
import { createDayFormat } from '../../renderer/state/days.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, PREFERENCES } from '../support/contract-values.ts'
import { press } from '../support/press.ts'
import { campaignsPane, startApp } from '../support/start-app.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { exportButton } from './export-steps.ts'
import { makeRow } from './fake-items-main.ts'

const HOUR = 3_600_000

const DEFAULT_QUERY: ChangesQuery = {
  ...{ campaignId: 'k1', since: null, kinds: [], field: null, unseenOnly: false },
  ...{ hiddenFields: ['updatedAt'], groupBy: 'download' },
}

function makeDownloadRecord(change: Partial<DownloadRecord> = {}): DownloadRecord {
  return {
    downloadKey: 3,
    mode: 'full',
    complete: true,
    completedAt: Date.parse('2026-05-03T10:00:00Z'),
    itemCount: 900,
    added: 0,
    changed: 0,
    deleted: 0,
    campaignFields: 0,
    ...change,
  }
}

const DOWNLOADS: readonly DownloadRecord[] = [
  makeDownloadRecord({ downloadKey: 4, added: 1, changed: 1, deleted: 1 }),
  makeDownloadRecord({ downloadKey: 3, completedAt: Date.parse('2026-05-02T10:00:00Z') }),
  makeDownloadRecord({ downloadKey: 2, completedAt: Date.parse('2026-05-01T10:00:00Z'), changed: 12 }),
]

function makeChange(change: Partial<ItemChange> = {}): ItemChange {
  return {
    campaignItemId: 'ci-1',
    key: 1_001,
    kind: 'changed',
    itemName: 'Poster 1',
    posNumber: '000000000001',
    fields: [
      { path: 'updatedAt', old: '"2026-05-01T10:00:00.000Z"', new: '"2026-05-03T09:00:00.000Z"' },
      { path: 'qty', old: '10', new: '1200' },
    ],
    noticedAt: Date.now() - 2 * HOUR,
    seen: false,
    ...change,
  }
}

/** Noon and afternoon of the same day. */
const DOWNLOADED_AT = [new Date().setHours(13, 30, 0, 0), new Date().setHours(12, 0, 0, 0)]

const ADDED = { fields: [], values: { status: 3, qty: 24 } } as const

const ROWS: readonly ItemChange[] = [
  makeChange(),
  makeChange({ campaignItemId: 'ci-2', key: 1_002, kind: 'added', itemName: 'Wobbler 2', ...ADDED }),
  makeChange({ campaignItemId: 'ci-3', key: null, kind: 'gone', itemName: null, fields: [], seen: true }),
]

function filterChanges(rows: readonly ItemChange[], query: ChangesQuery): readonly ItemChange[] {
  return rows.filter(
    (row) =>
      (query.kinds.length === 0 || query.kinds.includes(row.kind)) &&
      (row.kind !== 'changed' || row.fields.some(({ path }) => !query.hiddenFields?.includes(path))) &&
      (!query.unseenOnly || !row.seen),
  )
}

/** The response of main to a query over these changes. */
function windowOf(
  rows: readonly ItemChange[],
  { query, start: first, count }: ApiInput<'changes.read'>,
): ChangesWindow {
  const matches = filterChanges(rows, query)
  const kinds = query.kinds
  return {
    start: first,
    rows: matches.slice(first, first + count),
    count: matches.length,
    itemCount: matches.length,
    unseenCount: matches.filter(({ seen }) => !seen).length,
    hiddenCount: rows.filter((row) => kinds.length === 0 || kinds.includes(row.kind)).length - matches.length,
    kinds: { added: 1, changed: 1, gone: 1 },
    fields: [
      { path: 'updatedAt', count: 1 },
      { path: 'qty', count: 1 },
    ],
    campaign: [{ path: 'dueInStoreDate', old: '"2026-06-01T00:00:00.000Z"', new: null }],
    layout:
      first > 0
        ? null
        : {
            groups: DOWNLOADED_AT.map((completedAt, index) => ({
              ...({ by: 'download', completedAt } as const),
              count: index === 0 ? matches.length - 1 : 1,
            })),
            lines: Uint8Array.from(matches, ({ fields }) =>
              Math.max(1, fields.filter(({ path }) => !query.hiddenFields?.includes(path)).length),
            ),
          },
  }
}

const NO_CHANGES = {
  ...{ rows: [], count: 0, itemCount: 0, unseenCount: 0, hiddenCount: 0, fields: [], campaign: [] },
  kinds: { added: 0, changed: 0, gone: 0 },
  layout: null,
} as const

function createMain(rows: readonly ItemChange[] = ROWS, unseen = 0): FakeMain {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign({ unseenChanges: unseen })])
  main.preferences = {
    ...PREFERENCES,
    lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId: 'k1', tab: 'changes' },
  }
  main.answer('changes.downloads', () => DOWNLOADS)
  main.answer('changes.read', (input) => windowOf(rows, input))
  return main
}

const list = (): HTMLElement => screen.getByRole('tree', { name: 'Changed items' })
const rowTexts = (): readonly string[] =>
  within(list())
    .getAllByRole('treeitem')
    .filter((line) => line.getAttribute('aria-level') === '2')
    .map((row) => row.textContent.trim().replace(/\s+/gu, ' '))
const group = (name: string | RegExp): HTMLElement => within(list()).getByRole('treeitem', { name })
const lastQuery = (main: FakeMain): ChangesQuery | undefined => main.inputs('changes.read').at(-1)?.query

async function start(main: FakeMain): Promise<UserEvent> {
  stubLayout()
  return await startApp(main)
}

describe('the changes view', () => {
  it('describes the change of each item, formatted for the locale', async () => {
    await start(createMain())
    await waitFor(() => {
      expect(rowTexts()).toEqual([
        'Edited 000000000001 Poster 1 Quantity from 10 to 1,200 +1,190 Not seen',
        'Added 000000000001 Wobbler 2 Added 24 pieces, Status 3 Not seen',
        'Deleted 000000000001 Unnamed item Deleted No longer listed',
      ])
    })
    const details = screen.getByRole('complementary', { name: 'Change' })
    expect(details).toHaveTextContent(/Quantity\s*Before\s*10\s*Now\s*1,200/u)
    expect(details).toHaveTextContent(/Updated\s*Before\s*1 May 2026/u)
    const { violations } = await axe.run(screen.getByRole('main'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations).toEqual([])
  })

  it('shows the last download with changes if all changes are seen', async () => {
    const main = createMain()
    await start(main)
    expect(lastQuery(main)).toEqual({ ...DEFAULT_QUERY, since: 3 })
    expect(screen.getByRole('button', { name: /^Since 2 May 2026/u })).toBeVisible()
  })

  it('starts with its default comparison also if the first request of a campaign has failed', async () => {
    const main = createMain()
    main.campaigns.set('c1', [makeCampaign(), makeCampaign({ id: 'k2', name: 'Autumn' })])
    const user = await start(main)
    await user.click(screen.getByRole('button', { name: /^Since 2 May 2026/u }))
    await user.click(screen.getByRole('menuitemradio', { name: /^All/u }))
    await waitFor(() => expect(lastQuery(main)).toMatchObject({ campaignId: 'k1', since: null }))
    main.answer('changes.downloads', () => {
      throw new AppError('cacheUnavailable')
    })
    await user.click(within(campaignsPane()).getByText('Autumn'))
    const retry = await within(screen.getByRole('main')).findByRole('button', { name: 'Try again' })
    main.answer('changes.downloads', () => DOWNLOADS)
    await user.click(retry)
    await waitFor(() => expect(lastQuery(main)).toMatchObject({ campaignId: 'k2', since: 3 }))
  })

  it('shows only unseen changes first, until all are marked as seen', async () => {
    const main = createMain(ROWS, 2)
    const user = await start(main)
    expect(lastQuery(main)).toMatchObject({ since: null, unseenOnly: true })
    expect(screen.getByRole('tab', { name: 'Changes 2 unseen' })).toBeVisible()
    expect(campaignsPane()).toHaveTextContent('2 unseen changes')
    main.answer('changes.markSeen', () => {
      main.campaigns.set('c1', [makeCampaign()])
      main.answer('changes.read', ({ start: first }) => ({ start: first, ...NO_CHANGES }))
      return 7
    })
    await user.click(screen.getByRole('button', { name: 'Mark all as seen' }))
    expect(main.inputs('changes.markSeen')).toEqual([{ connectionId: 'c1', campaignId: 'k1', ids: null }])
    expect(await screen.findByRole('heading', { name: 'All changes seen' })).toBeVisible()
    expect(campaignsPane()).not.toHaveTextContent('unseen')
    await user.click(screen.getByRole('button', { name: 'Show all changes' }))
    await waitFor(() => expect(lastQuery(main)).toMatchObject({ unseenOnly: false }))
  })

  it('marks changes as unseen again by undo, also from another view', async () => {
    const main = createMain(ROWS, 2)
    let step = 7
    main.answer('changes.markSeen', () => {
      step += 1
      return step
    })
    main.answer('changes.markUnseen', (input) => input.step === step)
    const user = await start(main)
    await user.click(screen.getByRole('button', { name: 'Mark all as seen' }))
    await waitFor(() => expect(list()).toHaveFocus())
    await user.click(screen.getByRole('tab', { name: /^Overview/u }))
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByRole('tab', { name: /^Changes/u, selected: true })
    await waitFor(() => expect(main.inputs('changes.markUnseen')).toMatchObject([{ step: 8 }]))
    await user.keyboard('{Control>}y{/Control}')
    await waitFor(() => expect(main.inputs('changes.markSeen')).toHaveLength(2))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(main.inputs('changes.markUnseen')).toMatchObject([{ step: 8 }, { step: 9 }]))
  })

  it('marks one change as seen by a double-click', async () => {
    let rows = ROWS
    const main = createMain(ROWS, 2)
    main.answer('changes.read', (input) => windowOf(rows, input))
    main.answer('changes.markSeen', ({ ids }) => {
      rows = rows.map((row) => ({ ...row, seen: row.seen || ids?.includes(row.campaignItemId) === true }))
      return 7
    })
    await start(main)
    const details = screen.getByRole('complementary', { name: 'Change' })
    await within(details).findByText('Poster 1')
    await press(within(details).getByRole('button', { name: 'Mark as seen' }), 1)
    await within(details).findByText('Wobbler 2')
    await waitFor(() => expect(list()).toHaveFocus())
    await press(within(details).getByRole('button', { name: 'Mark as seen' }), 2)
    expect(main.inputs('changes.markSeen').map(({ ids }) => ids)).toEqual([['ci-1']])
  })

  it('compares with any earlier download', async () => {
    const main = createMain()
    const user = await start(main)
    await user.click(screen.getByRole('button', { name: /^Since 2 May/u }))
    const menu = screen.getByRole('menu', { name: 'Period' })
    const choices = within(menu).getAllByRole('menuitemradio')
    expect(choices.map((choice) => choice.textContent.trim().replace(/\s+/gu, ' '))).toEqual([
      expect.stringMatching(/^Unseen changes/u),
      expect.stringMatching(/^Since yesterday from /u),
      expect.stringMatching(/^Last 7 days from /u),
      expect.stringMatching(/^Last 30 days from /u),
      expect.stringMatching(/^All changes from Fri,? 1 May/u),
      expect.stringMatching(/^2 May 2026.* no changes 900 items$/u),
      expect.stringMatching(/^1 May 2026.* 12 edited 900 items$/u),
    ])
    await user.click(within(menu).getByText(/^1 May/u))
    await waitFor(() => expect(lastQuery(main)).toMatchObject({ since: 2 }))
  })

  describe('of a period', () => {
    const daysAgo = (days: number): number => startOfDay(Date.now(), -days)
    const days = createDayFormat('en-GB')
    const day = (time: number): string => days.weekday(time, Date.now())

    afterEach(() => {
      vi.useRealTimers()
    })

    /** Starts with downloads of these times, the newest first, and chooses the last 7 days. */
    async function chooseWeek(...times: readonly number[]) {
      const main = createMain()
      main.answer('changes.downloads', () =>
        times.map((completedAt, index) =>
          makeDownloadRecord({ downloadKey: times.length - index, completedAt, changed: 1 }),
        ),
      )
      const user = await start(main)
      await screen.findByText('Wobbler 2')
      await user.click(screen.getByRole('button', { name: /^Since /u }))
      await user.click(screen.getByRole('menuitemradio', { name: /^Last 7 days/u }))
      await waitFor(() => expect(lastQuery(main)).toMatchObject({ since: { days: 7 }, unseenOnly: false }))
      return { main, user }
    }

    it('are queried, exported, undone and returned to as a period', async () => {
      const { main, user } = await chooseWeek(Date.now(), daysAgo(7), daysAgo(9))
      const button = await screen.findByRole('button', { name: 'Last 7 days' })
      await user.click(button)
      const week = screen.getByRole('menuitemradio', { name: /^Last 7 days/u })
      expect(week).toBeChecked()
      expect(week).toHaveTextContent(`from ${day(daysAgo(7))}`)
      expect(screen.getAllByRole('menuitemradio', { checked: true })).toHaveLength(1)
      await user.keyboard('{Escape}')
      main.emit('menu.command', { command: 'export' })
      await user.click(exportButton(within(await screen.findByRole('dialog', { name: 'Export changes' }))))
      expect(main.inputs('exports.startChanges')).toMatchObject([{ query: { since: { days: 7 } } }])
      await user.click(await screen.findByRole('tab', { name: 'Overview' }))
      await user.click(screen.getByRole('button', { name: 'Back' }))
      expect(await screen.findByRole('button', { name: 'Last 7 days' })).toBeVisible()
      list().focus()
      await user.keyboard('{Control>}z{/Control}')
      await waitFor(() => expect(lastQuery(main)).toMatchObject({ since: 2 }))
    })

    it('begin with the first download if none is older, which the button states', async () => {
      const first = daysAgo(3)
      const { user } = await chooseWeek(Date.now(), first)
      await user.click(await screen.findByRole('button', { name: `Last 7 days (from ${days.short(first)})` }))
      expect(screen.getByRole('menuitemradio', { name: /^Last 30 days/u })).toHaveTextContent(
        `from ${day(first)}`,
      )
      expect(screen.getByRole('menuitemradio', { name: /^Since yesterday/u })).toHaveTextContent(
        `from ${day(daysAgo(1))}`,
      )
    })

    it('begin a day later at midnight', async () => {
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: daysAgo(-1) - HOUR })
      const { main } = await chooseWeek(Date.now(), daysAgo(7) + HOUR)
      expect(await screen.findByRole('button', { name: /^Last 7 days \(from /u })).toBeVisible()
      const before = main.inputs('changes.read').length
      vi.advanceTimersByTime(2 * HOUR)
      expect(await screen.findByRole('button', { name: 'Last 7 days' })).toBeVisible()
      expect(main.inputs('changes.read').length).toBe(before + 1)
    })
  })

  it('filters by kind and by field, and clears the filters', async () => {
    const main = createMain()
    const user = await start(main)
    const kinds = screen.getByRole('group', { name: 'Kinds of change' })
    await user.click(within(kinds).getByRole('button', { name: 'Added 1' }))
    await waitFor(() => expect(rowTexts()).toHaveLength(1))
    await user.click(within(kinds).getByRole('button', { name: 'Added 1' }))
    await user.click(within(kinds).getByRole('button', { name: 'Edited 1' }))
    await user.click(screen.getByRole('button', { name: 'Fields: 1 of 2' }))
    const fields = screen.getByRole('dialog', { name: 'Fields' })
    expect(within(fields).getByRole('checkbox', { name: 'Updated (1)' })).not.toBeChecked()
    await user.click(within(fields).getByRole('checkbox', { name: 'Quantity (1)' }))
    expect(await screen.findByRole('heading', { name: 'No changes in the shown fields' })).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Fields: 0 of 2' })).toHaveFocus()
    await user.click(screen.getAllByRole('button', { name: 'Show' })[0] ?? document.body)
    await waitFor(() => expect(rowTexts()).toHaveLength(1))
    expect(rowTexts()[0]).toContain('Updated')
  })

  it('counts the items in which only the time of the update changed, and shows them', async () => {
    const [updated] = makeChange().fields
    const hidden = makeChange({
      campaignItemId: 'ci-9',
      itemName: 'Sign 9',
      fields: updated ? [updated] : [],
    })
    const user = await start(createMain([...ROWS, hidden], 2))
    await waitFor(() => expect(rowTexts()).toHaveLength(2))
    const footer = screen.getByText(/items changed, none seen/u)
    expect(footer).toHaveTextContent('2 items changed, none seen')
    await user.click(screen.getByRole('button', { name: /^Unseen changes/u }))
    await user.click(screen.getByRole('menuitemradio', { name: /^All changes/u }))
    await waitFor(() => expect(rowTexts()).toHaveLength(3))
    expect(screen.getByText('Hidden items (only “Updated” changed): 1')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(rowTexts()).toHaveLength(4))
    expect(rowTexts()[3]).toContain('Sign 9 Updated')
  })

  it('groups changes by day with the times of the downloads, or by field', async () => {
    const main = createMain()
    const user = await start(main)
    await screen.findByText('Wobbler 2')
    expect(group('Today 3 items Downloads at 13:30, 12:00')).toHaveAttribute('aria-level', '1')
    main.answer('changes.read', (input) => ({
      ...windowOf(ROWS, input),
      layout: {
        groups: [
          { by: 'field', path: 'qty', count: 1 },
          { by: 'kind', kind: 'added', count: 2 },
        ],
        lines: Uint8Array.from([1, 1, 1]),
      },
    }))
    await user.click(screen.getByRole('button', { name: 'Group: Day' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Field' }))
    await waitFor(() => expect(lastQuery(main)).toMatchObject({ groupBy: 'field' }))
    await waitFor(() => expect(group('Quantity 1 item')).toHaveAttribute('aria-expanded', 'true'))
  })

  describe('the search', () => {
    const answer = (main: FakeMain): void =>
      main.answer('changes.read', (input) => {
        const { search = '' } = input.query
        const found = ROWS.filter(({ itemName }) => itemName?.toLowerCase().includes(search) ?? search === '')
        return windowOf(search === '' ? found : found.map((row) => ({ ...row, foundPaths: ['qty'] })), input)
      })

    it('narrows the changes while typing, and returns to the list and to all', async () => {
      const main = createMain()
      answer(main)
      const user = await start(main)
      await screen.findByText('Wobbler 2')
      await user.keyboard('{Control>}f{/Control}')
      const field = screen.getByRole('searchbox', { name: 'Search changes in Summer 2026' })
      expect(field).toHaveFocus()
      await user.keyboard('wobbler')
      await waitFor(() => expect(rowTexts()).toHaveLength(1))
      expect(lastQuery(main)).toMatchObject({ search: 'wobbler', statusLabels: [] })
      expect(screen.getByText(/found, not seen/u)).toHaveTextContent('1 item found, not seen')
      expect([...list().querySelectorAll('mark')].map((hit) => hit.textContent)).toEqual(['Wobbler'])
      expect(screen.queryByRole('button', { name: /^Campaign: /u })).toBeNull()
      await user.keyboard('{ArrowDown}')
      expect(list()).toHaveFocus()
      await user.click(field)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(rowTexts()).toHaveLength(3))
      expect(lastQuery(main)).not.toHaveProperty('search')
      list().focus()
      await user.keyboard('{Control>}z{/Control}')
      await waitFor(() => expect(lastQuery(main)).toMatchObject({ search: 'wobbler' }))
      expect(field).toHaveValue('wobbler')
      await user.keyboard('{Control>}z{/Control}')
      await waitFor(() => expect(field).toHaveValue(''))
    })

    it('shows that nothing was found, and can be cleared', async () => {
      const main = createMain()
      answer(main)
      const user = await start(main)
      await screen.findByText('Wobbler 2')
      await user.keyboard('{Control>}f{/Control}zebra')
      expect(await screen.findByRole('heading', { name: 'No changes match “zebra”' })).toBeVisible()
      await user.click(screen.getAllByRole('button', { name: 'Clear search' })[1] ?? document.body)
      await waitFor(() => expect(rowTexts()).toHaveLength(3))
      expect(screen.getByRole('searchbox')).toHaveFocus()
    })

    it('shows only the fields in which it found something', async () => {
      const main = createMain([
        makeChange({
          fields: [
            { path: 'qty', old: '1', new: '2' },
            { path: 'status', old: '1', new: '2' },
          ],
          foundPaths: ['status'],
        }),
      ])
      await start(main)
      await waitFor(() => expect(rowTexts()).toEqual([expect.stringContaining('Status')]))
      expect(rowTexts()[0]).not.toContain('Quantity')
      expect(screen.getByRole('complementary', { name: 'Change' })).toHaveTextContent('Quantity')
    })

    it('is restored with Back, and empty in another campaign', async () => {
      const main = createMain()
      answer(main)
      main.campaigns.set('c1', [makeCampaign(), makeCampaign({ id: 'k2', name: 'Autumn' })])
      const user = await start(main)
      await screen.findByText('Wobbler 2')
      await user.keyboard('{Control>}f{/Control}wobbler')
      await waitFor(() => expect(rowTexts()).toHaveLength(1))
      await user.click(within(campaignsPane()).getByText('Autumn'))
      await waitFor(() => expect(lastQuery(main)).toMatchObject({ campaignId: 'k2' }))
      expect(screen.getByRole('searchbox')).toHaveValue('')
      await user.click(screen.getByRole('button', { name: 'Back' }))
      await waitFor(() => expect(lastQuery(main)).toMatchObject({ campaignId: 'k1', search: 'wobbler' }))
      expect(screen.getByRole('searchbox')).toHaveValue('wobbler')
    })
  })

  describe('with groups', () => {
    const DAYS = [Date.parse('2026-05-03T12:00:00Z'), Date.parse('2026-05-01T12:00:00Z')]

    async function startWithDays(): Promise<{ readonly main: FakeMain; readonly user: UserEvent }> {
      const main = createMain()
      main.answer('changes.read', (input) => ({
        ...windowOf(ROWS, input),
        layout: {
          groups: DAYS.map((completedAt, index) => ({ by: 'download', completedAt, count: 2 - index })),
          lines: Uint8Array.from([1, 1, 1]),
        },
      }))
      const user = await start(main)
      await screen.findByText('Wobbler 2')
      return { main, user }
    }

    const isExpanded = (name: RegExp): string | null => group(name).getAttribute('aria-expanded')

    it('collapses and expands a group with the pointer, and all groups with Alt', async () => {
      const { user } = await startWithDays()
      expect(group(/^3 May 2026 2 items/u)).toHaveAttribute('aria-setsize', '2')
      await user.click(group(/^3 May/u))
      expect(rowTexts()).toHaveLength(1)
      expect(rowTexts()[0]).toContain('Deleted')
      expect(group(/^3 May/u)).toHaveTextContent('3 May 2026 2')
      expect(isExpanded(/^3 May/u)).toBe('false')
      expect(isExpanded(/^1 May/u)).toBe('true')
      await user.keyboard('{Alt>}')
      await user.click(group(/^1 May/u))
      await user.keyboard('{/Alt}')
      expect(isExpanded(/^1 May/u)).toBe('false')
      await user.keyboard('{Alt>}')
      await user.click(group(/^3 May/u))
      await user.keyboard('{/Alt}')
      expect(rowTexts()).toHaveLength(3)
    })

    it('moves, collapses and expands by keyboard as a tree', async () => {
      const { main, user } = await startWithDays()
      const selected = (): HTMLElement => within(list()).getByRole('treeitem', { selected: true })
      list().focus()
      await user.keyboard('{ArrowDown}{ArrowLeft}')
      expect(selected()).toHaveAccessibleName(/^3 May/u)
      await user.keyboard('{ArrowLeft}')
      expect(isExpanded(/^3 May/u)).toBe('false')
      // The header stays active, and Enter does not open an item.
      await user.keyboard('{Enter}{Enter}')
      expect(isExpanded(/^3 May/u)).toBe('false')
      expect(main.inputs('items.open')).toEqual([])
      await user.keyboard('{ArrowDown}')
      expect(selected()).toHaveAccessibleName(/^1 May/u)
      await user.keyboard('{ArrowUp}{ArrowRight}{ArrowRight}')
      expect(selected()).toHaveTextContent('Poster 1')
      expect(list()).toHaveAttribute('aria-activedescendant', selected().id)
    })

    it('stays collapsed when the data changes, and when one comes back', async () => {
      const { main, user } = await startWithDays()
      await user.click(group(/^3 May/u))
      const before = main.inputs('changes.read').length
      main.emit('data.changed', { connectionId: 'c1', campaignIds: ['k1'] })
      await waitFor(() => expect(main.inputs('changes.read').length).toBeGreaterThan(before))
      expect(rowTexts()).toHaveLength(1)
      await user.click(screen.getByRole('tab', { name: 'Overview' }))
      await user.click(screen.getByRole('button', { name: 'Back' }))
      await waitFor(() => expect(isExpanded(/^3 May/u)).toBe('false'))
    })

    it('offers its actions in a menu, and for all groups in the bar', async () => {
      const { user } = await startWithDays()
      list().focus()
      await user.keyboard('{ArrowLeft}{Shift>}{F10}{/Shift}')
      const menu = screen.getByRole('menu', { name: 'Group' })
      await user.click(within(menu).getByRole('menuitem', { name: 'Collapse all groups' }))
      expect(within(list()).getAllByRole('treeitem')).toHaveLength(2)
      await user.click(screen.getByRole('button', { name: 'Group: Day' }))
      await user.click(screen.getByRole('menuitem', { name: 'Expand all groups' }))
      expect(rowTexts()).toHaveLength(3)
    })

    it('is collapsed and expanded from the palette', async () => {
      const { user } = await startWithDays()
      const run = async (words: string): Promise<void> => {
        await user.keyboard('{Control>}k{/Control}')
        await user.type(await screen.findByRole('combobox'), `${words}{Enter}`)
      }
      await run('collapse all groups')
      await waitFor(() => expect(within(list()).getAllByRole('treeitem')).toHaveLength(2))
      await run('expand all groups')
      await waitFor(() => expect(rowTexts()).toHaveLength(3))
    })

    it('expands the group of a change to which the details move', async () => {
      const { user } = await startWithDays()
      await user.click(group(/^1 May/u))
      const details = screen.getByRole('complementary', { name: 'Change' })
      const next = within(details).getByRole('button', { name: /Next/u })
      await user.click(next)
      await user.click(next)
      expect(isExpanded(/^1 May/u)).toBe('true')
      await waitFor(() =>
        expect(within(list()).getByRole('treeitem', { selected: true })).toHaveTextContent('Deleted'),
      )
    })
  })

  it('undoes filters and comparisons one by one, and returns to the campaign for it', async () => {
    const main = createMain()
    main.campaigns.set('c1', [makeCampaign(), makeCampaign({ id: 'k2', name: 'Autumn' })])
    const user = await start(main)
    await screen.findByText('Wobbler 2')
    await user.click(screen.getByRole('button', { name: /^Since 2 May/u }))
    await user.click(within(screen.getByRole('menu', { name: 'Period' })).getByText(/^1 May/u))
    await user.click(screen.getByRole('button', { name: 'Added 1' }))
    await user.click(screen.getByRole('button', { name: /^Since 1 May/u }))
    await user.click(screen.getByRole('menuitemradio', { name: /^Unseen changes/u }))
    const comparison = { ...DEFAULT_QUERY, since: 2 } as const
    const expectQuery = async (query: Partial<ChangesQuery>): Promise<void> => {
      await waitFor(() => expect(lastQuery(main)).toEqual({ ...comparison, ...query }))
    }
    await expectQuery({ since: null, kinds: ['added'], unseenOnly: true })
    list().focus()
    await user.keyboard('{Control>}z{/Control}')
    await expectQuery({ kinds: ['added'] })
    await user.click(within(campaignsPane()).getByText('Autumn'))
    await waitFor(() => expect(lastQuery(main)).toMatchObject({ campaignId: 'k2' }))
    await user.keyboard('{Control>}z{/Control}')
    await expectQuery({})
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Summer 2026')
    await waitFor(() => expect(rowTexts()).toHaveLength(3))
    await user.keyboard('{Control>}z{/Control}')
    await expectQuery({ since: 3 })
    await user.keyboard('{Control>}y{/Control}')
    await expectQuery({})
  })

  it('shows the changes of the campaign itself', async () => {
    const user = await start(createMain())
    const fold = await screen.findByRole('button', { name: /^Campaign: 1 field changed/u })
    expect(fold).toHaveTextContent('Due in store')
    await user.click(fold)
    expect(screen.getByRole('group', { name: 'Campaign changes' })).toHaveTextContent(
      /Before\s*1 Jun 2026\s*Now\s*not set/u,
    )
  })

  it('moves by keys, and opens the item in the list', async () => {
    const main = createMain()
    main.answer('items.open', () => ({
      resultId: 1,
      count: 5,
      total: 5,
      qtySum: 0,
      groups: null,
      missing: null,
      missingCount: 0,
    }))
    main.answer('items.window', ({ start: first }) => ({
      start: first,
      rows: [0, 1, 2, 3, 4].map((at) => makeRow(at)).slice(first),
      unseenChanges: [],
    }))
    main.answer('items.locate', ({ key }) => key - 1_000)
    const user = await start(main)
    await screen.findByText('Wobbler 2')
    list().focus()
    await user.keyboard('{ArrowDown}')
    expect(within(list()).getByRole('treeitem', { selected: true })).toHaveTextContent('Wobbler 2')
    await user.keyboard('{End}{Enter}')
    // A deleted item is in no list.
    expect(screen.getByRole('tab', { name: 'Changes' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{ArrowUp}{Enter}')
    const grid = await screen.findByRole('grid', { name: 'Items' })
    await waitFor(() => {
      expect(grid).toHaveFocus()
      expect(screen.getByRole('complementary', { name: 'Item details' })).toHaveTextContent('Poster 2')
    })
  })

  it('marks one change as seen from its menu', async () => {
    const main = createMain()
    const user = await start(main)
    await screen.findByText('Wobbler 2')
    list().focus()
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(
      within(screen.getByRole('menu', { name: 'Change' })).getByRole('menuitem', { name: 'Mark as seen' }),
    )
    expect(main.inputs('changes.markSeen')).toEqual([{ connectionId: 'c1', campaignId: 'k1', ids: ['ci-1'] }])
  })

  it('exports the filtered changes', async () => {
    const main = createMain()
    const user = await start(main)
    await screen.findByText('Wobbler 2')
    main.emit('menu.command', { command: 'export' })
    const dialog = await screen.findByRole('dialog', { name: 'Export changes' })
    expect(dialog).toHaveTextContent('Shown changes: 3 items')
    await user.click(exportButton(within(dialog)))
    expect(main.inputs('exports.startChanges')).toEqual([
      {
        connectionId: 'c1',
        query: { ...DEFAULT_QUERY, since: 3 },
        suggestedName: 'Summer 2026 – changes',
        options: {
          format: 'xlsx',
          style: styleOfPreset('excel', regionOf('en-GB')),
          header: 'labels',
          rowsBeyond: 'oneFile',
        },
      },
    ])
  })

  it('are printed from a web page', async () => {
    const main = createMain()
    await start(main)
    await screen.findByText('Wobbler 2')
    main.emit('menu.command', { command: 'printList' })
    const dialog = await screen.findByRole('dialog', { name: 'Change report' })
    expect(within(dialog).getByRole('button', { name: /^Web page/u })).toBeVisible()
  })

  it('opens the export dialog if there is no earlier export to repeat', async () => {
    const main = createMain()
    await start(main)
    await screen.findByText('Wobbler 2')
    main.emit('menu.command', { command: 'repeatExport' })
    expect(await screen.findByRole('dialog', { name: 'Export changes' })).toBeInTheDocument()
    expect(main.inputs('exports.repeat')).toEqual([
      { connectionId: 'c1', list: 'changes', campaignId: 'k1', mode: 'same' },
    ])
  })

  it('reports that there is no earlier download to compare with', async () => {
    const main = createMain([])
    main.answer('changes.downloads', () => DOWNLOADS.slice(2))
    main.answer('changes.read', ({ start: first }) => ({ start: first, ...NO_CHANGES }))
    const user = await start(main)
    expect(await screen.findByRole('heading', { name: 'First download' })).toBeVisible()
    // There are no changes to search, but items.
    expect(screen.queryByRole('searchbox', { name: /^Search changes/u })).toBeNull()
    expect(screen.getByRole('button', { name: 'Search items in Summer 2026' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Get recent changes' }))
    expect(main.inputs('downloads.start')).toEqual([
      { connectionId: 'c1', campaignIds: ['k1'], mode: 'recent' },
    ])
    // The first changes are shown as those since the person last looked.
    main.answer('changes.downloads', () => DOWNLOADS)
    main.answer('changes.read', (input) => windowOf(ROWS, input))
    main.setCampaigns('c1', [makeCampaign({ unseenChanges: 2 })])
    expect(await screen.findByText('Wobbler 2')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Unseen changes/u })).toBeVisible()
  })

  it('reports that nothing has changed', async () => {
    await start(createMain([]))
    expect(await screen.findByRole('heading', { name: 'No changes' })).toBeVisible()
  })

  it('reports why changes cannot be read, and tries again', async () => {
    const main = createMain()
    main.answer('changes.downloads', () => {
      throw new AppError('cacheBusy')
    })
    const user = await start(main)
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('Changes couldn’t be shown')
    main.answer('changes.downloads', () => DOWNLOADS)
    await user.click(within(notice).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Wobbler 2')).toBeVisible()
  })

  it('loads changes page by page', async () => {
    const many = Array.from({ length: 50_000 }, (_, at) =>
      makeChange({ campaignItemId: `ci-${String(at)}`, key: at, itemName: `Item ${String(at)}` }),
    )
    const main = createMain(many)
    const user = await start(main)
    await within(list()).findByText('Item 0')
    expect(rowTexts().length).toBeLessThan(80)
    list().focus()
    await user.keyboard('{End}')
    expect(await within(list()).findByText('Item 49999')).toBeVisible()
    expect(main.inputs('changes.read').length).toBeLessThan(8)
  })
})
