import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'

/** Input events per movement, and milliseconds between them. */
export const STEPS = 180
export const STEP_MS = 16
const WHEEL_PIXELS = 120
/** From the top of the scroll bar to the dragged point, in CSS pixels. */
const GRIP_OFFSET = 8

/** Input on a list’s scroll bar and wheel, which the browser receives as from the system. */
export interface ListPointer {
  /** The box of the list in CSS pixels. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly pressBar: () => Promise<void>
  /** Drags the scroll bar to a share of its range. */
  readonly dragBar: (share: number) => Promise<unknown>
  readonly releaseBar: () => Promise<void>
  readonly wheel: () => Promise<unknown>
}

/** Sends input at a constant pace, without waiting for the page. */
export async function atPace(send: (step: number) => Promise<unknown>): Promise<void> {
  const sent: Promise<unknown>[] = []
  const start = performance.now()
  for (let step = 1; step <= STEPS; step += 1) {
    sent.push(send(step))
    await sleep(Math.max(0, start + step * STEP_MS - performance.now()))
  }
  await Promise.all(sent)
}

export async function createPointer(page: Page, cdp: CDPSession, list: string): Promise<ListPointer> {
  const box = await page.locator(list).boundingBox()
  if (box === null) throw new Error(`There is no ${list}`)
  const bar = { x: box.x + box.width - 5, y: box.y + GRIP_OFFSET }
  const range = box.height - 2 * GRIP_OFFSET
  return {
    box,
    pressBar: async () => {
      await page.mouse.move(bar.x, bar.y)
      await page.mouse.down()
    },
    dragBar: (share) =>
      cdp.send('Input.dispatchMouseEvent', {
        type: 'mouseMoved',
        button: 'left',
        buttons: 1,
        x: bar.x,
        y: bar.y + range * share,
      }),
    releaseBar: () => page.mouse.up(),
    wheel: () =>
      cdp.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        x: box.x + 200,
        y: box.y + 200,
        deltaX: 0,
        deltaY: WHEEL_PIXELS,
      }),
  }
}
