import { fireEvent } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { longPress } from '../../renderer/components/long-press.ts'

const TOUCH = { pointerType: 'touch', pointerId: 7, isPrimary: true, button: 0, clientX: 50, clientY: 60 }

let list: HTMLElement
let row: HTMLElement
let stop: () => void
/** Events that the row receives. */
let received: string[]

beforeEach(() => {
  vi.useFakeTimers()
  list = document.createElement('div')
  row = document.createElement('div')
  list.append(row)
  document.body.append(list)
  received = []
  for (const type of ['pointerdown', 'contextmenu', 'mousedown', 'click'] as const) {
    row.addEventListener(type, ({ button, clientX, clientY }) =>
      received.push([type, button, clientX, clientY].join(' ')),
    )
  }
  stop = (longPress()(list) as (() => void) | undefined) ?? (() => undefined)
})
afterEach(() => {
  // Ends what a long press ignores.
  window.dispatchEvent(new PointerEvent('pointerdown'))
  stop()
  list.remove()
  vi.useRealTimers()
})

describe('a long press', () => {
  it('is a press of the secondary button at the same point', async () => {
    await fireEvent.pointerDown(row, TOUCH)
    vi.advanceTimersByTime(499)
    expect(received).toEqual(['pointerdown 0 50 60'])
    vi.advanceTimersByTime(1)
    expect(received.slice(1)).toEqual(['pointerdown 2 50 60', 'contextmenu 2 50 60'])
  })

  it('chooses nothing when the finger is lifted, until the next press', async () => {
    await fireEvent.pointerDown(row, TOUCH)
    vi.advanceTimersByTime(500)
    received.length = 0
    await fireEvent.pointerUp(row, TOUCH)
    await fireEvent.mouseDown(row)
    await fireEvent.click(row, { detail: 1 })
    await fireEvent.contextMenu(row)
    expect(received).toEqual([])
    await fireEvent.click(row, { detail: 0 })
    expect(received).toHaveLength(1)
    await fireEvent.pointerDown(row, TOUCH)
    await fireEvent.click(row, { detail: 1 })
    expect(received).toHaveLength(3)
  })

  it('opens one menu if the platform recognizes it first', async () => {
    await fireEvent.pointerDown(row, TOUCH)
    await fireEvent.contextMenu(row, { clientX: 50, clientY: 60 })
    vi.advanceTimersByTime(1_000)
    expect(received.filter((event) => event.startsWith('contextmenu'))).toHaveLength(1)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['moves', () => fireEvent.pointerMove(row, { ...TOUCH, clientY: 75 })],
    ['is lifted', () => fireEvent.pointerUp(row, TOUCH)],
    ['scrolls', () => fireEvent.scroll(list)],
    ['is taken over by the browser', () => fireEvent.pointerCancel(row, TOUCH)],
  ])('is none if the finger %s before', async (_what, action) => {
    await fireEvent.pointerDown(row, TOUCH)
    vi.advanceTimersByTime(300)
    await action()
    vi.advanceTimersByTime(1_000)
    expect(received).toEqual(['pointerdown 0 50 60'])
  })

  it('tolerates small movements', async () => {
    await fireEvent.pointerDown(row, TOUCH)
    await fireEvent.pointerMove(row, { ...TOUCH, clientX: 56, clientY: 66 })
    vi.advanceTimersByTime(500)
    expect(received).toHaveLength(3)
  })

  it.each([
    ['a mouse', { pointerType: 'mouse' }],
    ['a second finger', { isPrimary: false }],
  ])('is none with %s', async (_what, change) => {
    await fireEvent.pointerDown(row, { ...TOUCH, ...change })
    vi.advanceTimersByTime(1_000)
    expect(received).toHaveLength(1)
  })
})
