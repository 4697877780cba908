import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { CampaignCell, CampaignRow } from '../../electron/contract/campaign-query.ts'
import { allOf } from '../../electron/contract/filter-tree.ts'
import { DAY_MS } from '../../electron/contract/instant.ts'
import { makeCampaign, makeConnection, makeExport, PREFERENCES } from '../support/contract-values.ts'
import { FakeMain } from '../support/fake-main.ts'
import { startApp } from '../support/start-app.ts'

const NOW = Date.now()
const iso = (days: number): string => new Date(NOW + days * DAY_MS).toISOString()

type Cells = Readonly<Record<string, CampaignCell>>

const ROWS: Readonly<Record<string, Cells>> = {
  k1: {
    name: 'Black Week',
    reference: 'BW-18',
    status: 3,
    season: 'Winter',
    items: 1_400,
    withoutArtwork: 130,
    lockedItems: 287,
    isActive: true,
    artworkDue: iso(-40),
    finishBy: iso(13),
    dispatchBy: iso(38),
    startAt: iso(48),
    endAt: iso(57),
  },
  k2: { name: 'Kids Week', season: 'Autumn', artworkDue: iso(30), dispatchBy: iso(20), items: 5 },
  k3: { name: 'Without dates', artworkDue: 'soon' },
}

beforeEach(() => {
  // jsdom has no layout: the timeline is 1,000 pixels wide.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function showTimeline(
  rows: Readonly<Record<string, Cells>> = ROWS,
): Promise<{ readonly main: FakeMain; readonly user: UserEvent }> {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set(
    'c1',
    Object.entries(rows).map(([id, { name }]) => makeCampaign({ id, name: String(name) })),
  )
  main.preferences = {
    ...PREFERENCES,
    lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId: null, tab: 'timeline' },
    campaignTable: { ...PREFERENCES.campaignTable, connectionId: 'c1', group: 'season' },
  }
  main.answer('campaigns.query', ({ columns, query }) => {
    const found = Object.entries(rows).filter(
      ([, cells]) =>
        String(cells['name']).toLowerCase().includes(query.search.toLowerCase()) &&
        (query.filters.conditions.length === 0 || cells['season'] === 'Winter'),
    )
    return {
      rows: found.map(([id, cells]): CampaignRow => ({
        id,
        cells: columns.map((column) => cells[column] ?? null),
      })),
      total: Object.keys(rows).length,
    }
  })
  const user = await startApp(main)
  return { main, user }
}

const grid = (): Promise<HTMLElement> => screen.findByRole('grid', { name: 'Timeline of campaigns' })
const mark = (name: RegExp): HTMLElement => screen.getByRole('gridcell', { name })
const activeCell = (element: HTMLElement): HTMLElement | null =>
  document.getElementById(element.getAttribute('aria-activedescendant') ?? '')

describe('the timeline', () => {
  it('has a lane for each campaign, in its group, with a mark for each date', async () => {
    await showTimeline()
    const rows = within(await grid()).getAllByRole('row')
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent.trim())).toEqual([
      'Autumn 1',
      'Kids Week',
      'Winter 1',
      'Black Week',
      'Season: not set 1',
      'Without dates',
    ])
    expect(mark(/^Finish by .*, in 13 days, 1,113 of 1,400 items not locked$/u)).toBeVisible()
    expect(mark(/^Artwork due .*, 40 days ago, overdue, 130 of 1,400 items without artwork$/u)).toBeVisible()
    expect(mark(/^Artwork due .*, in 30 days, wrong order/u)).toBeVisible()
    expect(screen.getByRole('button', { name: '1 overdue' })).toBeEnabled()
    expect(screen.getByRole('button', { name: '1 in the wrong order' })).toBeEnabled()
    const { violations } = await axe.run(screen.getByRole('tabpanel'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([])
  })

  it('explains a date, and leads to its items', async () => {
    const { main, user } = await showTimeline()
    await grid()
    await user.click(mark(/^Finish by/u))
    const details = screen.getByRole('dialog', { name: 'Dates of Black Week' })
    expect(details).toHaveTextContent('BW-18')
    expect(details).toHaveTextContent('in 13 days')
    expect(details).toHaveTextContent('1,113 of 1,400 items not locked')
    expect(details).toHaveTextContent(/Artwork due .*: 130 without artwork/u)
    expect(details).toHaveTextContent(/Then Dispatch by .*Start .*End/u)
    await user.click(within(details).getByRole('button', { name: 'Show 1,113 items' }))
    await waitFor(() => {
      expect(main.inputs('items.open').at(-1)?.query).toMatchObject({
        campaignIds: ['k1'],
        filters: allOf({ column: 'isLocked', operator: 'isNot', values: [true] }),
      })
    })
  })

  it('is moved through with the keyboard, and opens details and campaigns', async () => {
    const { user } = await showTimeline()
    const timeline = await grid()
    timeline.focus()
    expect(activeCell(timeline)).toHaveTextContent('Autumn')
    await user.keyboard('{ArrowDown}')
    expect(activeCell(timeline)).toHaveTextContent('Kids Week')
    await user.keyboard('{ArrowRight}')
    expect(activeCell(timeline)).toHaveAccessibleName(/^Dispatch by/u)
    await user.keyboard('{ArrowRight}')
    expect(activeCell(timeline)).toHaveAccessibleName(/^Artwork due .* in 30 days/u)
    // The nearest date of the next campaign; a group has none.
    await user.keyboard('{ArrowDown}')
    expect(activeCell(timeline)).toHaveTextContent('Winter')
    await user.keyboard('{ArrowDown}{End}')
    expect(activeCell(timeline)).toHaveAccessibleName(/–/u)
    await user.keyboard('{Enter}')
    expect(screen.getByRole('dialog', { name: 'Dates of Black Week' })).toHaveTextContent(
      /Start .* in 48 days/u,
    )
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(timeline).toHaveFocus()
    await user.keyboard('{Home}{Enter}')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Black Week'))
  })

  it('collapses a group, and groups by something else or by nothing', async () => {
    const { user } = await showTimeline()
    await grid()
    await user.click(screen.getByText('Winter'))
    expect(screen.queryByText('Black Week', { selector: '.plot *, [data-stop="name"] *' })).toBeNull()
    expect(screen.getByRole('rowheader', { name: /^Winter/u })).toHaveAttribute('aria-expanded', 'false')
    await user.click(screen.getByRole('button', { name: 'Group: Season' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Status' }))
    expect(await screen.findByRole('rowheader', { name: /^Status 3/u })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Group: Status' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'No groups' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
  })

  it('zooms with keys, buttons and levels', async () => {
    const { user } = await showTimeline()
    const timeline = await grid()
    const slider = screen.getByRole('slider', { name: 'Zoom' })
    const before = Number((slider as HTMLInputElement).value)
    timeline.focus()
    await user.keyboard('+')
    const closer = Number((slider as HTMLInputElement).value)
    expect(closer).toBeGreaterThan(before)
    await user.keyboard('-')
    expect(Number((slider as HTMLInputElement).value)).toBeCloseTo(before, 5)
    await user.click(screen.getByRole('button', { name: 'Zoom in' }))
    expect(Number((slider as HTMLInputElement).value)).toBeCloseTo(closer, 5)
    await user.click(screen.getByRole('button', { name: 'Weeks' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Quarters' }))
    expect(slider).toHaveAttribute('aria-valuetext', 'Quarters')
  })

  it('shows only overdue campaigns, and the same dates as a table', async () => {
    const { user } = await showTimeline()
    await grid()
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    const table = screen.getByRole('grid', { name: 'Dates of campaigns' })
    const lines = (): readonly (string | null)[][] =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('gridcell')
            .slice(1)
            .map((cell) => cell.textContent.trim()),
        )
    expect(lines()).toEqual([
      ['Black Week', 'Artwork due', '40 days ago', 'Overdue'],
      ['Black Week', 'Finish by', 'in 13 days', 'Upcoming'],
      ['Kids Week', 'Dispatch by', 'in 20 days', 'Wrong order'],
      ['Kids Week', 'Artwork due', 'in 30 days', 'Wrong order'],
      ['Black Week', 'Dispatch by', 'in 38 days', 'Upcoming'],
      ['Black Week', 'Start', 'in 48 days', 'Upcoming'],
      ['Black Week', 'End', 'in 57 days', 'Upcoming'],
      ['Without dates', 'Artwork due', '', 'Not a date'],
    ])
    await user.click(screen.getByRole('button', { name: 'Campaign' }))
    expect(screen.getByRole('columnheader', { name: 'Campaign' })).toHaveAttribute('aria-sort', 'ascending')
    expect(lines()[5]?.[0]).toBe('Kids Week')
    await user.click(screen.getByRole('button', { name: '1 overdue' }))
    expect(lines()).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: 'Show as timeline' }))
    expect(within(await grid()).getAllByRole('row')).toHaveLength(2)
  })

  it('undoes and redoes its filter and the order of its table, also from another view', async () => {
    const { user } = await showTimeline()
    await grid()
    const overdue = (): HTMLElement => screen.getByRole('button', { name: '1 overdue' })
    const sortedBy = (): string | undefined =>
      screen
        .queryAllByRole('columnheader')
        .find((header) => header.getAttribute('aria-sort') !== 'none')
        ?.textContent.trim()
    await user.click(overdue())
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    await user.click(screen.getByRole('button', { name: 'Campaign' }))
    expect(sortedBy()).toBe('Campaign')
    await user.click(screen.getByRole('button', { name: 'Show as timeline' }))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(sortedBy()).toBe('Date'))
    expect(overdue()).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('tab', { name: 'Table' }))
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByRole('tab', { name: 'Timeline', selected: true })
    await waitFor(() => expect(overdue()).toHaveAttribute('aria-pressed', 'false'))
    await user.keyboard('{Control>}y{/Control}')
    await waitFor(() => expect(overdue()).toHaveAttribute('aria-pressed', 'true'))
  })

  it('finds campaigns, and offers to clear a search without matches', async () => {
    const { user } = await showTimeline()
    await grid()
    const search = screen.getByRole('searchbox', { name: 'Search campaigns…' })
    await user.type(search, 'kids')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    await user.type(search, ' nothing')
    expect(await screen.findByText('No campaigns match')).toBeVisible()
    await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(6))
  })

  it('shows the campaigns of the table, and undoes a filter in the view where it is', async () => {
    const { main, user } = await showTimeline()
    await grid()
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('button', { name: 'Add filter' }))
    await user.click(await screen.findByRole('option', { name: 'Season' }))
    await user.click(screen.getByRole('button', { name: 'Choose values' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Winter, 1' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    const shown = main.inputs('campaigns.query').findLast(({ columns }) => columns.includes('dispatchBy'))
    expect(shown?.query.filters.conditions).toEqual([
      { column: 'season', operator: 'is', values: ['Winter'] },
    ])
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Remove the filter Season is Winter' })).toBeVisible()

    await user.click(screen.getByRole('tab', { name: 'Table' }))
    expect(await screen.findByRole('treegrid', { name: 'Campaigns' })).toHaveAttribute('aria-rowcount', '3')
    expect(screen.getByRole('button', { name: 'Remove the filter Season is Winter' })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Timeline' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    expect(main.inputs('campaigns.query').at(-1)?.columns).toContain('dispatchBy')

    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(6))
    expect(screen.getByRole('grid', { name: 'Timeline of campaigns' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Remove the filter/u })).toBeNull()
  })

  it('returns to the table to undo what the timeline does not show', async () => {
    const { user } = await showTimeline()
    await grid()
    await user.click(screen.getByRole('tab', { name: 'Table' }))
    await user.click(await screen.findByRole('columnheader', { name: /^Items/u }))
    await user.click(screen.getByRole('tab', { name: 'Timeline' }))
    await grid()
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByRole('treegrid', { name: 'Campaigns' })).toBeVisible()
  })

  it('says that there are no dates', async () => {
    await showTimeline({ k3: { name: 'Without dates' } })
    expect(await screen.findByText('No dates to show')).toBeVisible()
  })

  it('offers to fetch details that were never fetched', async () => {
    const { main, user } = await showTimeline({ k3: { name: 'Without dates' } })
    expect(await screen.findByText('No dates to show')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Fetch details/u })).toBeNull()

    main.setCampaigns('c1', [
      makeCampaign({ id: 'k3', copy: 'none', recordState: 'never' }),
      makeCampaign({ id: 'k4', copy: 'none', recordState: 'forbidden' }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Fetch details (1)' }))
    expect(main.inputs('downloads.fetchDetails')).toEqual([{ connectionId: 'c1', campaignIds: ['k3'] }])
  })

  it('shows a failure, and tries again', async () => {
    const { main, user } = await showTimeline()
    await grid()
    main.answer('campaigns.query', () => {
      throw new AppError('cacheUnavailable')
    })
    main.setCampaigns('c1', [makeCampaign()])
    expect(await screen.findByText('Dates couldn’t be loaded')).toBeVisible()
    main.answer('campaigns.query', () => ({ rows: [], total: 0 }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('Dates couldn’t be loaded')).toBeNull())
  })

  it('saves the shown dates as a calendar', async () => {
    const { main, user } = await showTimeline()
    await grid()
    main.answer('timeline.saveCalendar', () =>
      makeExport({ form: 'timeline', fileName: 'Dates.ics', state: 'done' }),
    )
    await user.click(screen.getByRole('button', { name: '1 overdue' }))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(screen.getByRole('menuitem', { name: /^Calendar/u }))
    expect(main.inputs('timeline.saveCalendar')).toEqual([
      {
        connectionId: 'c1',
        query: expect.objectContaining({ search: '' }),
        campaignIds: ['k1'],
        dates: PREFERENCES.campaignDates,
      },
    ])
    expect(await screen.findByText('Saved Dates.ics.')).toBeVisible()
  })
})
