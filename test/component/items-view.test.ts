import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ItemResult } from '../../electron/contract/query.ts'
import { AppModel } from '../../renderer/state/app.svelte.ts'
import ItemsView from '../../renderer/views/items/ItemsView.svelte'
import { EMPTY_RESULT } from '../support/contract-values.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { CONNECTION, FakeItemsMain, makeRow, makeRows } from './fake-items-main.ts'
import { connectedApp, listFooter, openExport, renderItems, searchBox, showItems } from './items-stage.ts'
import { appContext } from '../support/app-context.ts'

let main: FakeItemsMain
let app: AppModel

async function show(rows = makeRows(200), campaignId: string | null = 'k1'): Promise<HTMLElement> {
  main = new FakeItemsMain(rows)
  const stage = await showItems(main, rows.length, campaignId)
  app = stage.app
  return stage.grid
}

/** A vertical position within a line of the grid, in CSS pixels. */
const offsetOf = (line: Element): number => {
  const lineHeight = 28
  const headerHeight = 24
  return headerHeight + (Number(line.getAttribute('aria-rowindex')) - 2) * lineHeight + lineHeight / 2
}

const rowCount = (grid: HTMLElement): number => Number(grid.getAttribute('aria-rowcount')) - 1

beforeEach(() => {
  stubLayout()
})

describe('the items view', () => {
  it('shows rows, totals and the details of the first row', async () => {
    const grid = await show()
    expect(rowCount(grid)).toBe(200)
    expect(listFooter()).toHaveTextContent('200 items Quantity 19,900')
    const details = screen.getByRole('complementary', { name: 'Item details' })
    expect(details).toHaveTextContent('Wobbler 0')
    expect(details).toHaveTextContent('1 of 200')
    await waitFor(() => expect(details).toHaveTextContent(/mystery.*deep.*42/))
  })

  it('does not look for a requested item in another list that is opened meanwhile', async () => {
    main = new FakeItemsMain(makeRows(200))
    app = connectedApp(main)
    const { rerender } = renderItems(app)
    await screen.findByRole('grid', { name: 'Items' })
    const opened = Promise.withResolvers<ItemResult>()
    main.answer('items.open', () => opened.promise)
    main.emit('data.changed', { connectionId: CONNECTION.id, campaignIds: null })
    app.frame.action('showItem')?.(4_711)
    main.answerByDefault('items.open')
    await rerender({ campaignId: 'k2' })
    opened.resolve(EMPTY_RESULT)
    await waitFor(() => expect(main.inputs('items.open').at(-1)?.query.campaignIds).toEqual(['k2']))
    await userEvent.type(searchBox(), 'wobbler 1')
    await waitFor(() => expect(listFooter()).toHaveTextContent(/of 200 items/))
    expect(JSON.stringify(main.inputs('items.locate'))).not.toContain('4711')
  })

  it('searches while typing, and clears with Escape', async () => {
    const grid = await show()
    await userEvent.type(searchBox(), 'wobbler 1')
    await waitFor(() => expect(listFooter()).toHaveTextContent(/of 200 items/))
    expect(rowCount(grid)).toBeLessThan(200)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(rowCount(grid)).toBe(200))
    expect(searchBox()).toHaveValue('')
  })

  it('reports an invalid pattern below the field, and keeps the rows', async () => {
    const grid = await show()
    await userEvent.click(screen.getByRole('button', { name: /^Search mode/ }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: /^Pattern/ }))
    await userEvent.type(searchBox(), '((')
    expect(searchBox()).not.toHaveAccessibleDescription()
    await waitFor(() => expect(searchBox()).toHaveAccessibleDescription(/a bracket is not closed/))
    expect(searchBox()).toHaveAccessibleDescription(/Showing the list without a search\./)
    expect(searchBox()).not.toHaveAttribute('aria-invalid')
    expect(rowCount(grid)).toBe(200)
  })

  it('reports a slow search, and keeps the rows', async () => {
    const grid = await show()
    let answer = (): void => undefined
    const waiting = new Promise<void>((resolve) => {
      answer = resolve
    })
    main.answer('items.open', async () => {
      await waiting
      throw new AppError('searchTooSlow')
    })
    await userEvent.type(searchBox(), 'wobbler')
    expect(await screen.findByText('Searching…')).toBeVisible()
    expect(rowCount(grid)).toBe(200)
    answer()
    await waitFor(() => expect(searchBox()).toHaveAccessibleDescription(/Simplify the pattern/))
    expect(screen.queryByText('Searching…')).toBeNull()
    expect(rowCount(grid)).toBe(200)
  })

  it('shows how much of a long search is done, until Escape replaces it', async () => {
    const grid = await show()
    main.answer('items.open', () => new Promise<never>(() => undefined))
    let done = 0
    main.answer('items.progress', () => done)
    await userEvent.type(searchBox(), 'itemId:x')
    const progress = await screen.findByRole('progressbar', { name: 'Searching…' })
    expect(progress).not.toHaveAttribute('aria-valuenow')
    done = 0.4
    expect(await screen.findByText('Searching… 40%')).toBeVisible()
    expect(progress).toHaveAttribute('aria-valuenow', '40')
    main.answerByDefault('items.open')
    await userEvent.keyboard('{Escape}{Escape}')
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(searchBox()).toHaveValue('')
    expect(rowCount(grid)).toBe(200)
  })

  it('reports that nothing was found, and clears the search', async () => {
    const grid = await show()
    await userEvent.type(searchBox(), 'nobody')
    expect(await screen.findByText('No items match “nobody”')).toBeInTheDocument()
    expect(rowCount(grid)).toBe(0)
    await userEvent.click(screen.getByText('Clear search'))
    await waitFor(() => expect(rowCount(grid)).toBe(200))
    expect(grid).toHaveFocus()
  })

  it('filters by values of a column, shown as removable chips', async () => {
    const grid = await show()
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
    const builder = within(screen.getByRole('dialog', { name: 'Filter' }))
    for (const [column, value] of [
      ['Status', 'Draft, 50'],
      ['Element', /^empty/u],
    ] as const) {
      await userEvent.click(builder.getByRole('button', { name: 'Add filter' }))
      await userEvent.click(screen.getByRole('option', { name: column }))
      await userEvent.click(builder.getByRole('button', { name: 'Choose values' }))
      await fireEvent.click(await screen.findByRole('checkbox', { name: value }))
      await userEvent.keyboard('{Escape}')
    }
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Status is Draft' }))
    await waitFor(() => expect(rowCount(grid)).toBe(100))
    expect(app.views.stateOf({ connectionId: 'c1', campaignId: 'k1' })?.query.filters).toEqual(
      allOf(hasValue('elementName', null)),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(rowCount(grid)).toBe(200))
  })

  it('starts a new search with text typed in the list', async () => {
    const grid = await show()
    await userEvent.type(searchBox(), 'poster')
    await userEvent.keyboard('{Enter}')
    expect(grid).toHaveFocus()
    await userEvent.keyboard('wobbler 1')
    expect(searchBox()).toHaveFocus()
    expect(searchBox()).toHaveValue('wobbler 1')
  })

  it('copies one cell, and inverts the selection', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{Control>}{Home}{Shift>}c{/Shift}{/Control}')
    expect(main.inputs('app.copyText')).toEqual([{ text: '000000000000' }])
    expect(listFooter()).toHaveTextContent('Cell copied')
    await userEvent.keyboard(' {ArrowDown} {Control>}{Shift>}a{/Shift}{/Control}')
    await userEvent.keyboard('{Control>}c{/Control}')
    expect(main.inputs('items.copy').at(-1)).toMatchObject({ ranges: [[2, 199]] })
  })

  it('freezes columns up to one, saves that with the list, and unfreezes them', async () => {
    const grid = await show()
    const header = (name: RegExp): HTMLElement => within(grid).getByRole('columnheader', { name })
    const choose = async (name: RegExp, what: string): Promise<void> => {
      await fireEvent.contextMenu(header(name))
      await userEvent.click(screen.getByRole('menuitem', { name: what }))
    }
    await choose(/^Item/u, 'Freeze up to this column')
    const left = (name: RegExp): string => header(name).style.getPropertyValue('inset-inline-start')
    expect([left(/^POS/u), left(/^Item/u), left(/^Quantity/u)]).toEqual([
      '28px',
      expect.stringMatching(/px$/u),
      '',
    ])
    expect(app.views.stateOf({ connectionId: 'c1', campaignId: 'k1' })?.columns?.frozen).toBe(2)
    await choose(/^Quantity/u, 'Unfreeze columns')
    expect(left(/^POS/u)).toBe('')
  })

  it('fits all columns at once', async () => {
    const grid = await show()
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Item' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Fit all columns' }))
    const widths = app.views.stateOf({ connectionId: 'c1', campaignId: 'k1' })?.columns?.widths ?? {}
    expect(Object.keys(widths)).toHaveLength(within(grid).getAllByRole('columnheader').length - 1)
  })

  it('shows thumbnails of items with artwork', async () => {
    const grid = await show([
      makeRow(0, { hasArtwork: true }),
      makeRow(1, { hasArtwork: null, artworkNames: 'front.pdf' }),
      makeRow(2, { hasArtwork: false }),
    ])
    const pictures = (): (string | null)[] =>
      [...grid.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))
    await waitFor(() =>
      expect(pictures()).toEqual(['campaign-desk://picture/c1/1000/0', 'campaign-desk://picture/c1/1001/0']),
    )
    // A thumbnail that fails leaves an empty space.
    const [first] = grid.querySelectorAll('img')
    if (first !== undefined) await fireEvent.error(first)
    expect(pictures()).toEqual(['campaign-desk://picture/c1/1001/0'])
  })

  it('divides names at the words that all share and at the repeated element', async () => {
    main = new FakeItemsMain([
      makeRow(0, { itemName: 'Solenne Sun Stick – Shelf – Coast', elementName: 'Shelf' }),
      makeRow(1, { itemName: 'Sun Mist', elementName: null }),
    ])
    main.answer('items.sharedWords', () => 'Solenne ')
    main.install()
    app = new AppModel()
    renderItems(app)
    const grid = await screen.findByRole('grid', { name: 'Items' })
    await waitFor(() => expect(grid.querySelector('.name-shared')).toHaveTextContent('Solenne'))
    const parts = [...grid.querySelectorAll('.row .cell.name > .text > [class^=name-]')]
    expect(parts.map(({ className, textContent }) => [className, textContent])).toEqual([
      ['name-shared', 'Solenne '],
      ['name-start', 'Sun Stick'],
      ['name-middle', ' – Shelf'],
      ['name-end', ' – Coast'],
      ['name-start', 'Sun Mist'],
    ])
    expect(within(grid).getByText('Sun Stick').closest('.cell')).toHaveTextContent(
      /^Solenne Sun Stick – Shelf – Coast$/u,
    )
  })

  it('shows the value before an unseen change in the details', async () => {
    main = new FakeItemsMain([makeRow(0, { qty: 12, status: 3 })])
    main.unseenChanges = [{ key: 1_000, kind: 'changed', columns: ['qty', 'status'] }]
    const row = main.rows[0] ?? makeRow(0)
    main.answer('items.get', () => ({
      row,
      artworks: [],
      artworkCount: 0,
      previousValues: { qty: '420', status: '1' },
      json: '{}',
      fetchedAt: 0,
    }))
    main.install()
    app = new AppModel()
    renderItems(app)
    const details = await screen.findByRole('complementary', { name: 'Item details' })
    expect(await within(details).findByText('was 420')).toBeVisible()
    expect(within(details).getByText('was Draft')).toBeVisible()
  })

  it('shows the shares of the statuses, and only or again all rows of one by mouse and by keyboard', async () => {
    const rows = [1, 2, 2, 3, 3, 3].map((status, index) => makeRow(index, { status }))
    const grid = await show([...rows, makeRow(6, { status: null })])
    const strip = screen.getByRole('toolbar', { name: 'Items by status' })
    const names = (): (string | null)[] =>
      within(strip)
        .queryAllByRole('button')
        .map((part) => part.getAttribute('aria-label'))
    await waitFor(() =>
      expect(names()).toEqual([
        'Draft: 1 item',
        'Status 2: 2 items',
        'Status 3: 3 items',
        'No status: 1 item',
      ]),
    )
    await userEvent.click(within(strip).getByRole('button', { name: /^Status 3/ }))
    await waitFor(() => expect(rowCount(grid)).toBe(3))
    await waitFor(() => expect(names()).toEqual(['Status 3: 3 items']))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(names()).toHaveLength(4))
    within(strip)
      .getByRole('button', { name: /^Draft/ })
      .focus()
    await userEvent.keyboard('{ArrowRight} ')
    await waitFor(() => expect(rowCount(grid)).toBe(2))
  })

  it('shows sum, average and range of the quantities of a selection', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await waitFor(() =>
      expect(listFooter()).toHaveTextContent('200 selected Sum 19,900 Average 100 Range 0–199'),
    )
  })

  it('reloads only after downloads of its campaigns', async () => {
    const grid = await show()
    main.rows = [...main.rows, makeRow(9_001)]
    main.emit('data.changed', { connectionId: CONNECTION.id, campaignIds: ['another'] })
    main.emit('data.changed', { connectionId: 'another', campaignIds: null })
    expect(main.inputs('items.open')).toHaveLength(1)
    main.emit('data.changed', { connectionId: CONNECTION.id, campaignIds: ['k1'] })
    await waitFor(() => expect(rowCount(grid)).toBe(201))
  })

  it('keeps selection and rows when a status is renamed', async () => {
    main = new FakeItemsMain(makeRows(50))
    main.install()
    app = new AppModel()
    const { rerender } = render(ItemsView, {
      props: { connection: CONNECTION, campaignId: 'k1' },
      context: appContext(app),
    })
    const grid = await screen.findByRole('grid', { name: 'Items' })
    grid.focus()
    await userEvent.keyboard('{ArrowDown} ')
    const itemStatus = [{ value: 2, name: 'Ready', color: 'green' as const }]
    await rerender({
      connection: { ...CONNECTION, labels: { ...CONNECTION.labels, itemStatus } },
      campaignId: 'k1',
    })
    expect(grid).toHaveTextContent('Ready')
    expect(listFooter()).toHaveTextContent('1 selected')
    expect(main.inputs('items.open')).toHaveLength(1)
  })

  it('restores scroll position and search when it is shown again', async () => {
    main = new FakeItemsMain(makeRows(500))
    main.install()
    app = new AppModel()
    const props = { connection: CONNECTION, campaignId: 'k1' }
    const first = render(ItemsView, { props, context: appContext(app) })
    const grid = await screen.findByRole('grid', { name: 'Items' })
    await userEvent.type(searchBox(), 'poster')
    await waitFor(() => expect(listFooter()).toHaveTextContent('333 of 500 items'))
    grid.scrollTop = 100 * 28
    await fireEvent.scroll(grid)
    first.unmount()
    render(ItemsView, { props, context: appContext(app) })
    const again = screen.getByRole('grid', { name: 'Items' })
    expect(again.scrollTop).toBe(100 * 28)
    expect(rowCount(again)).toBe(333)
    expect(searchBox()).toHaveValue('poster')
    // Derived state still updates.
    await userEvent.clear(searchBox())
    await waitFor(() => expect(listFooter()).toHaveTextContent('500 items'))
  })

  it('reports why rows cannot be shown, and tries again', async () => {
    main = new FakeItemsMain(makeRows(3))
    main.answer('items.open', () => {
      throw new AppError('cacheBusy')
    })
    main.install()
    app = new AppModel()
    renderItems(app)
    expect(await screen.findByRole('alert')).toHaveTextContent('Another program is using your downloads')
    main.answerByDefault('items.open')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('grid')).toHaveAttribute('aria-rowcount', '4')
  })

  it('offers commands for a row and a column in context menus', async () => {
    const grid = await show()
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Element' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Fit to content' }))
    expect(app.preferences.current.columns.widths.elementName).toBeGreaterThan(0)
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Quantity' }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Sort descending' }))
    await waitFor(() => {
      expect(within(grid).getByRole('columnheader', { name: 'Quantity' })).toHaveAttribute(
        'aria-sort',
        'descending',
      )
    })
    expect(grid).toHaveFocus()
    await userEvent.keyboard('{Control>}{Home}{End}{/Control}{Home}')
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Quantity' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Hide this column' }))
    expect(within(grid).queryByRole('columnheader', { name: 'Quantity' })).toBeNull()
    await userEvent.keyboard('{Control>}{Home}{/Control}{Home}{ArrowRight}{Shift>}{F10}{/Shift}')
    await userEvent.click(screen.getByRole('menuitem', { name: /^Copy row/ }))
    await waitFor(() => expect(listFooter()).toHaveTextContent('1 row copied'))
  })

  it('offers the full value of a long group title in its context menu, by mouse and by keyboard', async () => {
    const long = `Display ${'x'.repeat(1_900)}`
    await show([...makeRows(2), makeRow(2, { elementName: long })])
    await app.items.setGroup('elementName')
    const grid = await screen.findByRole('treegrid', { name: 'Items' })
    const groups = [...grid.querySelectorAll('.layer .row.group')]
    const longGroup = groups.find((group) => group.textContent.includes('Display xxx'))
    const shortGroup = groups.find((group) => group !== longGroup)
    if (longGroup === undefined || shortGroup === undefined) throw new Error('A group is missing.')
    const openMenu = async (group: Element): Promise<HTMLElement> => {
      await fireEvent.contextMenu(group.querySelector('.value') ?? group, { clientY: offsetOf(group) })
      return screen.getByRole('menu', { name: 'Group menu' })
    }

    const shortMenu = await openMenu(shortGroup)
    expect(within(shortMenu).queryByRole('menuitem', { name: /^Show full value/u })).toBeNull()
    await userEvent.keyboard('{Escape}')

    const longMenu = await openMenu(longGroup)
    await userEvent.click(within(longMenu).getByRole('menuitem', { name: /^Show full value/u }))
    await waitFor(() => {
      expect(app.dialogs.current).toMatchObject({
        kind: 'fullText',
        label: 'Element',
        source: { kind: 'cell', key: 1_002, column: 'elementName' },
      })
    })
    app.dialogs.close(app.dialogs.current)

    grid.focus()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Collapse group' }))
    await waitFor(() => expect(longGroup).toHaveAttribute('aria-expanded', 'false'))
  })

  it('moves to the next and previous item from the details', async () => {
    await show()
    const details = screen.getByRole('complementary', { name: 'Item details' })
    await userEvent.click(within(details).getByRole('button', { name: 'Next item' }))
    await waitFor(() => expect(details).toHaveTextContent('2 of 200'))
    expect(details).toHaveTextContent('Poster 1')
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
    expect(details).toHaveTextContent('4 of 200')
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(details).toHaveTextContent('3 of 200')
    const dialog = await openExport()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(details).toHaveTextContent('3 of 200')
  })
})
