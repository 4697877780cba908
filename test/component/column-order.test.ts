import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indexForKey, moveLine } from '../../renderer/components/line-drag.svelte.ts'
import { AppModel } from '../../renderer/state/app.svelte.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeItemsMain } from './fake-items-main.ts'
import { mountOrder } from './order-mount.svelte.ts'

const HEIGHT = 30

let app: AppModel
let mountedOrder: ReturnType<typeof mountOrder>

const line = (name: string): HTMLElement => {
  const listItem = screen.getAllByRole('listitem').find((each) => each.textContent.includes(name))
  if (listItem === undefined) throw new Error(`There is no line ${name}.`)
  return listItem
}
const grip = (name: string): HTMLElement => screen.getByRole('button', { name: `Move ${name}` })
const dropMarks = (): readonly (string | undefined)[] =>
  screen.getAllByRole('listitem').map((each) => each.dataset['drop'])

/** Presses on a line and moves to a height in lines, without releasing. */
async function drag(on: HTMLElement, from: number, to: number): Promise<void> {
  await fireEvent.pointerDown(on, { button: 0, pointerId: 1, pointerType: 'mouse', clientY: from * HEIGHT })
  await fireEvent.pointerMove(on, { buttons: 1, pointerId: 1, clientY: to * HEIGHT })
  await tick()
}

beforeEach(() => {
  stubLayout()
  new FakeItemsMain([]).install()
  app = new AppModel()
  mountedOrder = mountOrder(app, ['posNumber', 'itemName', 'qty', 'status'])
  for (const each of screen.getAllByRole('listitem')) {
    // By its current index, as if the page had a layout.
    each.getBoundingClientRect = () => {
      const index = [...(each.parentElement?.children ?? [])].indexOf(each)
      return DOMRect.fromRect({ y: index * HEIGHT, height: HEIGHT, width: 400 })
    }
    each.setPointerCapture = () => undefined
  }
})

afterEach(async () => {
  await mountedOrder.close()
})

describe('the column order of a file', () => {
  it('changes by dragging, with a mark at the new position', async () => {
    await drag(line('Status'), 3.5, 0.2)
    expect(dropMarks()).toEqual(['before', undefined, undefined, undefined])
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientY: 2.9 * HEIGHT })
    expect(dropMarks()).toEqual([undefined, undefined, undefined, undefined])
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientY: 0.8 * HEIGHT })
    expect(dropMarks()).toEqual([undefined, 'before', undefined, undefined])
    await fireEvent.pointerUp(window, { pointerId: 1 })
    expect(mountedOrder.columns()).toEqual(['posNumber', 'status', 'itemName', 'qty'])
    await waitFor(() => expect(grip('Status')).toHaveFocus())
    expect(app.announcer.text).toContain('Status is column 2 of 4.')

    await drag(line('POS number'), 0.5, 9)
    expect(dropMarks()).toEqual([undefined, undefined, undefined, 'after'])
    await fireEvent.pointerUp(window, { pointerId: 1 })
    expect(mountedOrder.columns()).toEqual(['status', 'itemName', 'qty', 'posNumber'])
  })

  it('stays after Escape, after a press without a drag, and with the right button', async () => {
    await drag(line('Status'), 3.5, 0.2)
    const isDefaultAllowed = await fireEvent.keyDown(line('Status'), { key: 'Escape' })
    expect(isDefaultAllowed).toBe(false)
    expect(dropMarks()).toEqual([undefined, undefined, undefined, undefined])
    await fireEvent.pointerUp(window, { pointerId: 1 })
    await drag(line('Status'), 3.5, 3.52)
    await fireEvent.pointerUp(window, { pointerId: 1 })
    await fireEvent.pointerDown(line('Status'), {
      button: 2,
      pointerId: 1,
      pointerType: 'mouse',
      clientY: 90,
    })
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientY: 0 })
    await fireEvent.pointerUp(window, { pointerId: 1 })
    expect(mountedOrder.columns()).toEqual(['posNumber', 'itemName', 'qty', 'status'])
  })

  it('stays if the button was released where the window receives no event', async () => {
    await drag(line('Status'), 3.5, 0.2)
    await fireEvent.pointerMove(window, { buttons: 0, pointerId: 1, clientY: 0 })
    expect(dropMarks()).toEqual([undefined, undefined, undefined, undefined])
    expect(mountedOrder.columns()).toEqual(['posNumber', 'itemName', 'qty', 'status'])
  })

  it('changes by touch only on the grip, because touch on a line scrolls', async () => {
    const touch = { button: 0, pointerId: 2, pointerType: 'touch', clientY: 3.5 * HEIGHT }
    await fireEvent.pointerDown(within(line('Status')).getByText('Status'), touch)
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 2, clientY: 0 })
    expect(dropMarks()).toEqual([undefined, undefined, undefined, undefined])
    await fireEvent.pointerDown(grip('Status'), touch)
    await fireEvent.pointerMove(window, { buttons: 1, pointerId: 2, clientY: 0 })
    expect(dropMarks()).toEqual(['before', undefined, undefined, undefined])
  })

  it('changes by keys, with the focus on the column', async () => {
    grip('Item').focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(mountedOrder.columns()).toEqual(['posNumber', 'qty', 'itemName', 'status']))
    expect(grip('Item')).toHaveFocus()
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(mountedOrder.columns()[0]).toBe('itemName'))
    await userEvent.keyboard('{ArrowUp}')
    expect(mountedOrder.columns()[0]).toBe('itemName')
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(mountedOrder.columns()).toEqual(['posNumber', 'qty', 'status', 'itemName']))
    expect(app.announcer.text).toContain('Item is column 4 of 4.')
  })

  it('changes by buttons', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Move Item up' }))
    await waitFor(() => expect(grip('Item')).toHaveFocus())
    await userEvent.click(screen.getByRole('button', { name: 'Move Item down' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Move Item down' })).toHaveFocus())
    expect(mountedOrder.columns()).toEqual(['posNumber', 'itemName', 'qty', 'status'])
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(violations).toEqual([])
  })
})

describe('a moved line', () => {
  it('is inserted at a gap that is counted with the line itself', () => {
    expect(moveLine(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'a', 'c'])
    expect(moveLine(['a', 'b', 'c'], 0, 3)).toEqual(['b', 'c', 'a'])
    expect(moveLine(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moveLine(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'b', 'c'])
  })

  it('moves by Alt and an arrow, and on its grip without Alt', () => {
    const press = (key: string, keys: KeyboardEventInit, onGrip: boolean): number | null =>
      indexForKey(new KeyboardEvent('keydown', { key, ...keys }), { from: 1, count: 3, onGrip })
    expect(press('ArrowDown', {}, false)).toBeNull()
    expect(press('ArrowDown', { altKey: true }, false)).toBe(2)
    expect(press('ArrowUp', {}, true)).toBe(0)
    expect(press('ArrowUp', { ctrlKey: true }, true)).toBeNull()
    expect(press('Tab', {}, true)).toBeNull()
  })
})
