import { fireEvent, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { tick } from 'svelte'
import { describe, expect, it, vi } from 'vitest'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { ItemsState } from '../../renderer/state/items.svelte.ts'
import { closeGrid, eachWithList, lineIn, on, scrollTo, showGrid } from './grid-stage.ts'
import { FakeItemsMain, makeRow, makeRows } from './fake-items-main.ts'

let main: FakeItemsMain
let items: ItemsState

async function show(rows = makeRows(500), campaignId: string | null = 'k1'): Promise<HTMLElement> {
  main = new FakeItemsMain(rows)
  main.install()
  await items.show('c1', campaignId)
  return showGrid(items)
}

eachWithList((made) => {
  items = made
})

function cellAt(grid: HTMLElement, index: number, column: number): HTMLElement {
  const cell = lineIn(grid, index)?.querySelector<HTMLElement>(`[aria-colindex="${String(column)}"]`)
  if (cell === null || cell === undefined)
    throw new Error(`There is no cell ${String(index)}, ${String(column)}.`)
  return cell
}

const cellsAt = (grid: HTMLElement, index: number): HTMLElement[] => [
  ...(lineIn(grid, index)?.querySelectorAll<HTMLElement>('[role="gridcell"]') ?? []),
]

const activeCell = (grid: HTMLElement): HTMLElement | null =>
  document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')

describe('the grid', () => {
  it('reports total row and column counts, and renders only near rows', async () => {
    const grid = await show()
    expect(grid).toHaveAttribute('aria-rowcount', '501')
    expect(grid).toHaveAttribute('aria-colcount', '12')
    expect(grid.querySelectorAll('.row').length).toBeLessThan(50)
    const first = lineIn(grid, 0)
    expect(first).toHaveTextContent('Wobbler 0')
    expect(cellsAt(grid, 0)[1]).toHaveAttribute('aria-colindex', '2')
  })

  it('formats values for people', async () => {
    const grid = await show([
      makeRow(0, { qty: 12_345, status: 1, isLocked: true, hasArtwork: false, hasAllocations: null }),
      makeRow(1, { qty: null, status: 7, updatedAt: 'soon' }),
      makeRow(2, { status: null }),
    ])
    const texts = (index: number): string[] => cellsAt(grid, index).map((cell) => cell.textContent.trim())
    expect(texts(0).slice(1, 9)).toEqual([
      'Wobbler 0',
      '000000000000',
      'Shelf',
      'Draft',
      '12,345',
      'Yes',
      'No',
      '',
    ])
    expect(texts(1).slice(4, 6)).toEqual(['Status 7', ''])
    expect(texts(1).at(-1)).toBe('soon')
    expect(texts(2)[4]).toBe('No status')
  })

  it('shows the campaign column only across campaigns', async () => {
    const grid = await show(makeRows(3), null)
    expect(within(grid).getByRole('columnheader', { name: 'Campaign' })).toBeInTheDocument()
  })

  it('ignores a scroll event that arrives after it was closed', async () => {
    const grid = await show()
    const errors: unknown[] = []
    const keepError = (event: ErrorEvent): void => void errors.push(event.error)
    window.addEventListener('error', keepError)
    closeGrid()
    await tick()
    await scrollTo(grid, 200 * 34)
    window.removeEventListener('error', keepError)
    expect(errors).toEqual([])
  })

  it('reuses row elements while scrolling', async () => {
    const grid = await show()
    // The spare rows follow when the list rests.
    await waitFor(() => expect(lineIn(grid, 20)).not.toBeNull())
    const previousRows = [...grid.querySelectorAll('.row')]
    await scrollTo(grid, 200 * 34)
    await waitFor(() =>
      expect(lineIn(grid, 200)?.querySelector('[aria-colindex="2"]')).toHaveTextContent(/^Poster 200$/),
    )
    expect([...grid.querySelectorAll('.row')]).toEqual(previousRows)
    // The rows around the view follow when scrolling stops.
    await waitFor(() => {
      expect(lineIn(grid, 0)).toBeNull()
      expect(lineIn(grid, 195)).toHaveTextContent(/Wobbler 195/)
    })
  })

  it('draws the visible rows of a list first, and the rows below them when it rests', async () => {
    const grid = await show()
    const drawn = grid.querySelectorAll('.row').length
    expect(lineIn(grid, 0)).not.toBeNull()
    expect(lineIn(grid, drawn + 4)).toBeNull()
    await waitFor(() => expect(lineIn(grid, drawn + 4)).not.toBeNull())
  })

  it('keeps rows at the upper edge while scrolling fast, and releases them afterwards', async () => {
    const grid = await show()
    const layer = grid.querySelector<HTMLElement>('.layer')
    await scrollTo(grid, 200 * 34)
    expect(layer).toHaveClass('fixed')
    await waitFor(() => expect(layer?.style.transform).toBe(`translateY(${String(-200 * 34)}px)`))
    expect(lineIn(grid, 200)?.style.transform).toBe(`translateY(${String(200 * 34)}px)`)
    await waitFor(() => expect(layer).not.toHaveClass('fixed'))
    expect(layer?.style.transform).toBe('')
    await scrollTo(grid, 203 * 34)
    expect(layer).not.toHaveClass('fixed')
  })

  it('changes one row when scrolling by one row', async () => {
    const grid = await show()
    await scrollTo(grid, 100 * 34)
    await waitFor(() => {
      expect(lineIn(grid, 92)).not.toBeNull()
      expect(grid.querySelector('.pending')).toBeNull()
    })
    // From here on, all reused elements are in use.
    await scrollTo(grid, 102 * 34)
    await tick()
    const changed = new Set<Node>()
    const observer = new MutationObserver((records) => {
      for (const record of records) {
        // The row that leaves the view is moved away, and otherwise stays as it is.
        if (record.attributeName === 'style') continue
        const element = record.target instanceof Element ? record.target : record.target.parentElement
        const row = element?.closest('.row')
        if (row !== null && row !== undefined) changed.add(row)
      }
    })
    observer.observe(grid, { subtree: true, attributes: true, characterData: true, childList: true })
    await scrollTo(grid, 103 * 34)
    await tick()
    observer.disconnect()
    expect(changed.size).toBe(1)
  })

  it('marks a row as busy until it is loaded', async () => {
    const grid = await show()
    let answer: () => void = () => undefined
    main.answer('items.window', async ({ start, count }: { start: number; count: number }) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { start, rows: makeRows(500).slice(start, start + count), unseenChanges: [] }
    })
    await scrollTo(grid, 400 * 34)
    // Visible rows stay for a moment before new rows are shown as busy.
    expect(lineIn(grid, 400)).toBeNull()
    await waitFor(() => expect(lineIn(grid, 400)).toHaveAttribute('aria-busy', 'true'))
    answer()
    await waitFor(() => expect(lineIn(grid, 400)).not.toHaveAttribute('aria-busy'))
    expect(lineIn(grid, 400)?.querySelector('[aria-colindex="2"]')).toHaveTextContent(/^Poster 400$/)
  })

  it('marks changed and added rows with a description', async () => {
    const grid = await show(makeRows(3))
    main.unseenChanges = [
      { key: 1_001, kind: 'changed', columns: ['qty'] },
      { key: 1_002, kind: 'added', columns: [] },
    ]
    await items.reopen()
    await waitFor(() => expect(grid.querySelectorAll('[aria-describedby]')).toHaveLength(2))
    const described = [...grid.querySelectorAll('[aria-describedby]')]
    const [cell, row] = described
    expect(cell?.closest('[role=row]')).toBe(lineIn(grid, 1))
    expect(cell).toHaveTextContent(/^1$/)
    expect(cell).toHaveAccessibleDescription('Changed, not seen yet')
    expect(row).toBe(lineIn(grid, 2))
    expect(row).toHaveAccessibleDescription('Added, not seen yet')
    main.unseenChanges = []
    await items.reopen()
    await waitFor(() => expect(grid.querySelectorAll('[aria-describedby]')).toHaveLength(0))
  })

  it('highlights search hits in the searched columns', async () => {
    const grid = await show()
    items.search.chosenMode = 'pattern'
    items.search.typed = 'wob+ler'
    await items.search.apply()
    await waitFor(() => expect(lineIn(grid, 0)?.querySelector('mark')).toHaveTextContent('Wobbler'))
    items.search.typed = '(a+)+$'
    await items.search.apply()
    await tick()
    expect(grid.querySelector('mark')).toBeNull()
  })
})

describe('sorting and columns', () => {
  it('sorts by clicks on a header, and reports the direction', async () => {
    const grid = await show()
    const header = within(grid).getByRole('columnheader', { name: /Quantity/ })
    expect(header).toHaveAttribute('aria-sort', 'none')
    await userEvent.click(header)
    await waitFor(() => expect(header).toHaveAttribute('aria-sort', 'ascending'))
    await userEvent.click(header)
    await waitFor(() => expect(header).toHaveAttribute('aria-sort', 'descending'))
    expect(lineIn(grid, 0)).toHaveTextContent('Poster 499')
    await userEvent.keyboard('{Shift>}')
    await fireEvent.click(within(grid).getByRole('columnheader', { name: /Status/ }), { shiftKey: true })
    await waitFor(() => expect(items.query.sort).toHaveLength(2))
  })

  it('resizes a column by dragging, and fits it by double-click', async () => {
    const grid = await show()
    const edge = within(grid)
      .getByRole('columnheader', { name: /Element/ })
      .querySelector<HTMLElement>('.edge')
    if (edge === null) throw new Error('The column has no edge.')
    edge.setPointerCapture = vi.fn()
    await fireEvent.pointerDown(edge, { button: 0, clientX: 100, pointerId: 1 })
    await fireEvent.pointerMove(edge, { buttons: 1, clientX: 130, pointerId: 1 })
    await fireEvent.pointerMove(edge, { buttons: 1, clientX: 160, pointerId: 1 })
    await fireEvent.pointerUp(edge, { pointerId: 1 })
    // One change of one width, which is undone as a whole.
    expect(on.onlayout).toHaveBeenCalledOnce()
    expect(on.onlayout.mock.lastCall?.[0]).toMatchObject({
      widths: { elementName: expect.any(Number) as number },
    })
    const layout = on.onlayout.mock.lastCall?.[0] as ColumnLayout | undefined
    expect(Object.keys(layout?.widths ?? {})).toEqual(['elementName'])
    await fireEvent.dblClick(edge)
    expect(on.onlayout).toHaveBeenCalledTimes(2)
    expect(items.query.sort).toEqual([])
  })

  it('moves a column with Alt and an arrow in the header', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{ArrowUp}{ArrowRight}{Alt>}{ArrowLeft}{/Alt}')
    expect(on.onlayout.mock.lastCall?.[0]).toMatchObject({
      order: ['posNumber', 'itemName', 'elementName'].concat([
        'status',
        'qty',
        'isLocked',
        'hasArtwork',
        'hasAllocations',
        'artworkNames',
        'workflowTemplateName',
        'updatedAt',
      ]),
    })
  })
})

describe('the keyboard in the grid', () => {
  it('freezes columns up to the active header, and unfreezes them', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{ArrowUp}{ArrowRight}{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}')
    expect(on.onlayout.mock.lastCall?.[0]).toMatchObject({ frozen: 2 })
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}')
    expect(on.onlayout.mock.lastCall?.[0]).not.toHaveProperty('frozen')
  })

  it('has one tab stop with a moving active cell', async () => {
    const grid = await show()
    await userEvent.tab()
    expect(grid).toHaveFocus()
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(0)
    expect(activeCell(grid)).toHaveTextContent('Wobbler 0')
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(activeCell(grid)).toHaveTextContent('000000000001')
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(items.active).toBe(499)
    await waitFor(() => {
      expect(activeCell(grid)).toHaveAttribute('aria-colindex', '12')
      expect(activeCell(grid)?.closest('[role="row"]')).toHaveTextContent('000000000499')
    })
    await userEvent.keyboard('{Home}')
    expect(activeCell(grid)).toHaveAttribute('aria-colindex', '1')
    await userEvent.keyboard('{PageUp}{Control>}{Home}{/Control}')
    expect(items.active).toBe(0)
    expect(activeCell(grid)).toHaveAttribute('aria-colindex', '2')
  })

  it('scrolls back to the first column by Ctrl+Home, even if it is frozen', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{ArrowUp}{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}{ArrowDown}{End}')
    expect(on.onlayout.mock.lastCall?.[0]).toMatchObject({ frozen: 1 })
    expect(grid.scrollLeft).toBeGreaterThan(0)
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    expect(grid.scrollLeft).toBe(0)
    expect(activeCell(grid)).toHaveAttribute('aria-colindex', '2')
  })

  it('marks by Space, extends by Shift, selects all, and clears by Escape', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{ArrowDown} ')
    expect(lineIn(grid, 1)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    expect(items.selection.ranges).toEqual([[1, 3]])
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(items.selectedCount).toBe(500)
    await userEvent.keyboard('{Escape}')
    expect(items.selectedCount).toBe(0)
  })

  it('outlines the active column of the selected rows', async () => {
    const grid = await show()
    grid.focus()
    /** The classes of the ends of ranges, for each of the first rows. */
    const ends = (): readonly string[] =>
      [0, 1, 2, 3].map((line) => {
        const row = lineIn(grid, line)
        if (row?.querySelector('.in-range') === null) return ''
        return (
          ['range-start', 'range-end'].filter((name) => row?.classList.contains(name)).join(' ') || 'range'
        )
      })
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(ends()).toEqual(['range-start', 'range', 'range-end', ''])
  })

  it('opens details, copies and opens the menu', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{Enter}{F2}{Control>}c{/Control}{Shift>}{F10}{/Shift}')
    expect(on.onopen).toHaveBeenCalledTimes(2)
    expect(on.oncopy).toHaveBeenCalledTimes(1)
    expect(on.onrowmenu).toHaveBeenCalledWith('itemName', expect.anything())
  })

  it('copies the name of a status, as the cell shows it', async () => {
    const grid = await show([makeRow(0, { status: 1 })])
    grid.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(activeCell(grid)).toHaveTextContent('Draft')
    await userEvent.keyboard('{Control>}{Shift>}C{/Shift}{/Control}')
    expect(on.oncopycell).toHaveBeenCalledWith('Draft', { kind: 'cell', key: 1_000, column: 'status' })
  })

  it('sorts by Enter in the header', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(items.query.sort).toEqual([{ key: 'itemName', direction: 1 }]))
    expect(activeCell(grid)).toHaveAttribute('aria-sort', 'ascending')
  })
})

describe('the pointer in the grid', () => {
  const press = (
    grid: HTMLElement,
    index: number,
    init: Record<string, unknown> = {},
    column = 2,
  ): Promise<unknown> =>
    fireEvent.pointerDown(cellAt(grid, index, column), {
      button: 0,
      pointerId: 1,
      clientY: 30 + index * 34 + 10,
      ...init,
    })

  it('selects by click, Ctrl+click and Shift+click', async () => {
    const grid = await show()
    await press(grid, 2)
    expect(lineIn(grid, 2)).toHaveAttribute('aria-selected', 'true')
    await press(grid, 5, { ctrlKey: true })
    await press(grid, 7, { shiftKey: true })
    expect(items.selection.ranges).toEqual([
      [2, 2],
      [5, 7],
    ])
    await press(grid, 4)
    expect(items.selection.ranges).toEqual([[4, 4]])
  })

  it('toggles rows by the check box and keeps others', async () => {
    const grid = await show()
    await press(grid, 1, {}, 1)
    await press(grid, 3, {}, 1)
    expect(items.selection.ranges).toEqual([
      [1, 1],
      [3, 3],
    ])
    await press(grid, 1, {}, 1)
    expect(items.selection.ranges).toEqual([[3, 3]])
  })

  it('selects by dragging', async () => {
    const grid = await show()
    await press(grid, 2)
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientY: 30 + 6 * 34 + 4 })
    await fireEvent.pointerUp(window, { pointerId: 1 })
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientY: 30 + 9 * 34 })
    expect(items.selection.ranges).toEqual([[2, 6]])
  })

  it('drags selected rows after some pixels, until the button is released', async () => {
    const grid = await show()
    await press(grid, 2)
    await fireEvent.pointerUp(window, { pointerId: 1 })
    await press(grid, 4, { ctrlKey: true })
    const drag = Promise.withResolvers<undefined>()
    on.ondragrows.mockReturnValue(drag.promise)
    await press(grid, 4, { clientX: 200 })
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientX: 203, clientY: 179 })
    expect(on.ondragrows).not.toHaveBeenCalled()
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientX: 205, clientY: 180 })
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientX: 400, clientY: 400 })
    expect(on.ondragrows).toHaveBeenCalledExactlyOnceWith(false, expect.any(AbortSignal))
    const [, signal] = on.ondragrows.mock.calls[0] ?? []
    expect(signal?.aborted).toBe(false)
    await fireEvent.pointerUp(window, { pointerId: 1 })
    expect(signal?.aborted).toBe(true)
    // The click that the release causes is part of the drag.
    await fireEvent.click(cellAt(grid, 4, 2), { detail: 1 })
    expect(items.selection.ranges).toEqual([
      [2, 2],
      [4, 4],
    ])
    drag.resolve(undefined)
  })

  it('drags as CSV with Alt, and cancels by Escape', async () => {
    const grid = await show()
    items.selectAll()
    on.ondragrows.mockReturnValue(Promise.withResolvers<undefined>().promise)
    await press(grid, 3, { altKey: true, clientX: 200, clientY: 200 })
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientX: 220, clientY: 200 })
    expect(on.ondragrows).toHaveBeenCalledExactlyOnceWith(true, expect.any(AbortSignal))
    await fireEvent.keyDown(window, { key: 'Escape' })
    expect(on.ondragrows.mock.calls[0]?.[1].aborted).toBe(true)
    expect(items.selectedCount).toBe(500)
  })

  it('selects a selected row alone by a click, and keeps its check box', async () => {
    const grid = await show()
    await press(grid, 2)
    await press(grid, 5, { shiftKey: true })
    await press(grid, 4)
    expect(items.active).toBe(4)
    expect(items.selectedCount).toBe(4)
    await fireEvent.pointerUp(window, { pointerId: 1 })
    await fireEvent.click(cellAt(grid, 4, 2), { detail: 1 })
    expect(items.selection.ranges).toEqual([[4, 4]])
    await press(grid, 6, {}, 1)
    await press(grid, 6, { clientX: 10, clientY: 10 }, 1)
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientX: 60, clientY: 60 })
    expect(on.ondragrows).not.toHaveBeenCalled()
  })

  it('opens details by double-click, and a menu by right-click', async () => {
    const grid = await show()
    const cell = cellAt(grid, 3, 3)
    await fireEvent.dblClick(cell)
    expect(on.onopen).toHaveBeenCalledOnce()
    await press(grid, 3, { button: 2 }, 3)
    await fireEvent.contextMenu(cell)
    expect(on.onrowmenu).toHaveBeenCalledWith('posNumber', expect.anything())
    expect(items.active).toBe(3)
  })
})
