import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { listOf } from '../../renderer/state/item-list-session.svelte.ts'
import ItemsView from '../../renderer/views/items/ItemsView.svelte'
import { CONNECTION, FakeMain, makeRow, makeRows, stubLayout } from './items-fake.ts'
import { connectedApp } from './items-stage.ts'
import { appContext } from '../support/app-context.ts'

let app: AppModel
let main: FakeMain
let rerender: (props: { asPictures: boolean }) => Promise<void>

const LABEL = 'Items as pictures'
/** Five beside one another in a thousand pixels, at the usual size. */
const COLUMNS = 5

const pictured = (count: number): ItemRow[] =>
  Array.from({ length: count }, (_, at) =>
    makeRow(at, { hasArtwork: true, artworkNames: `front-${String(at)}.png` }),
  )

async function show(rows: readonly ItemRow[] = pictured(200)): Promise<HTMLElement> {
  main = new FakeMain(rows)
  app = connectedApp(main)
  const view = render(ItemsView, {
    props: { connection: CONNECTION, campaignId: 'k1', asPictures: true },
    context: appContext(app),
  })
  rerender = view.rerender as typeof rerender
  return screen.findByRole('listbox', { name: LABEL })
}

const active = (sheet: HTMLElement): string | null =>
  document.getElementById(sheet.getAttribute('aria-activedescendant') ?? '')?.dataset['position'] ?? null
const optionAt = (sheet: HTMLElement, position: number): HTMLElement => {
  const found = sheet.querySelector<HTMLElement>(`[data-position="${String(position)}"]`)
  if (found === null) throw new Error(`item ${String(position)} is not drawn`)
  return found
}
const selected = (sheet: HTMLElement): readonly string[] =>
  [...sheet.querySelectorAll<HTMLElement>('[aria-selected="true"]')]
    .map((option) => option.dataset['position'] ?? '')
    .toSorted((a, b) => Number(a) - Number(b))

beforeEach(() => {
  stubLayout()
})

describe('the contact sheet', () => {
  it('shows the items of the list, with the right counts, and only those that are near', async () => {
    const sheet = await show(pictured(20_000))
    const options = within(sheet).getAllByRole('option')
    expect(options.length).toBeLessThan(100)
    expect(optionAt(sheet, 7)).toHaveAttribute('aria-posinset', '8')
    expect(optionAt(sheet, 7)).toHaveAttribute('aria-setsize', '20000')
    expect(optionAt(sheet, 7)).toHaveTextContent('Poster 7 000000000007')
  })

  it('asks for the pictures of what is in sight at once, and says in a word why one is missing', async () => {
    const sheet = await show([...pictured(2), makeRow(2)])
    const image = optionAt(sheet, 1).querySelector('img')
    expect(image?.src).toBe('campaign-desk://picture/c1/1001/0')
    expect(optionAt(sheet, 2)).toHaveTextContent('No artwork')
    if (image !== null) await fireEvent.error(image)
    expect(optionAt(sheet, 1)).toHaveTextContent('No picture')
  })

  it('says that a picture is not there offline, and asks again when the network is back', async () => {
    const sheet = await show()
    app.online = false
    const picture = (): HTMLImageElement | null => optionAt(sheet, 0).querySelector('img')
    await waitFor(() => {
      expect(picture()).not.toBeNull()
    })
    const image = picture()
    if (image !== null) await fireEvent.error(image)
    expect(optionAt(sheet, 0)).toHaveTextContent('Not available offline')
    app.online = true
    await waitFor(() => {
      expect(picture()).not.toBeNull()
    })
  })

  it('asks again for a picture that was missing when pictures have come to this computer', async () => {
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
    await waitFor(() => {
      expect(optionAt(sheet, 0).querySelector('img')).not.toBeNull()
    })
  })

  it('is gone through in two dimensions, by pages and to the ends', async () => {
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

  it('selects as the grid does, and the selection is the same in both', async () => {
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

  it('takes the details along, and marks with the box in a corner', async () => {
    const sheet = await show()
    await fireEvent.pointerDown(optionAt(sheet, 3), { button: 0 })
    expect(screen.getByRole('complementary', { name: 'Item details' })).toHaveTextContent('4 / 200')
    const check = optionAt(sheet, 5).querySelector('.check')
    if (check !== null) await fireEvent.pointerDown(check, { button: 0 })
    expect(selected(sheet)).toEqual(['5'])
    await userEvent.keyboard('{Escape}')
  })

  it('opens the viewer with Enter and a double click, and stands where that was left', async () => {
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

  it('searches when one types, and says why nothing was found', async () => {
    const sheet = await show()
    sheet.focus()
    await userEvent.keyboard('nobody')
    expect(screen.getByRole('searchbox', { name: 'Search items…' })).toHaveValue('nobody')
    expect(await screen.findByText('No items found')).toBeInTheDocument()
  })

  it('shows larger pictures, fewer of them beside one another, and remembers that', async () => {
    const sheet = await show()
    const slider = screen.getByRole('slider', { name: 'Size of the pictures' })
    sheet.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(active(sheet)).toBe('5')
    await fireEvent.input(slider, { target: { value: '312' } })
    expect(app.preferences.current.contactSheet.size).toBe(312)
    expect(active(sheet)).toBe('5')
    await userEvent.keyboard('{ArrowDown}')
    expect(active(sheet)).toBe('8')
  })

  it('has captions of the columns that were chosen, no more than four, and always a name', async () => {
    const sheet = await show()
    await userEvent.click(screen.getByRole('button', { name: 'Captions' }))
    const panel = screen.getByRole('dialog', { name: 'Below the pictures' })
    const box = (name: string): HTMLElement => within(panel).getByRole('checkbox', { name })
    await userEvent.click(box('Quantity'))
    await userEvent.click(box('Status'))
    expect(optionAt(sheet, 4)).toHaveTextContent('Poster 4 000000000004 4 0')
    expect(box('Element')).toBeDisabled()
    for (const name of ['Item', 'POS number', 'Quantity', 'Status']) await userEvent.click(box(name))
    expect(app.preferences.current.contactSheet.captions).toEqual([])
    expect(within(sheet).getByRole('option', { name: 'Poster 4' })).toBeInTheDocument()
  })

  it('stands for a list without pictures too', async () => {
    const sheet = await show(makeRows(3))
    expect(within(sheet).getAllByText('No artwork')).toHaveLength(3)
  })
})

describe('a grouped contact sheet', () => {
  /** Forty items in four groups of ten: in each, two lines of five below the head. */
  async function showGroups(rows: readonly ItemRow[] = pictured(40)): Promise<HTMLElement> {
    await show(rows)
    await listOf(app).setGroup('status')
    return screen.findByRole('tree', { name: LABEL })
  }

  const heads = (sheet: HTMLElement): readonly HTMLElement[] =>
    [...sheet.querySelectorAll<HTMLElement>('.layer [aria-level="1"], .stuck [aria-level="1"]')].toSorted(
      (a, b) => Number(a.ariaPosInSet) - Number(b.ariaPosInSet),
    )
  const headAt = (sheet: HTMLElement, group: number): HTMLElement => {
    const found = heads(sheet)[group]
    if (found === undefined) throw new Error(`the head of group ${String(group)} is not drawn`)
    return found
  }
  /** What has the keyboard: the place of an item, or the number of a head. */
  const here = (sheet: HTMLElement): string => {
    const found = document.getElementById(sheet.getAttribute('aria-activedescendant') ?? '')
    return found?.dataset['position'] ?? `head ${String(found?.dataset['group'])}`
  }

  it('has heads with value, count and sum, and items with their place in the group', async () => {
    const sheet = await showGroups()
    const head = headAt(sheet, 0)
    expect(head).toHaveTextContent('0 10 items · quantity 180')
    expect(head).toHaveAttribute('aria-expanded', 'true')
    expect(head).toHaveAttribute('aria-setsize', '4')
    expect(optionAt(sheet, 12)).toHaveAttribute('aria-level', '2')
    expect(optionAt(sheet, 12)).toHaveAttribute('aria-posinset', '3')
    expect(optionAt(sheet, 12)).toHaveAttribute('aria-setsize', '10')
  })

  it('closes and opens groups by a press, and as the list of rows does', async () => {
    const sheet = await showGroups()
    await fireEvent.pointerDown(headAt(sheet, 0).querySelector('.value') ?? sheet, { button: 0 })
    expect(headAt(sheet, 0)).toHaveAttribute('aria-expanded', 'false')
    expect(sheet.querySelector('[data-position="0"]')).toBeNull()
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

  it('is gone through over heads, which keys close and open as in the grid', async () => {
    const sheet = await showGroups()
    sheet.focus()
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    expect(here(sheet)).toBe('head 0')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(here(sheet)).toBe('2')
    // Down over the next head, in the same column; and back.
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(here(sheet)).toBe('head 1')
    await userEvent.keyboard('{ArrowDown}')
    expect(here(sheet)).toBe('12')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('dialog', { name: 'Artwork viewer' })).toBeNull()
    await userEvent.keyboard('{ArrowDown}')
    expect(here(sheet)).toBe('head 2')
    await userEvent.keyboard('{ArrowUp}{ArrowRight}')
    expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{ArrowLeft}')
    expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(here(sheet)).toBe('39')
    await userEvent.keyboard('{PageUp}{PageUp}{PageUp}{PageUp}{PageUp}{PageUp}{PageUp}')
    expect(here(sheet)).toBe('head 0')
  })

  it('selects a group by its head, and passes over heads when a selection grows', async () => {
    const sheet = await showGroups()
    sheet.focus()
    await userEvent.keyboard('{Control>}{Home}{/Control} ')
    expect(headAt(sheet, 0)).toHaveAttribute('aria-selected', 'true')
    expect(listOf(app).selection.ranges).toEqual([[0, 9]])
    const check = headAt(sheet, 1).querySelector('.check')
    if (check !== null) await fireEvent.pointerDown(check, { button: 0 })
    expect(listOf(app).selection.ranges).toEqual([[0, 19]])
    expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    await fireEvent.pointerDown(optionAt(sheet, 7), { button: 0 })
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(here(sheet)).toBe('12')
    expect(listOf(app).selection.ranges).toEqual([[7, 12]])
  })

  it('opens the viewer on an item, and the group of the item at which that was left', async () => {
    const sheet = await showGroups()
    listOf(app).folds.set(1, true)
    await waitFor(() => {
      expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'false')
    })
    await fireEvent.pointerDown(optionAt(sheet, 9), { button: 0 })
    sheet.focus()
    await userEvent.keyboard('{Enter}')
    const viewer = await screen.findByRole('dialog', { name: 'Artwork viewer' })
    await userEvent.keyboard('{PageDown}')
    await fireEvent(viewer, new Event('cancel', { cancelable: true }))
    expect(headAt(sheet, 1)).toHaveAttribute('aria-expanded', 'true')
    expect(here(sheet)).toBe('10')
  })

  it('keeps the head of the group in sight that is scrolled through', async () => {
    const sheet = await showGroups(pictured(400))
    sheet.scrollTop = 700
    await fireEvent.scroll(sheet)
    await waitFor(() => {
      expect(sheet.querySelector('.stuck [role=treeitem]')).toHaveTextContent('0 100 items')
    })
    expect(heads(sheet).filter((head) => head.ariaPosInSet === '1')).toHaveLength(1)
  })
})
