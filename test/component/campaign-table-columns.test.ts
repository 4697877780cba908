import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CampaignCell } from '../../electron/contract/campaign-query.ts'
import {
  DEFAULT_CAMPAIGN_TABLE,
  type CampaignTablePreferences,
  type CampaignTableView,
} from '../../electron/contract/campaign-table.ts'
import { DEFAULT_PREFERENCES, preferencesSchema } from '../../electron/contract/preferences.ts'
import { startOfDay } from '../../electron/contract/local-days.ts'
import * as v from 'valibot'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeMain } from '../support/fake-main.ts'
import { startApp } from '../support/start-app.ts'
import { lastTableQuery, tableGrid, tableNames, tableRows, type TableQuery } from './campaign-table-stage.ts'

/** The start of a day some days from now. */
const dayFromNow = (days: number): string => new Date(startOfDay(Date.now(), days)).toISOString()

const CELLS: Readonly<Record<string, Readonly<Record<string, CampaignCell>>>> = {
  k1: {
    name: 'Summer sun',
    season: 'Summer',
    record: 'fetched',
    nextDate: dayFromNow(3),
    dispatchBy: dayFromNow(3),
    endAt: dayFromNow(40),
    '/publicationStatus': '"published"',
    '/x-legacy/oldNumber': '7',
    '/x-legacy/imported': 'true',
  },
  k2: {
    name: 'Winter',
    season: 'Sun',
    record: 'fetched',
    '/publicationStatus': '"draft"',
    '/x-legacy/oldNumber': '12',
  },
  k3: { name: 'Spring', record: 'never' },
}

let main: FakeMain
let user: UserEvent

const hits = (): readonly string[] =>
  [...tableGrid().querySelectorAll('mark')].map((mark) => mark.textContent)
const lastQuery = (): TableQuery | undefined => lastTableQuery(main)
const stored = (): CampaignTablePreferences => main.preferences.campaignTable

async function runCommand(words: string): Promise<void> {
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), `>${words}{Enter}`)
}

async function start(views: readonly CampaignTableView[] = []): Promise<void> {
  main = new FakeMain([makeConnection(), makeConnection({ id: 'c2', name: 'Other' })])
  main.campaigns.set(
    'c1',
    ['k1', 'k2', 'k3'].map((id) => makeCampaign({ id })),
  )
  main.campaigns.set('c2', [makeCampaign({ id: 'k9' })])
  main.preferences = { ...main.preferences, campaignTable: { ...DEFAULT_CAMPAIGN_TABLE, views } }
  main.answer('campaigns.query', ({ columns }) => ({
    rows: Object.entries(CELLS).map(([id, cells]) => ({
      id,
      cells: columns.map((column) => cells[column] ?? null),
    })),
    total: 3,
  }))
  main.answer('campaigns.fields', () => ({
    fields: [
      { key: '/publicationStatus', example: 'published', count: 2 },
      { key: '/x-legacy/imported', example: 'Yes', count: 1 },
      { key: '/x-legacy/oldNumber', example: '7', count: 2 },
    ],
    sampleSize: 2,
    total: 2,
  }))
  user = await startApp(main)
  await user.click(screen.getByRole('option', { name: /^All campaigns/u }))
  await waitFor(() => expect(tableNames()).toHaveLength(3))
}

beforeEach(() => stubLayout())

describe('undocumented fields in the table of campaigns', () => {
  it('are chosen as columns, and sort, group and undo like others', async () => {
    await start()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const field = await screen.findByRole('checkbox', { name: 'x-legacy › oldNumber' })
    expect(screen.getByText('From all 2 campaigns.')).toBeVisible()
    await user.click(field)
    await user.click(screen.getByRole('checkbox', { name: 'publicationStatus' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(tableRows()[0]).toHaveTextContent('published'))
    await waitFor(() =>
      expect(stored().columns.order.slice(-2)).toEqual(['/x-legacy/oldNumber', '/publicationStatus']),
    )

    await user.click(screen.getByRole('button', { name: /Name order/u }))
    await user.click(screen.getByRole('menuitemradio', { name: 'publicationStatus' }))
    await waitFor(() => expect(lastQuery()?.query.sort[0]?.key).toBe('/publicationStatus'))
    await user.click(screen.getByRole('button', { name: 'Group' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'x-legacy › oldNumber' }))
    await waitFor(() =>
      expect(tableNames()).toEqual([
        '7',
        'Summer sun',
        '12',
        'Winter',
        'x-legacy › oldNumber: not set',
        'Spring',
      ]),
    )
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(stored().group).toBeNull())
    await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
    await waitFor(() => expect(stored().columns.order).not.toContain('/publicationStatus'))
    expect(stored().columns.order).toContain('/x-legacy/oldNumber')
  })

  it('are filtered by their values without being shown', async () => {
    await start()
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('button', { name: 'Add filter' }))
    await user.click(await screen.findByRole('option', { name: 'publicationStatus' }))
    await user.click(screen.getByRole('button', { name: 'Choose values' }))
    await user.click(await screen.findByRole('checkbox', { name: 'draft, 1' }))
    await waitFor(() =>
      expect(lastQuery()?.query.filters.conditions).toEqual([
        { column: '/publicationStatus', operator: 'is', values: ['"draft"'] },
      ]),
    )
    await user.keyboard('{Escape}{Escape}')
    expect(
      screen.getByRole('button', { name: /^Remove the filter publicationStatus is draft/u }),
    ).toBeVisible()
  })
})

describe('the next date', () => {
  it('is shown with its day, its name and how far it is', async () => {
    await start()
    const [first, second, third] = tableRows()
    expect(first).toHaveTextContent(/Dispatch by: .+, in 3 days/u)
    expect(first).toHaveTextContent('in 3 d')
    const nones = (row: HTMLElement | undefined): number =>
      row === undefined ? 0 : within(row).getAllByText('None').length
    // The download is None in both rows; a date is known to be missing only in a fetched record.
    expect([nones(second), nones(third)]).toEqual([2, 1])
    expect(lastQuery()?.dates).toEqual([...DEFAULT_PREFERENCES.campaignDates])
  })
})

describe('commands of a list', () => {
  it('act on the table of campaigns while it is shown', async () => {
    await start()
    await runCommand('group by: season')
    await waitFor(() => expect(stored().group).toBe('season'))
    await runCommand('collapse all')
    await waitFor(() => expect(tableNames()).toEqual(['Summer', 'Sun', 'Season: not set']))
    await runCommand('stop grouping')
    await waitFor(() => expect(stored().group).toBeNull())
    await runCommand('sort by: quantity')
    await waitFor(() => expect(stored().query.sort).toEqual([{ key: 'quantity', direction: 1 }]))
    await runCommand('row height')
    await waitFor(() => expect(stored().rowHeight).toBe('normal'))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(stored().rowHeight).toBe('roomy'))
    await runCommand('unfreeze')
    await waitFor(() => expect(stored().columns.frozen).toBeUndefined())
    await runCommand('select all')
    expect(await screen.findByText('3 of 3 selected')).toBeVisible()
    await runCommand('invert')
    expect(await screen.findByText('3 campaigns')).toBeVisible()
    await runCommand('search mode: pattern')
    await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search campaigns…' })).toHaveFocus())
    await runCommand('choose columns')
    expect(await screen.findByRole('dialog', { name: 'Columns' })).toBeVisible()
    await user.keyboard('{Escape}')
    await runCommand('save this view')
    expect(await screen.findByRole('dialog', { name: 'Save view' })).toBeVisible()
  })

  it('that do not apply to the table are not offered there', async () => {
    await start()
    await user.keyboard('{Control>}k{/Control}')
    for (const words of ['row colors', 'clear the filters', 'order by marks', 'view artwork', 'captions']) {
      await user.clear(screen.getByRole('combobox'))
      await user.keyboard(`>${words}`)
      expect(await screen.findByText(`Nothing matches “${words}”.`)).toBeVisible()
    }
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('>search campaigns')
    expect(await screen.findByRole('option', { name: /^Search campaigns/u })).toBeVisible()
  })

  it('are in the menus of the table too', async () => {
    await start()
    tableGrid().focus()
    await user.keyboard('{Control>}a{/Control}{Shift>}{F10}{/Shift}')
    await user.click(screen.getByRole('menuitem', { name: /^Invert selection/u }))
    expect(await screen.findByText('3 campaigns')).toBeVisible()
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(screen.getByRole('menuitem', { name: /^Copy as table/u }))
    expect(await screen.findByText('1 campaign copied')).toBeVisible()
    expect(main.inputs('campaigns.copy')).toEqual([
      {
        connectionId: 'c1',
        campaignIds: ['k1'],
        columns: DEFAULT_CAMPAIGN_TABLE.columns.order,
        dates: DEFAULT_PREFERENCES.campaignDates,
      },
    ])
    await user.click(screen.getByRole('columnheader', { name: /^Items/u }))
    await user.keyboard('{Control>}{Shift>}c{/Shift}{/Control}')
    expect(await screen.findByText('Cell copied')).toBeVisible()
  })
})

describe('hits of a search of campaigns', () => {
  it('are highlighted for words, patterns and fields', async () => {
    await start()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(screen.getByRole('checkbox', { name: 'Season' }))
    await user.keyboard('{Escape}')
    const field = screen.getByRole('searchbox', { name: 'Search campaigns…' })
    const search = async (text: string): Promise<void> => {
      await user.clear(field)
      await user.type(field, text)
      await waitFor(() => expect(lastQuery()?.query.search).toBe(text))
    }
    await search('sun')
    await waitFor(() => expect(hits()).toEqual(['sun', 'Sun']))
    await search('season:sun')
    await waitFor(() => expect(hits()).toEqual(['Sun']))
    await runCommand('search mode: pattern')
    await search('s.n$')
    await waitFor(() => expect(hits()).toEqual(['sun', 'Sun']))
  })
})

describe('saved views of the table', () => {
  const view = (name: string, connectionId?: string): CampaignTableView => ({
    name,
    query: DEFAULT_CAMPAIGN_TABLE.query,
    group: 'season',
    columns: DEFAULT_CAMPAIGN_TABLE.columns,
    ...(connectionId === undefined ? {} : { connectionId }),
  })
  const offered = async (): Promise<readonly (string | null)[]> => {
    await user.click(screen.getByRole('button', { name: /^View: /u }))
    const items = screen.getAllByRole('menuitemradio').map((item) => item.textContent.trim())
    await user.keyboard('{Escape}')
    return items
  }

  it('of earlier versions are read, and belong to all connections', () => {
    const earlier = {
      ...DEFAULT_PREFERENCES,
      campaignTable: { ...DEFAULT_CAMPAIGN_TABLE, views: [view('Old')] },
    }
    expect(v.parse(preferencesSchema, structuredClone(earlier)).campaignTable.views).toEqual([view('Old')])
  })

  it('are offered in their connection, and in all', async () => {
    await start([view('Everywhere'), view('Here', 'c1'), view('Elsewhere', 'c2')])
    expect(await offered()).toEqual(['Default', 'Everywhere', 'Here'])
  })

  it('are saved for the connection or for all, and undo leaves those of other connections', async () => {
    await start([view('Elsewhere', 'c2')])
    await user.click(screen.getByRole('button', { name: /^View: /u }))
    await user.click(screen.getByRole('menuitem', { name: 'Save as view…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save view' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Mine{Enter}')
    await waitFor(() => expect(stored().views).toHaveLength(2))
    expect(stored().views.map(({ name, connectionId }) => [name, connectionId])).toEqual([
      ['Elsewhere', 'c2'],
      ['Mine', 'c1'],
    ])
    await runCommand('save this view')
    const again = await screen.findByRole('dialog', { name: 'Save view' })
    await user.click(within(again).getByRole('radio', { name: 'All connections' }))
    await user.clear(within(again).getByRole('textbox', { name: 'Name' }))
    await user.type(within(again).getByRole('textbox', { name: 'Name' }), 'Shared{Enter}')
    await waitFor(() => expect(stored().views).toHaveLength(3))
    expect(stored().views.find(({ name }) => name === 'Shared')).not.toHaveProperty('connectionId')
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(stored().views.map(({ name }) => name)).toEqual(['Elsewhere', 'Mine']))
  })

  it('of another window, and its columns, are not changed by undo, and its columns are loaded', async () => {
    await start()
    await user.click(screen.getByRole('columnheader', { name: /^Name/u }))
    await waitFor(() => expect(stored().query.sort).toHaveLength(1))
    const { order } = DEFAULT_CAMPAIGN_TABLE.columns
    const columns = { ...DEFAULT_CAMPAIGN_TABLE.columns, order: [...order, '/publicationStatus' as const] }
    main.emit('preferences.changed', {
      campaignTable: { ...stored(), columns, views: [view('Other window')] },
    })
    await waitFor(() => expect(tableRows()[0]).toHaveTextContent('published'))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(stored().query.sort).toEqual([]))
    expect(stored().columns).toEqual(columns)
    expect(stored().views).toEqual([view('Other window')])
  })
})
