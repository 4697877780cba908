import type { Attachment } from 'svelte/attachments'
import { on } from 'svelte/events'
import { towardsEnd } from './direction.ts'

/** A swipe is at least this long, in CSS pixels, and twice as wide as it is high. */
const SWIPE_LENGTH = 64

/**
 * Attaches a handler of horizontal swipes with one finger.
 * @param isPossible whether a touch that begins now can be a swipe
 * @param onswipe called with the direction in which the content moves on: 1 after a swipe to the start of
 *   lines, which is the left unless they run from right to left
 */
export function swipe(isPossible: () => boolean, onswipe: (by: 1 | -1) => void): Attachment<HTMLElement> {
  return (element) => {
    /** The only touch, where it began; null with several. */
    let touch: { readonly id: number; readonly x: number; readonly y: number } | null = null
    const removers = [
      on(element, 'pointerdown', ({ pointerType, isPrimary, pointerId, clientX, clientY }) => {
        if (pointerType !== 'touch') return
        touch = isPrimary && isPossible() ? { id: pointerId, x: clientX, y: clientY } : null
      }),
      on(element, 'pointerup', ({ pointerId, clientX, clientY }) => {
        if (touch?.id !== pointerId) return
        const [x, y] = [clientX - touch.x, clientY - touch.y]
        touch = null
        if (Math.abs(x) >= SWIPE_LENGTH && Math.abs(x) > 2 * Math.abs(y))
          onswipe(x * towardsEnd(element) < 0 ? 1 : -1)
      }),
      on(element, 'pointercancel', () => {
        touch = null
      }),
    ]
    return () => {
      for (const remove of removers) remove()
    }
  }
}
