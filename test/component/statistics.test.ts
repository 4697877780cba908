import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrangeTable, limitRows } from '../../electron/app/statistics-table.ts'
import type { ApiInput } from '../../electron/contract/api.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import type { FacetValue } from '../../electron/contract/filters.ts'
import {
  MAX_STATISTIC_ROWS,
  type StatisticRow,
  type StatisticsTable,
} from '../../electron/contract/statistics.ts'
import { makeCampaign, makeConnection, makeExport, PREFERENCES } from '../support/contract-values.ts'
import { FakeMain } from '../support/fake-main.ts'
import { startApp } from '../support/start-app.ts'

interface Item {
  readonly elementName: string | null
  readonly status: number | null
  readonly campaign: string
  readonly hasArtwork: boolean
  readonly updatedDay: string
  readonly qty: number
}

const ITEMS: readonly Item[] = [
  { elementName: 'Poster', status: 1, campaign: 'k1', hasArtwork: true, updatedDay: '2026-08-03', qty: 100 },
  { elementName: 'Poster', status: 2, campaign: 'k1', hasArtwork: false, updatedDay: '2026-08-03', qty: 20 },
  { elementName: 'Poster', status: 1, campaign: 'k2', hasArtwork: true, updatedDay: '2026-08-02', qty: 30 },
  {
    elementName: 'Wobbler',
    status: null,
    campaign: 'k2',
    hasArtwork: true,
    updatedDay: '2026-07-01',
    qty: 7,
  },
]

/** Answers as main does, with a plain count in the order of the values. */
function tableOf(items: readonly Item[], { query }: ApiInput<'statistics.read'>): StatisticsTable {
  const [hidden] = query.filters.conditions
  const excluded: readonly FacetValue[] =
    hidden !== undefined && 'values' in hidden && hidden.operator === 'isNot' ? hidden.values : []
  const shown = items.filter(({ status }) => !excluded.includes(status))
  const second = query.keys[1] ?? 'status'
  const rowsOf = (list: readonly Item[], keys: readonly string[]): readonly StatisticRow[] => {
    const groups = Map.groupBy(list, (item) => JSON.stringify(keys.map((key) => item[key as keyof Item])))
    return [...groups]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, group]) => ({
        values: JSON.parse(name) as FacetValue[],
        count: group.length,
        qtySum: group.reduce((sum, { qty }) => sum + qty, 0),
      }))
  }
  const series = rowsOf(second === 'status' ? items : shown, [second]).map(({ values, count, qtySum }) => ({
    value: values[0] ?? null,
    count,
    qtySum,
  }))
  return limitRows(arrangeTable({ rows: rowsOf(shown, query.keys), series }, query), MAX_STATISTIC_ROWS)
}

async function showStatistics(
  campaignId: string | null = null,
  items: readonly Item[] = ITEMS,
): Promise<{ readonly main: FakeMain; readonly user: UserEvent }> {
  const labels = [
    { value: 1, name: 'Approved', color: 'green' as const },
    { value: 2, name: 'Canceled', color: 'red' as const },
  ]
  const main = new FakeMain([
    makeConnection({ labels: { itemStatus: labels, campaignStatus: [], campaignState: [] } }),
  ])
  main.campaigns.set('c1', [
    makeCampaign({ id: 'k1', name: 'Summer' }),
    makeCampaign({ id: 'k2', name: 'Winter' }),
    makeCampaign({ id: 'k3', name: 'Not here', copy: 'none' }),
  ])
  main.preferences = {
    ...PREFERENCES,
    lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId, tab: 'statistics' },
  }
  main.answer('statistics.read', (input) => tableOf(items, input))
  const user = await startApp(main)
  await screen.findByRole('toolbar', { name: 'Legend: status' })
  return { main, user }
}

const chart = (): HTMLElement => screen.getByRole('grid', { name: 'Quantity by element and status' })
const bar = (name: string): HTMLElement => within(chart()).getByRole('button', { name })
const legendEntry = (name: RegExp): HTMLElement =>
  within(screen.getByRole('toolbar', { name: 'Legend: status' })).getByRole('button', { name })
const lastBars = (main: FakeMain) =>
  main.inputs('statistics.read').findLast(({ view }) => view === 'bars')?.query

describe('the statistics', () => {
  it('state the numbers of each bar and of its parts', async () => {
    await showStatistics()
    expect(bar('Poster: 150 pieces in 3 items, 95%')).toBeVisible()
    expect(bar('Poster, Approved: 130 pieces in 2 items, 82%')).toBeVisible()
    expect(bar('Poster, Canceled: 20 pieces in 1 item, 12%')).toBeVisible()
    expect(bar('Wobbler, No status: 7 pieces in 1 item, 4%')).toBeVisible()
    expect(
      within(screen.getByRole('grid', { name: 'Artwork coverage' })).getByRole('button', {
        name: 'Summer: 50% with artwork, 1 without',
      }),
    ).toBeVisible()
    expect(
      within(screen.getByRole('grid', { name: 'Items updated by day' })).getByRole('button', {
        name: '3 Aug 2026: 2 items',
      }),
    ).toBeEnabled()
    const { violations } = await axe.run(screen.getByRole('tabpanel'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([])
  })

  it('hatch a status without a name, and one that the person made red', async () => {
    await showStatistics()
    const patternOf = (name: string) => bar(name).getAttribute('data-pattern')
    expect(patternOf('Poster, Approved: 130 pieces in 2 items, 82%')).toBe('solid')
    expect(patternOf('Poster, Canceled: 20 pieces in 1 item, 12%')).toBe('hatch')
    expect(patternOf('Wobbler, No status: 7 pieces in 1 item, 4%')).toBe('outline')
  })

  it('report incomplete campaigns and those that are not downloaded, and lead to them', async () => {
    const { main, user } = await showStatistics()
    const lastFilters = () =>
      main.inputs('campaigns.query').findLast(({ view }) => view === 'campaigns')?.query
    expect(screen.queryByRole('button', { name: /incomplete/u })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '1 campaign not downloaded' }))
    await screen.findByRole('tab', { name: 'Table', selected: true })
    await waitFor(() =>
      expect(lastFilters()?.filters).toEqual({
        match: 'all',
        conditions: [{ column: 'downloaded', operator: 'is', values: ['no'] }],
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Back' }))
    main.setCampaigns('c1', [
      makeCampaign({ id: 'k1', name: 'Summer', copy: 'incomplete' }),
      makeCampaign({ id: 'k2', name: 'Winter', copy: 'incomplete' }),
      makeCampaign({ id: 'k3', name: 'Not here', copy: 'none' }),
      makeCampaign({ id: 'k4', name: 'Nor here', copy: 'none' }),
    ])
    const incomplete = await screen.findByRole('button', { name: '2 campaigns incomplete' })
    expect(incomplete.parentElement).toHaveTextContent(/^2 campaigns incomplete 2 campaigns not downloaded$/u)
    await user.click(incomplete)
    await waitFor(() => expect(lastFilters()?.filters.conditions).toMatchObject([{ values: ['incomplete'] }]))
  })

  it('report only counted campaigns that are incomplete', async () => {
    const { main, user } = await showStatistics('k1')
    expect(screen.queryByRole('button', { name: /not downloaded/u })).not.toBeInTheDocument()
    main.setCampaigns('c1', [
      makeCampaign({ id: 'k1', name: 'Summer', copy: 'incomplete' }),
      makeCampaign({ id: 'k2', name: 'Winter', copy: 'incomplete' }),
    ])
    await user.click(await screen.findByRole('button', { name: '1 campaign incomplete' }))
    await waitFor(() =>
      expect(main.inputs('campaigns.query').at(-1)?.query.filters.conditions).toEqual([
        { column: 'downloaded', operator: 'is', values: ['incomplete'] },
        { column: '_id', operator: 'is', values: ['k1'] },
      ]),
    )
  })

  it('lead to the rows of a part', async () => {
    const { main, user } = await showStatistics()
    await user.click(bar('Poster, Canceled: 20 pieces in 1 item, 12%'))
    await waitFor(() =>
      expect(main.inputs('items.open').at(-1)?.query).toMatchObject({
        campaignIds: null,
        filters: allOf(hasValue('elementName', 'Poster'), hasValue('status', 2)),
      }),
    )
  })

  it('lead to the items of a campaign without artwork', async () => {
    const { main, user } = await showStatistics()
    await user.click(screen.getByRole('button', { name: 'Summer: 50% with artwork, 1 without' }))
    await waitFor(() =>
      expect(main.inputs('items.open').at(-1)?.query).toMatchObject({
        campaignIds: ['k1'],
        filters: allOf(hasValue('hasArtwork', false)),
      }),
    )
  })

  it('are shown again as they were left', async () => {
    const { main, user } = await showStatistics()
    await user.click(screen.getByRole('radio', { name: 'Items' }))
    await waitFor(() => expect(lastBars(main)?.measure).toBe('items'))
    await user.click(screen.getByRole('button', { name: /^Wobbler: 7 pieces/u }))
    await screen.findByRole('grid', { name: 'Items' })
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await screen.findByRole('grid', { name: 'Items by element and status' })
    expect(lastBars(main)?.measure).toBe('items')
  })

  it('move the focus between bars by keyboard, with one stop for the Tab key', async () => {
    const { user } = await showStatistics()
    const first = bar('Poster: 150 pieces in 3 items, 95%')
    expect(
      within(chart())
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toEqual([first])
    first.focus()
    await user.keyboard('{ArrowRight}')
    expect(bar('Poster, Approved: 130 pieces in 2 items, 82%')).toHaveFocus()
    await user.keyboard('{End}')
    expect(bar('Poster, Canceled: 20 pieces in 1 item, 12%')).toHaveFocus()
    await user.keyboard('{Home}{ArrowDown}')
    expect(bar('Wobbler: 7 pieces in 1 item, 4%')).toHaveFocus()
  })

  it('hide a status with a click in the legend, as a filter', async () => {
    const { main, user } = await showStatistics()
    await user.click(legendEntry(/^Canceled/u))
    await waitFor(() =>
      expect(lastBars(main)?.filters).toEqual(allOf({ column: 'status', operator: 'isNot', values: [2] })),
    )
    expect(await within(chart()).findByRole('button', { name: /^Poster: 130 pieces/u })).toBeVisible()
    // It can be shown again.
    expect(legendEntry(/^Canceled: 20 pieces/u)).toHaveAttribute('aria-pressed', 'false')
    await user.click(screen.getByRole('button', { name: 'Remove the filter Status is not Canceled' }))
    expect(await within(chart()).findByRole('button', { name: /^Poster: 150 pieces/u })).toBeVisible()
  })

  it('show only the status of a double-click, or of Shift and Enter', async () => {
    const { main, user } = await showStatistics()
    await user.dblClick(legendEntry(/^Canceled/u))
    await waitFor(() => expect(lastBars(main)?.filters).toEqual(allOf(hasValue('status', 2))))
    await user.dblClick(legendEntry(/^Canceled/u))
    await waitFor(() => expect(lastBars(main)?.filters.conditions).toEqual([]))
    legendEntry(/^Approved/u).focus()
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    await waitFor(() => expect(lastBars(main)?.filters).toEqual(allOf(hasValue('status', 1))))
  })

  it('undo and redo each change, also from another view', async () => {
    const { main, user } = await showStatistics()
    const shown = () => ({ filters: lastBars(main)?.filters.conditions.length, keys: lastBars(main)?.keys })
    const undo = (): Promise<void> => user.keyboard('{Control>}z{/Control}')
    await user.click(legendEntry(/^Canceled/u))
    await user.click(screen.getByRole('button', { name: 'Split by: Element, Status' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'None' }))
    await waitFor(() => expect(shown()).toEqual({ filters: 1, keys: ['elementName'] }))
    await undo()
    await waitFor(() => expect(shown()).toEqual({ filters: 1, keys: ['elementName', 'status'] }))
    await user.click(screen.getByRole('tab', { name: 'Table' }))
    await undo()
    await screen.findByRole('tab', { name: 'Statistics', selected: true })
    await waitFor(() => expect(shown()).toEqual({ filters: 0, keys: ['elementName', 'status'] }))
    await user.keyboard('{Control>}y{/Control}')
    await waitFor(() => expect(shown().filters).toBe(1))
  })

  it('undo a double-click in the legend at once', async () => {
    const { main, user } = await showStatistics()
    await user.dblClick(legendEntry(/^Canceled/u))
    await waitFor(() => expect(lastBars(main)?.filters).toEqual(allOf(hasValue('status', 2))))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(lastBars(main)?.filters.conditions).toEqual([]))
  })

  it('count chosen campaigns', async () => {
    const { main, user } = await showStatistics()
    await user.click(screen.getByRole('button', { name: 'All 2 campaigns' }))
    await user.click(screen.getByRole('checkbox', { name: 'Winter' }))
    await waitFor(() => expect(lastBars(main)?.campaignIds).toEqual(['k1']))
    expect(screen.queryByRole('checkbox', { name: 'Not here' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Winter' }))
    await waitFor(() => expect(lastBars(main)?.campaignIds).toBeNull())
  })

  it('are split by other dimensions', async () => {
    const { main, user } = await showStatistics()
    await user.click(screen.getByRole('button', { name: 'Split by: Element, Status' }))
    await user.click(screen.getAllByRole('menuitemradio', { name: 'Campaign' })[0] ?? document.body)
    expect(await screen.findByRole('grid', { name: 'Quantity by campaign and status' })).toBeVisible()
    expect(lastBars(main)?.keys).toEqual(['campaign', 'status'])
    await user.click(screen.getByRole('button', { name: /^Summer: 120 pieces/u }))
    await waitFor(() =>
      expect(main.inputs('items.open').at(-1)?.query).toMatchObject({
        campaignIds: ['k1'],
        filters: allOf(),
      }),
    )
  })

  it('are copied and exported as a table', async () => {
    const { main, user } = await showStatistics('k1')
    main.answer('statistics.export', () => makeExport())
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    await user.click(screen.getByRole('button', { name: 'Copy as table' }))
    await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Export' }))
    await user.click(screen.getByRole('menuitem', { name: 'CSV file…' }))
    const query = {
      campaignIds: ['k1'],
      filters: allOf(),
      keys: ['elementName', 'status'],
      measure: 'quantity',
      order: 'measure',
    }
    expect(main.inputs('statistics.copy')).toEqual([{ connectionId: 'c1', query }])
    expect(main.inputs('statistics.export')).toEqual([
      { connectionId: 'c1', query, format: 'csv', suggestedName: 'Summer statistics' },
    ])
  })

  it('show the numbers of a plain loop in the table', async () => {
    const item = fc.record<Item>({
      elementName: fc.constantFrom('Poster', 'Wobbler', 'Banner', null),
      status: fc.constantFrom(1, 2, 9, null),
      campaign: fc.constantFrom('k1', 'k2'),
      hasArtwork: fc.boolean(),
      updatedDay: fc.constantFrom('2026-08-01', '2026-08-02'),
      qty: fc.nat(5_000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 40 }), async (items) => {
        document.body.replaceChildren()
        const { user } = await showStatistics(null, items)
        await user.click(screen.getByRole('button', { name: 'Show as table' }))
        const [header, ...rows] = within(screen.getByRole('grid', { name: 'Statistics' })).getAllByRole('row')
        const names = within(header ?? document.body)
          .getAllByRole('columnheader')
          .map(({ textContent }) => textContent.trim())
        const statuses = new Map([
          ['Approved', 1],
          ['Canceled', 2],
          ['Status 9', 9],
          ['No status', null],
        ])
        expect(rows).toHaveLength(new Set(items.map(({ elementName }) => elementName)).size)
        for (const row of rows) {
          const name = within(row).getByRole('rowheader').textContent.trim()
          const ofRow = items.filter(({ elementName }) => (elementName ?? 'No element') === name)
          const cells = within(row)
            .getAllByRole('gridcell')
            .map(({ textContent }) => textContent.trim())
          for (const [index, cell] of cells.entries()) {
            const column = names[index + 1] ?? ''
            const status = statuses.get(column)
            const counted = status === undefined ? ofRow : ofRow.filter((each) => each.status === status)
            if (column === 'Share') continue
            const number =
              column === 'Items' ? counted.length : counted.reduce((sum, { qty }) => sum + qty, 0)
            expect(cell, `${name}, ${column}`).toBe(
              counted.length === 0 ? '–' : number.toLocaleString('en-GB'),
            )
          }
        }
      }),
      { numRuns: 6 },
    )
  })

  it('report why nothing is counted, and try again', async () => {
    const { main, user } = await showStatistics()
    main.answer('statistics.read', () => {
      throw new AppError('cacheUnavailable')
    })
    await user.click(screen.getByRole('radio', { name: 'Items' }))
    const alerts = await screen.findAllByRole('alert')
    expect(alerts[0]).toHaveTextContent('Items couldn’t be counted')
    main.answer('statistics.read', (input) => tableOf(ITEMS, input))
    await user.click(within(alerts[0] ?? document.body).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('grid', { name: 'Items by element and status' })).toBeVisible()
  })

  it('offer to clear filters that match nothing', async () => {
    const { main, user } = await showStatistics()
    main.answer('statistics.read', (input) =>
      tableOf(input.query.filters.conditions.length > 0 ? [] : ITEMS, input),
    )
    await user.click(legendEntry(/^Canceled/u))
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('button', { name: /^Poster: 150 pieces/u })).toBeVisible()
  })
})
