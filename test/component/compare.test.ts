import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ComparisonLine, ComparisonQuery, ComparisonWindow } from '../../electron/contract/comparison.ts'
import { EMPTY_COMPARISON, makeCampaign, makeConnection, PREFERENCES } from '../support/contract-values.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeMain } from '../support/fake-main.ts'
import { campaignsPane, startApp } from '../support/start-app.ts'

const BEFORE = makeCampaign({ id: 'k1', name: 'Autumn 2025', reference: 'AH-2025' })
const NOW = makeCampaign({ id: 'k2', name: 'Autumn 2026', reference: 'AH-2026' })
const OTHER = makeCampaign({ id: 'k3', name: 'Kids Week', reference: 'KW' })
const MISSING = makeCampaign({ id: 'k4', name: 'Not here', copy: 'none', itemCount: 0 })

const item = (key: number, posNumber: string) => ({
  key,
  campaignItemId: `ci-${String(key)}`,
  itemName: `Poster ${posNumber}`,
  posNumber,
  elementName: 'Poster',
  qty: 10,
  status: 1,
})

function line(change: Partial<ComparisonLine>): ComparisonLine {
  return {
    list: 'different',
    index: 0,
    isFirst: true,
    isLast: true,
    first: item(11, 'P1'),
    second: item(21, 'P1'),
    field: { column: 'qty', first: 16_800, second: 14_000 },
    reason: null,
    ...change,
  }
}

const LINES: Readonly<Record<string, readonly ComparisonLine[]>> = {
  different: [
    line({ isLast: false }),
    line({ isFirst: false, field: { column: 'isLocked', first: null, second: true } }),
    line({
      index: 1,
      first: item(12, 'P2'),
      second: item(22, 'P2'),
      field: { column: 'status', first: 3, second: 1 },
    }),
  ],
  onlySecond: [line({ list: 'onlySecond', first: null, field: null })],
  notMatched: [line({ list: 'notMatched', second: null, field: null, reason: 'ambiguous' })],
}

function createMain(): FakeMain {
  const main = new FakeMain([
    makeConnection({
      labels: { ...makeConnection().labels, itemStatus: [{ value: 3, name: 'Approved', color: 'green' }] },
    }),
  ])
  main.campaigns.set('c1', [BEFORE, NOW, OTHER, MISSING])
  main.preferences = {
    ...PREFERENCES,
    lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId: null, tab: 'compare' },
  }
  const read = (query: ComparisonQuery, from: number, count: number): ComparisonWindow => {
    const matching = (LINES[query.list ?? ''] ?? []).filter(
      ({ field }) => query.column === null || field?.column === query.column,
    )
    return {
      ...EMPTY_COMPARISON,
      start: from,
      lines: matching.slice(from, from + count),
      count: matching.length,
      itemCount: matching.filter(({ isFirst }) => isFirst).length,
      counts: {
        ...EMPTY_COMPARISON.counts,
        different: 2,
        equal: 300,
        onlySecond: 1,
        notMatched: 1,
        ambiguous: 1,
      },
      fields: [
        { column: 'qty', count: 1 },
        { column: 'isLocked', count: 1 },
      ],
      totals: { first: 471, second: 520 },
    }
  }
  main.answer('comparisons.open', ({ query, count }) => read(query, 0, count))
  main.answer('comparisons.read', ({ query, start: from, count }) => read(query, from, count))
  main.answer('comparisons.campaignFields', () => ({
    different: [
      { column: 'startAt', first: '2025-09-01T00:00:00.000Z', second: '2026-09-02T00:00:00.000Z' },
      { column: 'brand', first: ['Norvika'], second: null },
    ],
    equal: 12,
    records: { first: true, second: true },
  }))
  return main
}

async function start(main: FakeMain): Promise<UserEvent> {
  stubLayout()
  return await startApp(main)
}

async function startWithPair(main: FakeMain): Promise<UserEvent> {
  const user = await start(main)
  await user.click(screen.getByRole('button', { name: 'Compare Autumn 2025 with Autumn 2026' }))
  await screen.findByRole('listbox', { name: 'Different items' })
  return user
}

const lastQuery = (main: FakeMain): ComparisonQuery | undefined =>
  main.inputs('comparisons.open').at(-1)?.query
const lines = (name: string): readonly string[] =>
  within(screen.getByRole('listbox', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent.trim().replace(/\s+/gu, ' '))
/** Answers the next comparison when the test does. */
function answerLater(main: FakeMain): PromiseWithResolvers<ComparisonWindow> {
  const answer = Promise.withResolvers<ComparisonWindow>()
  main.answer('comparisons.open', () => answer.promise)
  return answer
}

const picker = (side: 'First' | 'Second') =>
  screen.getByRole('button', { name: new RegExp(`^${side} campaign:`, 'u') })

describe('the comparison of two campaigns', () => {
  it('explains itself and suggests two campaigns whose names differ only by the year', async () => {
    const main = createMain()
    const user = await start(main)
    expect(screen.getByRole('heading', { name: 'Compare two campaigns' })).toBeVisible()
    expect(main.inputs('comparisons.open')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Compare Autumn 2025 with Autumn 2026' }))
    await screen.findByRole('listbox', { name: 'Different items' })
    expect(lastQuery(main)).toMatchObject({
      campaignIds: ['k1', 'k2'],
      by: 'posNumber',
      list: 'different',
      sort: 'difference',
    })
  })

  it('shows a line for each field, with both values and the difference', async () => {
    await startWithPair(createMain())
    expect(lines('Different items')).toEqual([
      'P1 Poster P1 Quantity 16,800 and 14,000 −2,800 −17%',
      'P1 Poster P1 Locked None and Yes',
      'P2 Poster P2 Status Approved and Status 1',
    ])
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent.trim().replace(/\s+/gu, ' '))).toEqual([
      '2 different in at least one field',
      '300 the same in all 9 fields',
      '0 only in 2025 no match by POS number',
      '1 only in 2026 no match by POS number',
      '1 not matched 1 duplicate, 0 empty',
    ])
    expect(screen.getByText('2 items, 3 differences')).toBeVisible()
    expect(screen.getByText('471 items in 2025, 520 in 2026')).toBeVisible()
    const { violations } = await axe.run(screen.getByRole('main'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations).toEqual([])
  })

  it('offers only downloaded campaigns, and finds them by keyboard', async () => {
    const main = createMain()
    const user = await start(main)
    await user.click(picker('First'))
    const list = within(screen.getByRole('dialog', { name: 'First campaign' }))
    expect(list.getAllByRole('option')).toHaveLength(3)
    await user.keyboard('kids{Enter}')
    expect(picker('First')).toHaveTextContent('Kids Week')
    await user.click(picker('Second'))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => {
      expect(lastQuery(main)?.campaignIds).toEqual(['k3', 'k2'])
    })
    await user.click(screen.getByRole('button', { name: 'Swap campaigns' }))
    await waitFor(() => {
      expect(lastQuery(main)?.campaignIds).toEqual(['k2', 'k3'])
    })
    // The campaign of the other side changes places.
    await user.click(picker('First'))
    await user.keyboard('kids{Enter}')
    await waitFor(() => {
      expect(lastQuery(main)?.campaignIds).toEqual(['k3', 'k2'])
    })
  })

  it('filters by field, list and search, and returns from there', async () => {
    const main = createMain()
    const user = await startWithPair(main)
    await user.click(screen.getByRole('button', { name: 'Quantity: 1 item' }))
    await waitFor(() => {
      expect(lines('Different items')).toEqual(['P1 Poster P1 Quantity 16,800 and 14,000 −2,800 −17%'])
    })
    await user.click(screen.getByRole('button', { name: 'Quantity: 1 item' }))
    await waitFor(() => {
      expect(lines('Different items')).toHaveLength(3)
    })
    await user.click(screen.getByRole('tab', { name: /only in 2026/u }))
    await screen.findByRole('listbox', { name: 'Items only in the second campaign' })
    await user.keyboard('{ArrowRight}')
    await screen.findByRole('listbox', { name: 'Unmatched items' })
    expect(lines('Unmatched items')).toEqual(['P1 Poster P1 2025 Several items have the same POS number 10'])
    await user.type(screen.getByRole('searchbox', { name: 'Search differences' }), 'nothing{Enter}')
    await waitFor(() => {
      expect(lastQuery(main)).toMatchObject({ search: 'nothing', list: 'notMatched' })
    })
    await user.click(screen.getByRole('tab', { name: /the same/u }))
    await screen.findByRole('heading', { name: 'No items match your search' })
    await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Clear search' }))
    await screen.findByRole('heading', { name: 'No equal items' })
    expect(lastQuery(main)?.search).toBe('')
  })

  it('undoes and redoes each change, also from another view and list', async () => {
    const main = createMain()
    const user = await startWithPair(main)
    const undo = (): Promise<void> => user.keyboard('{Control>}z{/Control}')
    await user.click(screen.getByRole('button', { name: 'Quantity: 1 item' }))
    await user.click(screen.getByRole('tab', { name: /only in 2026/u }))
    const search = screen.getByRole('searchbox', { name: 'Search differences' })
    await user.type(search, 'pos{Enter}')
    await user.type(search, 'ter{Enter}')
    await user.click(screen.getByRole('button', { name: 'Swap campaigns' }))
    await waitFor(() =>
      expect(lastQuery(main)).toMatchObject({ campaignIds: ['k2', 'k1'], search: 'poster' }),
    )
    await undo()
    await waitFor(() =>
      expect(lastQuery(main)).toMatchObject({ campaignIds: ['k1', 'k2'], search: 'poster' }),
    )
    await undo()
    await waitFor(() =>
      expect(lastQuery(main)).toMatchObject({ search: '', list: 'onlySecond', column: 'qty' }),
    )
    await user.click(within(campaignsPane()).getByText('Kids Week'))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Compare campaigns' })).toBeNull())
    await undo()
    await screen.findByRole('listbox', { name: 'Different items' })
    await waitFor(() => expect(lastQuery(main)).toMatchObject({ list: 'different', column: null }))
    await user.keyboard('{Control>}y{/Control}')
    await waitFor(() => expect(lastQuery(main)?.column).toBe('qty'))
    // A campaign that is no longer downloaded cannot be compared.
    await user.click(screen.getByRole('button', { name: 'Swap campaigns' }))
    main.setCampaigns('c1', [BEFORE, OTHER])
    await waitFor(() => expect(picker('Second')).toHaveTextContent('Autumn 2025'))
    await undo()
    expect(await screen.findByText(/can’t be undone or redone/u)).toBeVisible()
  })

  it('matches by another column and compares other fields, but at least one', async () => {
    const main = createMain()
    const user = await startWithPair(main)
    await user.click(screen.getByRole('button', { name: 'Match by: POS number' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Item' }))
    await waitFor(() => {
      expect(lastQuery(main)?.by).toBe('itemName')
    })
    await user.click(screen.getByRole('button', { name: 'Fields: 9 of 9' }))
    expect(screen.getByRole('checkbox', { name: 'Item' })).toBeDisabled()
    for (const box of screen.getAllByRole('checkbox', { checked: true }))
      if (box.getAttribute('disabled') === null) await user.click(box)
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Fields: 1 of 9' })).toBeVisible()
    })
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
    expect(screen.getByRole('checkbox', { checked: true })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'All fields' }))
    await waitFor(() => {
      expect(lastQuery(main)?.columns).toHaveLength(10)
    })
  })

  it('compares the fields of the campaigns', async () => {
    const user = await startWithPair(createMain())
    await user.click(screen.getByRole('radio', { name: 'Campaign fields 2' }))
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    const texts = rows.map((row) =>
      [...row.children].map((cell) => cell.textContent.trim().replace(/\s+/gu, ' ')),
    )
    expect(texts).toEqual([
      ['Field', '2025', '2026', 'Difference'],
      ['Start', '1 Sept 2025', '2 Sept 2026', '+366 days'],
      ['Brand', 'Norvika', 'None', ''],
    ])
    expect(screen.getByText('2 different, 12 the same')).toBeVisible()
    await user.type(screen.getByRole('searchbox', { name: 'Search differences' }), 'norv{Enter}')
    await waitFor(() => {
      expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2)
    })
  })

  it('opens the item in its campaign, and shows the comparison again with Back', async () => {
    const main = createMain()
    const user = await startWithPair(main)
    await user.click(screen.getByRole('button', { name: 'Locked: 1 item' }))
    await waitFor(() => {
      expect(lines('Different items')).toHaveLength(1)
    })
    screen.getByRole('listbox', { name: 'Different items' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Autumn 2026' })
    expect(main.inputs('items.open').at(-1)?.query.campaignIds).toEqual(['k2'])
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await screen.findByRole('listbox', { name: 'Different items' })
    expect(lastQuery(main)).toMatchObject({ campaignIds: ['k1', 'k2'], column: 'isLocked' })
  })

  it('compares two selected campaigns from the list, or one with another', async () => {
    const main = createMain()
    const user = await start(main)
    const option = (name: RegExp) => within(campaignsPane()).getByRole('option', { name })
    await user.click(option(/^Kids Week/u))
    await user.keyboard('{Control>}')
    await user.click(option(/^Autumn 2025/u))
    await user.keyboard('{/Control}')
    await user.pointer({ keys: '[MouseRight]', target: option(/^Autumn 2025/u) })
    await user.click(await screen.findByRole('menuitem', { name: 'Compare…' }))
    await waitFor(() => {
      expect(lastQuery(main)?.campaignIds).toEqual(['k1', 'k3'])
    })
    await user.pointer({ keys: '[MouseRight]', target: option(/^Autumn 2026/u) })
    await user.click(await screen.findByRole('menuitem', { name: 'Compare with…' }))
    expect(await screen.findByRole('dialog', { name: 'Second campaign' })).toBeVisible()
    expect(picker('First')).toHaveTextContent('Autumn 2026')
    expect(picker('Second')).toHaveTextContent('Choose a campaign')
  })

  it('reloads after a download, reports a failure and retries', async () => {
    const main = createMain()
    const user = await startWithPair(main)
    main.answer('comparisons.open', () => {
      throw new AppError('notFound')
    })
    main.setCampaigns('c1', [BEFORE, NOW])
    await screen.findByText('Campaigns couldn’t be compared')
    main.answer('comparisons.open', () => ({ ...EMPTY_COMPARISON, start: 0 }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'No differences' })
    // A removed campaign leaves its place empty.
    main.setCampaigns('c1', [NOW])
    await screen.findByRole('heading', { name: 'Compare two campaigns' })
    expect(picker('First')).toHaveTextContent('Choose a campaign')
    expect(picker('Second')).toHaveTextContent('Autumn 2026')
  })

  it('shows that a comparison takes a while, cancels it, and starts again', async () => {
    const main = createMain()
    const comparing = answerLater(main)
    const user = await start(main)
    await user.click(screen.getByRole('button', { name: 'Compare Autumn 2025 with Autumn 2026' }))
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    expect(screen.getByText('Comparing…')).toBeVisible()
    const { violations } = await axe.run(screen.getByRole('main'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations).toEqual([])
    await user.click(cancel)
    expect(screen.getByRole('heading', { name: 'Comparison canceled' })).toBeVisible()
    expect(main.inputs('comparisons.cancel')).toEqual([{ connectionId: 'c1' }])
    // The keyboard stays in the view.
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Compare again' })).toHaveFocus()
    })
    // Neither a late result nor changed data shows a comparison.
    comparing.resolve({ ...EMPTY_COMPARISON, start: 0 })
    main.setCampaigns('c1', [{ ...BEFORE, name: 'Renamed 2025' }, NOW, OTHER])
    await waitFor(() => {
      expect(picker('First')).toHaveTextContent('Renamed 2025')
    })
    expect(screen.getByRole('heading', { name: 'Comparison canceled' })).toBeVisible()
    expect(main.inputs('comparisons.open')).toHaveLength(1)
    main.answer('comparisons.open', () => ({ ...EMPTY_COMPARISON, start: 0 }))
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'No differences' })
  })

  it('cancels a search that takes a while', async () => {
    const main = createMain()
    const user = await startWithPair(main)
    const comparing = answerLater(main)
    await user.type(screen.getByRole('searchbox', { name: 'Search differences' }), 'poster{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(main.inputs('comparisons.cancel')).toHaveLength(1)
    await user.click(screen.getByRole('radio', { name: /^Campaign fields/u }))
    comparing.resolve({ ...EMPTY_COMPARISON, start: 0 })
    expect(screen.getByRole('heading', { name: 'Comparison canceled' })).toBeVisible()
  })

  it('ends when the person leaves the view, and starts again on return', async () => {
    const main = createMain()
    const comparing = answerLater(main)
    const user = await start(main)
    await user.click(screen.getByRole('button', { name: 'Compare Autumn 2025 with Autumn 2026' }))
    await waitFor(() => {
      expect(main.inputs('comparisons.open')).toHaveLength(1)
    })
    await user.click(within(campaignsPane()).getByRole('option', { name: /^Kids Week/u }))
    await waitFor(() => {
      expect(main.inputs('comparisons.cancel')).toHaveLength(1)
    })
    comparing.resolve({ ...EMPTY_COMPARISON, start: 0 })
    main.answer('comparisons.open', () => ({ ...EMPTY_COMPARISON, start: 0 }))
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await screen.findByRole('heading', { name: 'No differences' })
  })

  it('exports the shown lines, or all differences', async () => {
    const main = createMain()
    const user = await startWithPair(main)
    await user.click(screen.getByRole('button', { name: 'Quantity: 1 item' }))
    await waitFor(() => {
      expect(lastQuery(main)?.column).toBe('qty')
    })
    const [button] = screen.getAllByRole('button', { name: 'Export' })
    if (button === undefined) throw new Error('There is no button')
    await user.click(button)
    const dialog = within(screen.getByRole('dialog', { name: 'Export comparison' }))
    await user.click(dialog.getByRole('button', { name: /^Export/u }))
    expect(main.inputs('exports.startComparison').at(-1)).toMatchObject({
      query: { list: 'different', column: 'qty' },
      withItems: true,
      campaignFields: [],
    })
    await user.click(dialog.getByRole('radio', { name: 'All differences' }))
    await user.click(dialog.getByRole('button', { name: /^Export/u }))
    expect(main.inputs('exports.startComparison').at(-1)).toMatchObject({
      query: { list: null, column: null },
      withItems: true,
      campaignFields: ['startAt', 'brand'],
    })
  })

  it('exports the shown fields of the campaigns', async () => {
    const main = createMain()
    const user = await startWithPair(main)
    await user.click(screen.getByRole('radio', { name: 'Campaign fields 2' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search differences' }), 'norv{Enter}')
    await waitFor(() => {
      expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2)
    })
    const [button] = screen.getAllByRole('button', { name: 'Export' })
    if (button === undefined) throw new Error('There is no button')
    await user.click(button)
    const dialog = within(screen.getByRole('dialog', { name: 'Export comparison' }))
    expect(dialog.getByText('Campaign fields: 1 row')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: /^Export/u }))
    expect(main.inputs('exports.startComparison').at(-1)).toMatchObject({
      withItems: false,
      campaignFields: ['brand'],
    })
  })
})
