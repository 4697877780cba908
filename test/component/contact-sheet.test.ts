import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import ItemsView from '../../renderer/views/items/ItemsView.svelte'
import { stubLayout } from '../support/dom-gaps.ts'
import { CONNECTION, FakeItemsMain, makeRow, makeRows } from './fake-items-main.ts'
import { connectedApp } from './items-stage.ts'
import { appContext } from '../support/app-context.ts'

let app: AppModel
let main: FakeItemsMain
let rerender: (props: { asPictures: boolean }) => Promise<void>

const LABEL = 'Items as pictures'
/** Per line in a width of 1,000 pixels at the default size. */
const COLUMNS = 5

const rowsWithArtwork = (count: number): ItemRow[] =>
  Array.from({ length: count }, (_, at) =>
    makeRow(at, { hasArtwork: true, artworkNames: `front-${String(at)}.png` }),
  )

async function show(rows: readonly ItemRow[] = rowsWithArtwork(200)): Promise<HTMLElement> {
  main = new FakeItemsMain(rows)
  app = connectedApp(main)
  const view = render(ItemsView, {
    props: { connection: CONNECTION, campaignId: 'k1', asPictures: true },
    context: appContext(app),
  })
  rerender = view.rerender as typeof rerender
  return screen.findByRole('listbox', { name: LABEL })
}

const active = (sheet: HTMLElement): string | null =>
  document.getElementById(sheet.getAttribute('aria-activedescendant') ?? '')?.dataset['index'] ?? null
const optionAt = (sheet: HTMLElement, index: number): HTMLElement => {
  const cell = sheet.querySelector<HTMLElement>(`[data-index="${String(index)}"]`)
  if (cell === null) throw new Error(`item ${String(index)} is not drawn`)
  return cell
}
const selected = (sheet: HTMLElement): readonly string[] =>
  [...sheet.querySelectorAll<HTMLElement>('[aria-selected="true"]')]
    .map((option) => option.dataset['index'] ?? '')
    .toSorted((a, b) => Number(a) - Number(b))

beforeEach(() => {
  stubLayout()
})

describe('the contact sheet', () => {
  it('renders only near items, with total counts', async () => {
    const sheet = await show(rowsWithArtwork(20_000))
    const options = within(sheet).getAllByRole('option')
    expect(options.length).toBeLessThan(100)
    expect(optionAt(sheet, 7)).toHaveAttribute('aria-posinset', '8')
    expect(optionAt(sheet, 7)).toHaveAttribute('aria-setsize', '20000')
    expect(optionAt(sheet, 7)).toHaveTextContent('Poster 7 000000000007')
  })

  it('loads pictures of visible items, and states why one is missing', async () => {
    const sheet = await show([...rowsWithArtwork(2), makeRow(2)])
    const image = optionAt(sheet, 1).querySelector('img')
    expect(image?.src).toBe('campaign-desk://picture/c1/1001/0')
    expect(optionAt(sheet, 2)).toHaveTextContent('No artwork')
    if (image !== null) await fireEvent.error(image)
    expect(optionAt(sheet, 1)).toHaveTextContent('No picture')
  })

  it('reports pictures that are unavailable offline, and retries when online', async () => {
    const sheet = await show()
    app.environment.online = false
    const picture = (): HTMLImageElement | null => optionAt(sheet, 0).querySelector('img')
    await waitFor(() => expect(picture()).not.toBeNull())
    const image = picture()
    if (image !== null) await fireEvent.error(image)
    expect(optionAt(sheet, 0)).toHaveTextContent('Not available offline')
    app.environment.online = true
    await waitFor(() => expect(picture()).not.toBeNull())
  })

  it('retries a missing picture after pictures were downloaded', async () => {
    const sheet = await show()
    const image = optionAt(sheet, 0).querySelector('img')
    if (image !== null) await fireEvent.error(image)
    expect(optionAt(sheet, 0)).toHaveTextContent('No picture')
    main.emit('pictures.progress', {
      jobId: 'j1',
      connectionId: CONNECTION.id,
      campaignId: 'k1',
      campaignName: null,
      state: 'done',
      origin: 'person',
      pausedBy: null,
      pictures: 200,
      totalPictures: 200,
      missing: [],
      error: null,
    })
    await waitFor(() => expect(optionAt(sheet, 0).querySelector('img')).not.toBeNull())

    const fail = async (): Promise<void> => {
      const shown = optionAt(sheet, 0).querySelector('img')
      if (shown !== null) await fireEvent.error(shown)
      expect(optionAt(sheet, 0).querySelector('img')).toBeNull()
    }
    await fail()
    app.environment.online = false
    await tick()
    await fail()
    app.environment.online = true
    await waitFor(() => expect(optionAt(sheet, 0).querySelector('img')).not.toBeNull())
  })

  it('moves in two dimensions, by pages and to the ends', async () => {
    const sheet = await show()
    sheet.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(active(sheet)).toBe('2')
    await userEvent.keyboard('{ArrowDown}')
    expect(active(sheet)).toBe(String(2 + COLUMNS))
    await userEvent.keyboard('{End}')
    expect(active(sheet)).toBe(String(2 * COLUMNS - 1))
    await userEvent.keyboard('{Home}')
    expect(active(sheet)).toBe(String(COLUMNS))
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(active(sheet)).toBe('199')
    await userEvent.keyboard('{PageUp}')
    expect(Number(active(sheet))).toBeLessThan(199)
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    expect(active(sheet)).toBe('0')
  })

  it('selects like the grid, and shares the selection with it', async () => {
    const sheet = await show()
    sheet.focus()
    await userEvent.keyboard('{ArrowRight} {ArrowRight}{Shift>}{ArrowDown}{/Shift}')
    expect(selected(sheet)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    await fireEvent.pointerDown(optionAt(sheet, 9), { button: 0, ctrlKey: true })
    expect(selected(sheet)).toContain('9')
    expect(screen.getByText(/^8 selected/u)).toBeInTheDocument()
    await rerender({ asPictures: false })
    const grid = await screen.findByRole('grid', { name: 'Items' })
    expect(grid.querySelectorAll('[role=row][aria-selected="true"]')).toHaveLength(8)
    await rerender({ asPictures: true })
    expect(selected(await screen.findByRole('listbox', { name: LABEL }))).toHaveLength(8)
  })

  it('updates the details, and selects by the check box', async () => {
    const sheet = await show()
    await fireEvent.pointerDown(optionAt(sheet, 3), { button: 0 })
    expect(screen.getByRole('complementary', { name: 'Item details' })).toHaveTextContent('4 of 200')
    const check = optionAt(sheet, 5).querySelector('.check')
    if (check !== null) await fireEvent.pointerDown(check, { button: 0 })
    expect(selected(sheet)).toEqual(['5'])
    await userEvent.keyboard('{Escape}')
  })

  it('opens the viewer by Enter and double-click, and moves to the item viewed last', async () => {
    const sheet = await show()
    sheet.focus()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    const viewer = await screen.findByRole('dialog', { name: 'Artwork viewer' })
    await userEvent.keyboard('{PageDown}{PageDown}')
    await fireEvent(viewer, new Event('cancel', { cancelable: true }))
    expect(sheet).toHaveFocus()
    expect(active(sheet)).toBe('3')
    await fireEvent.dblClick(optionAt(sheet, 3))
    expect(await screen.findByRole('dialog', { name: 'Artwork viewer' })).toBeInTheDocument()
  })

  it('searches for typed text, and reports that nothing was found', async () => {
    const sheet = await show()
    sheet.focus()
    await userEvent.keyboard('nobody')
    expect(screen.getByRole('searchbox', { name: 'Search items…' })).toHaveValue('nobody')
    expect(await screen.findByText('No items match “nobody”')).toBeInTheDocument()
  })

  it('resizes pictures, and saves the size', async () => {
    const sheet = await show()
    const slider = screen.getByRole('slider', { name: 'Picture size' })
    sheet.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(active(sheet)).toBe('5')
    await fireEvent.input(slider, { target: { value: '312' } })
    expect(app.preferences.current.contactSheet.size).toBe(312)
    expect(active(sheet)).toBe('5')
    await userEvent.keyboard('{ArrowDown}')
    expect(active(sheet)).toBe('8')
  })

  it('shows at most four chosen captions, and keeps the accessible name', async () => {
    const sheet = await show()
    await userEvent.click(screen.getByRole('button', { name: 'Captions' }))
    const panel = screen.getByRole('dialog', { name: 'Below the pictures' })
    const box = (name: string): HTMLElement => within(panel).getByRole('checkbox', { name })
    await userEvent.click(box('Quantity'))
    await userEvent.click(box('Status'))
    expect(optionAt(sheet, 4)).toHaveTextContent('Poster 4 000000000004 4 Status 0')
    expect(box('Element')).toBeDisabled()
    for (const name of ['Item', 'POS number', 'Quantity', 'Status']) await userEvent.click(box(name))
    expect(app.preferences.current.contactSheet.captions).toEqual([])
    expect(within(sheet).getByRole('option', { name: 'Poster 4' })).toBeInTheDocument()
  })

  it('shows placeholders for items without artwork', async () => {
    const sheet = await show(makeRows(3))
    expect(within(sheet).getAllByText('No artwork')).toHaveLength(3)
  })
})

describe('a grouped contact sheet', () => {
  /** Forty items in four groups of ten: two lines of five each. */
  async function showGroups(rows: readonly ItemRow[] = rowsWithArtwork(40)): Promise<HTMLElement> {
    await show(rows)
    await app.items.setGroup('status')
    return screen.findByRole('tree', { name: LABEL })
  }

  const heads = (sheet: HTMLElement): readonly HTMLElement[] =>
    [...sheet.querySelectorAll<HTMLElement>('.layer [aria-level="1"], .sticky [aria-level="1"]')].toSorted(
      (a, b) => Number(a.ariaPosInSet) - Number(b.ariaPosInSet),
    )
  const headAt = (sheet: HTMLElement, group: number): HTMLElement => {
    const header = heads(sheet)[group]
    if (header === undefined) throw new Error(`the head of group ${String(group)} is not drawn`)
    return header
  }
  /** The position of the active item, or the number of the active header. */
  const activeStop = (sheet: HTMLElement): string => {
    const element = document.getElementById(sheet.getAttribute('aria-activedescendant') ?? '')
    return element?.dataset['index'] ?? `head ${String(element?.dataset['group'])}`
  }

  it('shows headers with value, count and sum, and positions within the group', async () => {
    const sheet = await showGroups()
    const head = headAt(sheet, 0)
    expect(head).toHaveTextContent('0 10 items · quantity 180')
    expect(head).toHaveAttribute('aria-expanded', 'true')
    expect(head).toHaveAttribute('aria-setsize', '4')
    await waitFor(() => expect(optionAt(sheet, 12)).toHaveAttribute('aria-level', '2'))
    expect(optionAt(sheet, 12)).toHaveAttribute('aria-posinset', '3')
    expect(optionAt(sheet, 12)).toHaveAttribute('aria-setsize', '10')
  })

  it('collapses and expands groups by click, together with the grid', async () => {
    const sheet = await showGroups()
    await fireEvent.pointerDown(headAt(sheet, 0).querySelector('.value') ?? sheet, { button: 0 })
    expect(headAt(sheet, 0)).toHaveAttribute('aria-expanded', 'false')
    expect(sheet.querySelector('[data-index="0"]')).toBeNull()
    await rerender({ asPictures: false })
    const grid = await screen.findByRole('treegrid', { name: 'Items' })
    expect(within(grid).getAllByRole('row', { expanded: false })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: /^Group/u }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Collapse all groups' }))
    await rerender({ asPictures: true })
    const again = await screen.findByRole('tree', { name: LABEL })
    expect(within(again).getAllByRole('treeitem')).toHaveLength(4)
    expect(within(again).getAllByRole('treeitem', { expanded: false })).toHaveLength(4)
  })

  it('moves across headers, which keys collapse and expand', async () => {
    const sheet = await showGroups()
    sheet.focus()
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    expect(activeStop(sheet)).toBe('head 0')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(activeStop(sheet)).toBe('2')
    // Down across the next header in the same column, and back.
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(activeStop(sheet)).toBe('head 1')
    await userEvent.keyboard('{ArrowDown}')
    expect(activeStop(sheet)).toBe('12')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('dialog', { name: 'Artwork viewer' })).toBeNull()
    await userEvent.keyboard('{ArrowDown}')
    expect(activeStop(sheet)).toBe('head 2')
    await userEvent.keyboard('{ArrowUp}{ArrowRight}')
    expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{ArrowLeft}')
    expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(activeStop(sheet)).toBe('39')
    await userEvent.keyboard('{PageUp}{PageUp}{PageUp}{PageUp}{PageUp}{PageUp}{PageUp}')
    expect(activeStop(sheet)).toBe('head 0')
  })

  it('selects a group by its header, and extends a selection across headers', async () => {
    const sheet = await showGroups()
    sheet.focus()
    await userEvent.keyboard('{Control>}{Home}{/Control} ')
    expect(headAt(sheet, 0)).toHaveAttribute('aria-selected', 'true')
    expect(app.items.selection.ranges).toEqual([[0, 9]])
    const check = await waitFor(() => headAt(sheet, 1).querySelector('.check'))
    if (check !== null) await fireEvent.pointerDown(check, { button: 0 })
    expect(app.items.selection.ranges).toEqual([[0, 19]])
    expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    await fireEvent.pointerDown(optionAt(sheet, 7), { button: 0 })
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(activeStop(sheet)).toBe('12')
    expect(app.items.selection.ranges).toEqual([[7, 12]])
  })

  it('expands the group of the item viewed last', async () => {
    const sheet = await showGroups()
    app.items.folds.set(1, true)
    await waitFor(() => expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'false'))
    await fireEvent.pointerDown(optionAt(sheet, 9), { button: 0 })
    sheet.focus()
    await userEvent.keyboard('{Enter}')
    const viewer = await screen.findByRole('dialog', { name: 'Artwork viewer' })
    await userEvent.keyboard('{PageDown}')
    await fireEvent(viewer, new Event('cancel', { cancelable: true }))
    expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'true')
    expect(activeStop(sheet)).toBe('10')
  })

  it('keeps the current group’s header visible while scrolling', async () => {
    const sheet = await showGroups(rowsWithArtwork(400))
    sheet.scrollTop = 700
    await fireEvent.scroll(sheet)
    await waitFor(() =>
      expect(sheet.querySelector('.sticky [role=treeitem]')).toHaveTextContent('0 100 items'),
    )
    expect(heads(sheet).filter((head) => head.ariaPosInSet === '1')).toHaveLength(1)
  })
})
