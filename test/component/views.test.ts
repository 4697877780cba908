import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import type { SavedView, ViewQuery } from '../../electron/contract/views.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, PREFERENCES } from '../support/contract-values.ts'
import { PLAIN_VIEW as PLAIN } from '../../renderer/state/items-query.ts'
import { campaignsPane, startApp } from '../support/start-app.ts'

const BY_QUANTITY: ViewQuery = {
  ...PLAIN,
  search: 'wobbler',
  filters: allOf(hasValue('isLocked', false)),
  sort: [{ key: 'qty', direction: -1 }],
}
const VIEW: SavedView = {
  id: 'v1',
  name: 'Large wobblers',
  place: null,
  query: BY_QUANTITY,
  columns: { order: ['itemName', 'qty'], widths: {} },
}

function createMain(change: Partial<FakeMain> = {}): FakeMain {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign(), makeCampaign({ id: 'k2', name: 'Autumn' })])
  main.preferences = { ...PREFERENCES, lastView: { connectionId: 'c1', campaignId: 'k1', tab: 'items' } }
  main.answer('items.open', () => ({
    resultId: 1,
    count: 0,
    total: 9,
    qtySum: 0,
    groups: null,
    missing: null,
    missingCount: 0,
  }))
  return Object.assign(main, change)
}

const viewsButton = (name = 'View: Default'): HTMLElement => screen.getByRole('button', { name })
const menu = (): HTMLElement => screen.getByRole('menu', { name: 'Views' })
const lastQuery = (main: FakeMain): unknown => main.inputs('items.open').at(-1)?.query
const visibleColumns = (): readonly string[] =>
  within(screen.getByRole('grid', { name: 'Items' }))
    .getAllByRole('columnheader')
    .slice(1)
    .map((header) => header.textContent.trim())

async function choose(user: UserEvent, name: string, from = 'View: Default'): Promise<void> {
  await user.click(viewsButton(from))
  await user.click(within(menu()).getByRole('menuitemradio', { name }))
}

describe('views', () => {
  it('offers built-in views, shows the current one, and returns to everything', async () => {
    const main = createMain()
    const user = await startApp(main)
    await choose(user, 'Items without artwork')
    await waitFor(() => {
      expect(lastQuery(main)).toMatchObject({
        campaignIds: ['k1'],
        filters: allOf(hasValue('hasArtwork', false)),
      })
    })
    const button = await screen.findByRole('button', { name: 'View: Items without artwork' })
    await user.click(button)
    expect(within(menu()).getByRole('menuitemradio', { name: 'Items without artwork' })).toBeChecked()
    // A built-in view can be neither renamed nor deleted.
    expect(within(menu()).queryByRole('menuitem', { name: /^(?:Rename|Delete)/u })).toBeNull()
    await user.click(within(menu()).getByRole('menuitemradio', { name: 'Default' }))
    await waitFor(() => expect(lastQuery(main)).toEqual({ campaignIds: ['k1'], ...PLAIN }))
    expect(viewsButton()).toBeVisible()
  })

  it.each([
    ['Changed since last download', { filters: allOf(hasValue('unseen', true)) }],
    ['Duplicate POS numbers', { filters: allOf({ column: 'posNumber', operator: 'isDuplicated' }) }],
    ['Quantity is 0', { filters: allOf(hasValue('qty', 0)) }],
  ])('offers the built-in view “%s”', async (name, query) => {
    const main = createMain()
    const user = await startApp(main)
    await choose(user, name)
    await waitFor(() => expect(lastQuery(main)).toMatchObject(query))
    expect(await screen.findByRole('button', { name: `View: ${name}` })).toBeVisible()
    expect(screen.getByText('No items found')).toBeVisible()
  })

  it('saves the current list as a view of one campaign', async () => {
    const main = createMain()
    const user = await startApp(main)
    await choose(user, 'Locked')
    await user.click(await screen.findByRole('button', { name: 'View: Locked' }))
    await user.click(within(menu()).getByRole('menuitem', { name: 'Save this view…' }))
    const dialog = screen.getByRole('dialog', { name: 'Save this view' })
    const { violations } = await axe.run(dialog, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByText('Enter a name.')).toBeVisible()
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' Printed already ')
    await user.click(within(dialog).getByRole('radio', { name: 'This campaign' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => {
      expect(main.views.saved).toMatchObject([
        {
          name: 'Printed already',
          place: { connectionId: 'c1', campaignId: 'k1' },
          query: { filters: allOf(hasValue('isLocked', true)) },
          columns: PREFERENCES.columns,
        },
      ])
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(viewsButton('View: Printed already')).toBeVisible()
    // It belongs to one campaign.
    await user.click(within(campaignsPane()).getByText('Autumn'))
    await user.click(await screen.findByRole('button', { name: 'View: Default' }))
    expect(within(menu()).queryByRole('menuitemradio', { name: 'Printed already' })).toBeNull()
  })

  it('saves the colors of rows with a view, which is the current one only with them', async () => {
    const rowColors = [{ color: 'red', filters: allOf(hasValue('isLocked', true)) }] as const
    const list = { connectionId: 'c1', campaignId: 'k1', query: PLAIN, columns: null, rowColors }
    const main = createMain({
      views: {
        saved: [{ ...VIEW, query: PLAIN, columns: PREFERENCES.columns, rowColors: [] }],
        lists: [list],
      },
    })
    const user = await startApp(main)
    await user.click(viewsButton())
    await user.click(within(menu()).getByRole('menuitem', { name: 'Save this view…' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Colored')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(main.views.saved[1]).toMatchObject({ name: 'Colored', rowColors }))
    await choose(user, 'Large wobblers', 'View: Colored')
    expect(await screen.findByRole('button', { name: 'View: Large wobblers' })).toBeVisible()
    await choose(user, 'Colored', 'View: Large wobblers')
    expect(await screen.findByRole('button', { name: 'View: Colored' })).toBeVisible()
  })

  it('replaces a view of the same name after a warning', async () => {
    const main = createMain({ views: { saved: [VIEW], lists: [] } })
    const user = await startApp(main)
    await choose(user, 'Locked')
    await user.click(await screen.findByRole('button', { name: 'View: Locked' }))
    await user.click(within(menu()).getByRole('menuitem', { name: 'Save this view…' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'large WOBBLERS')
    expect(screen.getByText(/^Replaces the view “/u)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => {
      expect(main.views.saved).toMatchObject([
        { id: 'v1', query: { filters: allOf(hasValue('isLocked', true)) } },
      ])
    })
  })

  it('applies a saved view with its columns, renames and deletes it', async () => {
    const main = createMain({ views: { saved: [VIEW], lists: [] } })
    const user = await startApp(main)
    await choose(user, 'Large wobblers')
    await waitFor(() => expect(lastQuery(main)).toEqual({ campaignIds: ['k1'], ...BY_QUANTITY }))
    expect(visibleColumns()).toEqual(['Item', 'Quantity'])
    await user.click(await screen.findByRole('button', { name: 'View: Large wobblers' }))
    await user.click(within(menu()).getByRole('menuitem', { name: 'Rename “Large wobblers”…' }))
    const field = screen.getByRole('textbox', { name: 'Name' })
    await user.clear(field)
    await user.type(field, 'Big ones{Enter}')
    const renamed = await screen.findByRole('button', { name: 'View: Big ones' })
    expect(main.views.saved).toMatchObject([{ id: 'v1', name: 'Big ones' }])

    await user.click(renamed)
    await user.click(within(menu()).getByRole('menuitem', { name: 'Delete “Big ones”…' }))
    const dialog = screen.getByRole('dialog', { name: 'Delete view?' })
    expect(dialog).toHaveTextContent('“Big ones”')
    await user.click(within(dialog).getByRole('button', { name: 'Delete view' }))
    await waitFor(() => expect(main.views.saved).toEqual([]))
    // The list stays.
    expect(lastQuery(main)).toEqual({ campaignIds: ['k1'], ...BY_QUANTITY })
  })

  it('undoes a chosen view as one step, with its columns', async () => {
    const main = createMain({ views: { saved: [VIEW], lists: [] } })
    const user = await startApp(main)
    const previousColumns = visibleColumns()
    await choose(user, 'Large wobblers')
    await screen.findByRole('button', { name: 'View: Large wobblers' })
    expect(visibleColumns()).toEqual(['Item', 'Quantity'])
    screen.getByRole('grid', { name: 'Items' }).focus()
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(lastQuery(main)).toEqual({ campaignIds: ['k1'], ...PLAIN }))
    expect(visibleColumns()).toEqual(previousColumns)
    expect(screen.getByRole('searchbox', { name: 'Search items…' })).toHaveValue('')
    await user.keyboard('{Control>}y{/Control}')
    await screen.findByRole('button', { name: 'View: Large wobblers' })
    expect(visibleColumns()).toEqual(['Item', 'Quantity'])
  })

  it('reports that a view could not be saved, and keeps it', async () => {
    const main = createMain({ views: { saved: [VIEW], lists: [] } })
    main.answer('views.save', () => {
      throw new AppError('diskFull')
    })
    const user = await startApp(main)
    await choose(user, 'Large wobblers')
    await user.click(await screen.findByRole('button', { name: 'View: Large wobblers' }))
    await user.click(within(menu()).getByRole('menuitem', { name: /^Delete/u }))
    const dialog = screen.getByRole('dialog', { name: 'Delete view?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete view' }))
    expect(await within(dialog).findByRole('alert')).toBeVisible()
    await user.keyboard('{Escape}')
    await user.click(viewsButton('View: Large wobblers'))
    expect(within(menu()).getByRole('menuitemradio', { name: 'Large wobblers' })).toBeChecked()
  })

  it('opens a view from the palette, also of another campaign', async () => {
    const saved = [{ ...VIEW, name: 'Autumn leaves', place: { connectionId: 'c1', campaignId: 'k2' } }]
    const main = createMain({ views: { saved, lists: [] } })
    const user = await startApp(main)
    await user.keyboard('{Control>}k{/Control}')
    await user.keyboard('autumn leaves{Enter}')
    await waitFor(() => expect(lastQuery(main)).toEqual({ campaignIds: ['k2'], ...BY_QUANTITY }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Autumn')
    await user.keyboard('{Control>}k{/Control}')
    await user.keyboard('save this{Enter}')
    expect(screen.getByRole('dialog', { name: 'Save this view' })).toBeVisible()
  })
})

describe('the command palette', () => {
  it('runs commands of the list, and offers them only with a list', async () => {
    const main = createMain()
    const user = await startApp(main)
    const runCommand = async (words: string): Promise<void> => {
      await user.keyboard('{Control>}k{/Control}')
      await user.keyboard(`${words}{Enter}`)
    }
    await runCommand('group by: status')
    await waitFor(() => expect(lastQuery(main)).toMatchObject({ group: 'status' }))
    await runCommand('undo grouping')
    await waitFor(() => expect(lastQuery(main)).toMatchObject({ group: null }))
    await runCommand('freeze up to')
    await waitFor(() => expect(main.preferences.columns.frozen).toBe(1))
    await runCommand('unfreeze')
    await runCommand('fit all')
    await waitFor(() => {
      expect(main.preferences.columns.frozen).toBeUndefined()
      expect(Object.keys(main.preferences.columns.widths)).toHaveLength(visibleColumns().length)
    })
    await runCommand('choose columns')
    expect(await screen.findByRole('dialog', { name: 'Columns' })).toBeVisible()
    await user.keyboard('{Escape}')
    await runCommand('search mode: pattern')
    await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search items…' })).toHaveFocus())
    expect(screen.getByRole('button', { name: 'Search mode: Pattern' })).toBeVisible()
    await user.keyboard('{Control>}1{/Control}{Control>}k{/Control}')
    await user.keyboard('group by:')
    expect(await screen.findByText('Nothing matches “group by:”.')).toBeVisible()
  })
})

describe('saved lists', () => {
  it('are restored for each campaign, and after a restart', async () => {
    const main = createMain()
    const user = await startApp(main)
    await choose(user, 'Locked')
    await screen.findByRole('button', { name: 'View: Locked' })
    await user.click(within(campaignsPane()).getByText('Autumn'))
    await waitFor(() => expect(lastQuery(main)).toEqual({ campaignIds: ['k2'], ...PLAIN }))
    await choose(user, 'Items without artwork')
    await user.click(within(campaignsPane()).getByText('Summer 2026'))
    await waitFor(() => {
      expect(lastQuery(main)).toEqual({
        campaignIds: ['k1'],
        ...PLAIN,
        filters: allOf(hasValue('isLocked', true)),
      })
    })
    await waitFor(() => {
      expect(main.views.lists).toMatchObject([
        { campaignId: 'k2', query: { filters: allOf(hasValue('hasArtwork', false)) }, columns: null },
        { campaignId: 'k1', query: { filters: allOf(hasValue('isLocked', true)) }, columns: null },
      ])
    })
  })

  it('are removed when they have no query', async () => {
    const lists = [{ connectionId: 'c1', campaignId: 'k1', query: BY_QUANTITY, columns: null }]
    const main = createMain({ views: { saved: [], lists } })
    const user = await startApp(main)
    expect(lastQuery(main)).toEqual({ campaignIds: ['k1'], ...BY_QUANTITY })
    await choose(user, 'Default')
    await waitFor(() => expect(main.views.lists).toEqual([]))
  })

  it('start with the query of an earlier version', async () => {
    const main = createMain()
    main.preferences = { ...main.preferences, lastView: { ...main.preferences.lastView, query: BY_QUANTITY } }
    await startApp(main)
    expect(lastQuery(main)).toEqual({ campaignIds: ['k1'], ...BY_QUANTITY })
    await waitFor(() => expect(main.views.lists).toMatchObject([{ campaignId: 'k1', query: BY_QUANTITY }]))
  })

  it('keep their columns; others use the columns changed last', async () => {
    const columns = { order: ['itemName', 'qty'], widths: {} } as const
    const lists = [{ connectionId: 'c1', campaignId: 'k1', query: PLAIN, columns }]
    const user = await startApp(createMain({ views: { saved: [], lists } }))
    expect(visibleColumns()).toEqual(['Item', 'Quantity'])
    await user.click(within(campaignsPane()).getByText('Autumn'))
    await waitFor(() => expect(visibleColumns()).toEqual(['POS number', 'Item', 'Quantity', 'Status']))
  })
})
