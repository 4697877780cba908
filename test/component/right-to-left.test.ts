import { fireEvent, render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { swipe } from '../../renderer/components/swipe.ts'
import { placeNextTo } from '../../renderer/components/placement.ts'
import Icon from '../../renderer/components/Icon.svelte'
import ResizeHandle from '../../renderer/components/ResizeHandle.svelte'
import Tabs from '../../renderer/components/Tabs.svelte'
import type { ItemsState } from '../../renderer/state/items.svelte.ts'
import CompareSlider from '../../renderer/views/artwork/CompareSlider.svelte'
import { FakeItemsMain, makeRows } from './fake-items-main.ts'
import { eachWithList, on, showGrid } from './grid-stage.ts'

beforeEach(() => {
  document.documentElement.dir = 'rtl'
  return () => {
    document.documentElement.dir = ''
  }
})

describe('the grid from right to left', () => {
  let items: ItemsState

  eachWithList((made) => {
    items = made
  })

  async function show(): Promise<HTMLElement> {
    new FakeItemsMain(makeRows(500)).install()
    await items.show('c1', 'k1')
    return showGrid(items)
  }

  /** The layout that the grid has set last. */
  function lastLayout(): { readonly order: readonly string[]; readonly widths: Record<string, number> } {
    const layout = on.onlayout.mock.lastCall?.[0] as ReturnType<typeof lastLayout> | undefined
    if (layout === undefined) throw new Error('The layout was not changed.')
    return layout
  }

  const activeColumn = (grid: HTMLElement): string | null =>
    document
      .getElementById(grid.getAttribute('aria-activedescendant') ?? '')
      ?.getAttribute('aria-colindex') ?? null

  it('moves between cells, and moves columns, to the side of the arrow key', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{ArrowDown}{Home}{ArrowLeft}{ArrowLeft}')
    expect(activeColumn(grid)).toBe('3')
    await userEvent.keyboard('{ArrowRight}')
    expect(activeColumn(grid)).toBe('2')
    await userEvent.keyboard('{Control>}{ArrowLeft}{/Control}')
    expect(activeColumn(grid)).toBe('12')
    await userEvent.keyboard('{Control>}{ArrowUp}{/Control}{ArrowUp}{Home}{ArrowLeft}{Alt>}{ArrowLeft}{/Alt}')
    expect(lastLayout().order.slice(0, 2)).toEqual(['posNumber', 'itemName'])
  })

  it('widens a column whose border is dragged to the left', async () => {
    const grid = await show()
    const header = within(grid).getByRole('columnheader', { name: /Element/u })
    const edge = header.querySelector<HTMLElement>('.edge')
    if (edge === null) throw new Error('The column has no edge.')
    const widthAfter = async (clientX: number): Promise<number> => {
      await fireEvent.pointerDown(edge, { button: 0, clientX: 500, pointerId: 1 })
      await fireEvent.pointerMove(edge, { buttons: 1, clientX, pointerId: 1 })
      await fireEvent.pointerUp(edge, { pointerId: 1 })
      return lastLayout().widths['elementName'] ?? 0
    }
    const before = await widthAfter(497)
    expect(await widthAfter(440)).toBe(before + 60)
    expect(await widthAfter(520)).toBe(before + 40)
  })

  it('moves a column by its header to where the pointer is', async () => {
    const grid = await show()
    const row = grid.querySelector<HTMLElement>('.header')
    const header = within(grid).getByRole('columnheader', { name: /POS number/u })
    if (row === null) throw new Error('There is no header.')
    row.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, width: 1_000, height: 24 })
    await fireEvent.pointerDown(header, { button: 0, clientX: 500, pointerId: 1 })
    await fireEvent.pointerMove(header, { buttons: 1, clientX: 960, pointerId: 1 })
    await fireEvent.pointerUp(header, { pointerId: 1 })
    expect(lastLayout().order[0]).toBe('posNumber')
  })

  it('isolates each text in its own direction', async () => {
    const grid = await show()
    for (const text of grid.querySelectorAll('[role=gridcell] > .text'))
      expect(text).toHaveAttribute('dir', 'auto')
  })
})

describe('components from right to left', () => {
  it('selects the tab at the left with the Left arrow key', async () => {
    const onchange = vi.fn()
    render(Tabs, {
      label: 'Views',
      tabs: ['a', 'b', 'c'].map((value) => ({ value, label: value })),
      value: 'a',
      controls: 'panel',
      onchange,
    })
    screen.getByRole('tab', { name: 'a' }).focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(onchange).toHaveBeenLastCalledWith('b')
    await userEvent.keyboard('{ArrowRight}')
    expect(onchange).toHaveBeenLastCalledWith('c')
  })

  it.each([
    ['start', 440, 360, 316],
    ['end', 560, 360, 284],
  ] as const)('resizes a pane by its %s with the pointer and keys', async (edge, pointer, dragged, keyed) => {
    const onresize = vi.fn()
    render(ResizeHandle, { label: 'Resize', value: 300, min: 100, max: 900, edge, controls: 'p', onresize })
    const handle = screen.getByRole('separator')
    handle.setPointerCapture = () => undefined
    await fireEvent.pointerDown(handle, { button: 0, clientX: 500, pointerId: 1 })
    await fireEvent.pointerMove(handle, { buttons: 1, clientX: 1_000 - pointer, pointerId: 1 })
    expect(onresize).toHaveBeenLastCalledWith(dragged)
    handle.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(onresize).toHaveBeenLastCalledWith(keyed)
  })

  it('aligns a popover with the right edge of its anchor, inside the window', () => {
    const anchor = document.body.appendChild(document.createElement('button'))
    anchor.getBoundingClientRect = () => DOMRect.fromRect({ x: 600, y: 10, width: 100, height: 20 })
    const floating = document.body.appendChild(document.createElement('div'))
    floating.getBoundingClientRect = () => DOMRect.fromRect({ width: 300, height: 100 })
    placeNextTo(floating, anchor)
    expect(floating.style.left).toBe('400px')
    placeNextTo(floating, anchor, 'end')
    expect(floating.style.left).toBe('600px')
    placeNextTo(floating, { x: 500, y: 50 })
    expect(floating.style.left).toBe('200px')
    placeNextTo(floating, { x: 100, y: 50 })
    expect(floating.style.left).toBe('8px')
    anchor.remove()
    floating.remove()
  })

  it('moves on after a swipe to the right', async () => {
    const onswipe = vi.fn()
    const area = document.body.appendChild(document.createElement('div'))
    const stop = swipe(() => true, onswipe)(area)
    const touch = { pointerType: 'touch', isPrimary: true, pointerId: 1, clientY: 100 }
    await fireEvent.pointerDown(area, { ...touch, clientX: 100 })
    await fireEvent.pointerUp(area, { ...touch, clientX: 300 })
    expect(onswipe).toHaveBeenLastCalledWith(1)
    stop?.()
    area.remove()
  })

  it('mirrors icons that have a direction, and no others', () => {
    render(Icon, { name: 'chevron-right', label: 'next' })
    render(Icon, { name: 'check', label: 'done' })
    expect(screen.getByRole('img', { name: 'next' })).toHaveClass('directed')
    expect(screen.getByRole('img', { name: 'done' })).not.toHaveClass('directed')
  })

  it('compares pictures from left to right', async () => {
    const onchange = vi.fn()
    render(CompareSlider, { share: 40, name: 'before', onchange })
    screen.getByRole('slider').focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(onchange).toHaveBeenLastCalledWith(41)
  })
})
