import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import type { CampaignCell } from '../../electron/contract/campaign-query.ts'
import type { CampaignTablePreferences } from '../../electron/contract/campaign-table.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { FakeMain } from '../support/fake-main.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'
import { lastTableQuery, tableGrid, tableNames, tableRows, type TableQuery } from './campaign-table-stage.ts'

/** The cells of each campaign by column. */
const CELLS: Readonly<Record<string, Readonly<Record<string, CampaignCell>>>> = {
  k1: {
    name: 'Summer 2026',
    status: 2,
    season: 'Summer',
    region: ['North', 'South'],
    items: 900,
    quantity: 4_000,
    withArtwork: 92.7,
    withoutArtwork: 66,
    artworkDue: '2020-01-01T00:00:00Z',
    unseenChanges: 7,
    downloaded: 'complete',
    downloadedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  },
  k2: {
    name: 'Été – Plage',
    status: 9,
    season: 'Summer',
    items: 7,
    itemsAtService: 10,
    quantity: 100,
    withArtwork: 100,
    unseenChanges: 0,
    downloaded: 'incomplete',
  },
  k3: { name: null, downloaded: 'no' },
}

const CAMPAIGNS: readonly CampaignSummary[] = [
  makeCampaign(),
  makeCampaign({ id: 'k2', name: 'Été – Plage', copy: 'incomplete', itemCount: 7 }),
  makeCampaign({ id: 'k3', name: null, reference: null, shortReference: null, copy: 'none' }),
]

let main: FakeMain
let user: UserEvent

const queries = (): number => main.calls.filter(({ name }) => name === 'campaigns.query').length
const lastQuery = (): TableQuery | undefined => lastTableQuery(main)
const stored = (): CampaignTablePreferences => main.preferences.campaignTable

beforeEach(async () => {
  stubLayout()
  main = new FakeMain([
    makeConnection({
      labels: {
        campaignStatus: [{ value: 2, name: 'Live', color: 'green' }],
        campaignState: [],
        itemStatus: [],
      },
    }),
  ])
  main.campaigns.set('c1', CAMPAIGNS)
  main.answer('campaigns.query', ({ columns, query }) => {
    if (query.search === '(') throw new AppError('searchInvalid')
    const ids = ['k1', 'k2', 'k3'].filter((id) =>
      String(CELLS[id]?.['name']).toLowerCase().includes(query.search),
    )
    if (query.sort[0]?.direction === -1) ids.reverse()
    return {
      rows: ids.map((id) => ({ id, cells: columns.map((column) => CELLS[id]?.[column] ?? null) })),
      total: 3,
    }
  })
  user = await startApp(main)
  await user.click(screen.getByRole('option', { name: /^All campaigns/u }))
  await waitFor(() => expect(tableNames()).toHaveLength(3))
})

describe('the table of campaigns', () => {
  it('shows what is known of each campaign', () => {
    expect(tableNames()).toEqual(['Summer 2026', 'Été – Plage', 'Unnamed (k3)'])
    const [first, second, third] = tableRows()
    expect(first).toHaveTextContent('Live')
    expect(first).toHaveTextContent('92%')
    expect(first).toHaveTextContent('Artwork is overdue')
    expect(first).toHaveTextContent('2 h ago')
    expect(second).toHaveTextContent('Status 9')
    expect(second).toHaveTextContent('7 of 10')
    expect(second).not.toHaveTextContent('Artwork is overdue')
    expect(third).toHaveTextContent('Not downloaded')
    expect(screen.getByText('907 items, quantity 4,100')).toBeVisible()
    for (const name of [/^Quantity/u, /^Changes/u])
      expect(screen.getByRole('columnheader', { name })).toHaveClass('number')
    expect(screen.getByRole('columnheader', { name: /^Artwork/u })).not.toHaveClass('number')
  })

  it('is what the commands to export and to print act on', async () => {
    await user.keyboard('{Control>}e{/Control}')
    const dialog = await screen.findByRole('dialog', { name: 'Export campaigns' })
    expect(dialog).toHaveTextContent('This table: 3 campaigns')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    main.emit('menu.command', { command: 'printList' })
    const page = await screen.findByRole('dialog', { name: 'Campaigns to read or print' })
    expect(within(page).getByRole('button', { name: /^Web page/u })).toBeVisible()
    expect(tableNames()).toHaveLength(3)
  })

  it('offers to fetch the details that were never fetched, once, and not for a selection', async () => {
    const fetchDetails = { name: 'Fetch details (1)' }
    expect(screen.queryByRole('button', fetchDetails)).toBeNull()
    main.setCampaigns('c1', [
      ...CAMPAIGNS.slice(0, 2),
      makeCampaign({ id: 'k3', name: null, copy: 'none', recordState: 'never' }),
    ])
    await user.click(await screen.findByRole('button', fetchDetails))
    expect(main.inputs('downloads.fetchDetails')).toEqual([{ connectionId: 'c1', campaignIds: ['k3'] }])
    await waitFor(() => expect(screen.getByRole('button', fetchDetails)).toHaveAttribute('aria-busy', 'true'))
    tableGrid().focus()
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(screen.queryByRole('button', fetchDetails)).toBeNull())
  })

  it('sorts by a header, and cycles the direction', async () => {
    await user.click(screen.getByRole('columnheader', { name: /^Items/u }))
    await waitFor(() => expect(lastQuery()?.query.sort).toEqual([{ key: 'items', direction: 1 }]))
    await user.click(screen.getByRole('columnheader', { name: /^Items/u }))
    await waitFor(() => expect(tableNames()).toEqual(['Unnamed (k3)', 'Été – Plage', 'Summer 2026']))
    expect(screen.getByRole('columnheader', { name: /^Items/u })).toHaveAttribute('aria-sort', 'descending')
    await waitFor(() => expect(stored().query.sort).toEqual([{ key: 'items', direction: -1 }]))
  })

  it('searches while typing, and reports a pattern that cannot be used', async () => {
    const field = screen.getByRole('searchbox', { name: 'Search campaigns…' })
    await user.type(field, 'plage')
    await waitFor(() => expect(tableNames()).toEqual(['Été – Plage']))
    expect(screen.getByText('1 of 3 campaigns')).toBeVisible()
    await user.clear(field)
    await user.type(field, 'zzz')
    await user.click(await screen.findByText('Clear search'))
    await waitFor(() => expect(tableNames()).toHaveLength(3))
    await user.type(field, '(')
    expect((await screen.findAllByText(/search isn’t valid/u)).length).toBeGreaterThan(0)
    expect(tableNames()).toHaveLength(3)
  })

  it('groups by a column, with the sums of each group, and collapses groups by keyboard', async () => {
    await user.click(screen.getByRole('button', { name: 'Group' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Season' }))
    await waitFor(() =>
      expect(tableNames()).toEqual([
        'Summer',
        'Summer 2026',
        'Été – Plage',
        'Season: not set',
        'Unnamed (k3)',
      ]),
    )
    expect(tableRows()[0]).toHaveTextContent('2 campaigns · 907 items · quantity 4,100')
    tableGrid().focus()
    await user.keyboard('{Home}{ArrowUp}{ArrowLeft}')
    await waitFor(() => expect(tableNames()).toEqual(['Summer', 'Season: not set', 'Unnamed (k3)']))
  })

  it('selects by keyboard and check boxes, and adds up what is selected', async () => {
    tableGrid().focus()
    await user.keyboard(' {ArrowDown} ')
    expect(screen.getByText('2 of 3 selected')).toBeVisible()
    await user.keyboard('{Control>}a{/Control}')
    expect(screen.getByText('3 of 3 selected')).toBeVisible()
    main.emit('data.changed', { connectionId: 'c1', campaignIds: null })
    await waitFor(() => expect(queries()).toBeGreaterThan(1))
    expect(screen.getByText('3 of 3 selected')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.getByText('3 campaigns')).toBeVisible()
  })

  it('opens the active campaign, and is unchanged after coming back', async () => {
    tableGrid().focus()
    await user.keyboard(' {Enter}')
    expect(await screen.findByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
    await user.click(screen.getByRole('option', { name: /^All campaigns/u }))
    await waitFor(() => expect(tableNames()).toHaveLength(3))
    expect(screen.getByText('1 of 3 selected')).toBeVisible()
  })

  it('offers the menu of a campaign, and of several', async () => {
    tableGrid().focus()
    await user.keyboard('{Shift>}{F10}{/Shift}')
    const menu = screen.getByRole('menu', { name: 'Actions for Summer 2026' })
    expect(within(menu).getByRole('menuitem', { name: /^Open items/u })).toBeVisible()
    await user.keyboard('{Escape}{Control>}a{/Control}{Shift>}{F10}{/Shift}')
    expect(screen.getByRole('menu', { name: 'Actions for 3 campaigns' })).toBeVisible()
  })

  it('shows and hides columns, and requests their values', async () => {
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(screen.getByRole('checkbox', { name: 'Region' }))
    await waitFor(() => expect(tableRows()[0]).toHaveTextContent('North; South'))
    await user.click(screen.getByRole('checkbox', { name: 'Quantity' }))
    expect(screen.queryByRole('columnheader', { name: /^Quantity/u })).toBeNull()
    await waitFor(() => expect(stored().columns.order).toContain('region'))
  })

  it('filters by values with their counts, and shows the conditions as chips', async () => {
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('button', { name: 'Add filter' }))
    await user.click(await screen.findByRole('option', { name: 'Status' }))
    await user.click(screen.getByRole('button', { name: 'Choose values' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Live, 1' }))
    await waitFor(() =>
      expect(lastQuery()?.query.filters.conditions).toEqual([
        { column: 'status', operator: 'is', values: [2] },
      ]),
    )
    await user.keyboard('{Escape}{Escape}')
    await user.click(screen.getByRole('button', { name: 'Remove the filter Status is Live' }))
    await waitFor(() => expect(lastQuery()?.query.filters.conditions).toEqual([]))
  })

  it('offers the columns of a filter in the groups of the overview', async () => {
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('button', { name: 'Add filter' }))
    const headings = within(screen.getByRole('listbox', { name: 'Add filter' }))
      .getAllByRole('group')
      .map((group) => group.getAttribute('aria-label'))
    expect(headings.slice(0, 4)).toEqual(['Identity', 'Status and flags', 'Classification', 'Dates'])
    expect(headings.at(-1)).toBe('On this computer')
    await user.keyboard('reviewed{Enter}')
    expect(await screen.findByRole('button', { name: 'Column: Reviewed, %' })).toBeVisible()
  })

  it('saves, applies and deletes views', async () => {
    await user.click(screen.getByRole('columnheader', { name: /^Items/u }))
    await user.click(screen.getByRole('button', { name: 'View: Custom' }))
    await user.click(screen.getByRole('menuitem', { name: 'Save as view…' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'By size{Enter}')
    await waitFor(() => expect(stored().views.map(({ name }) => name)).toEqual(['By size']))
    await user.click(screen.getByRole('button', { name: 'View: By size' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Default' }))
    await waitFor(() => expect(lastQuery()?.query.sort).toEqual([]))
    await user.click(screen.getByRole('button', { name: 'View: Default' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'By size' }))
    await waitFor(() => expect(lastQuery()?.query.sort).toEqual([{ key: 'items', direction: 1 }]))
    await user.click(screen.getByRole('button', { name: 'View: By size' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete view “By size”' }))
    await waitFor(() => expect(stored().views).toEqual([]))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(stored().views.map(({ name }) => name)).toEqual(['By size']))
  })

  it('undoes changes of the table in order, also from another view', async () => {
    const field = screen.getByRole('searchbox', { name: 'Search campaigns…' })
    await user.type(field, 'e')
    await waitFor(() => expect(stored().query.search).toBe('e'))
    await user.click(screen.getByRole('columnheader', { name: /^Items/u }))
    await waitFor(() => expect(stored().query.sort).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Group' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Season' }))
    await waitFor(() => expect(stored().group).toBe('season'))
    await user.click(screen.getByRole('option', { name: /^Home/u }))
    await waitFor(() => expect(screen.queryByRole('treegrid', { name: 'Campaigns' })).toBeNull())

    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(screen.getByRole('grid', { name: 'Campaigns' })).toBeVisible())
    await waitFor(() => expect(stored().group).toBeNull())
    expect(stored().query).toMatchObject({ search: 'e', sort: [{ key: 'items' }] })
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(stored().query.sort).toEqual([]))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(stored().query.search).toBe(''))
    expect(screen.getByRole('searchbox', { name: 'Search campaigns…' })).toHaveValue('')
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(tableNames()).toEqual(['Summer 2026', 'Été – Plage']))
    await waitFor(() => expect(stored().query.search).toBe('e'))
  })

  it('reports a failure, and loads again', async () => {
    main.answer('campaigns.query', () => {
      throw new AppError('internal')
    })
    await user.click(screen.getByRole('columnheader', { name: /^Name/u }))
    expect(await screen.findByText('Campaigns couldn’t be shown')).toBeVisible()
    main.answerByDefault('campaigns.query')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('Campaigns couldn’t be shown')).toBeNull())
  })
})
