import type { MenuAnchor } from './menu.ts'
import { isRightToLeft } from './direction.ts'

/** Distance of a floating element from its anchor, and from the edges of the window, in CSS pixels. */
const GAP = 4
const EDGE = 8
/** Less space beside an anchor is too little for a long list, in CSS pixels. */
const MIN_HEIGHT = 240

export type Alignment = 'start' | 'center' | 'end'

/**
 * Places a floating element below its anchor, or above if there is more space, inside the window.
 * @param align which part of both is aligned: the starts of their lines, the centers or the ends
 */
export function placeNextTo(floating: HTMLElement, at: MenuAnchor, align: Alignment = 'start'): void {
  const size = floating.getBoundingClientRect()
  const anchor =
    at instanceof Element
      ? at.getBoundingClientRect()
      : { left: at.x, right: at.x, top: at.y, bottom: at.y - GAP }
  const alignedLeft = isRightToLeft(floating) ? 'end' : 'start'
  const share = align === 'center' ? 0.5 : align === alignedLeft ? 0 : 1
  const preferredLeft = anchor.left + (anchor.right - anchor.left - size.width) * share
  const left = Math.max(EDGE, Math.min(preferredLeft, window.innerWidth - size.width - EDGE))
  const below = anchor.bottom + GAP
  const fits = below + size.height <= window.innerHeight - EDGE
  const above = Math.min(anchor.top - size.height - GAP, window.innerHeight - size.height - EDGE)
  floating.style.left = `${String(Math.round(left))}px`
  floating.style.top = `${String(Math.round(fits ? below : Math.max(EDGE, above)))}px`
}

/**
 * Returns the height that a floating element can have without covering its anchor, in CSS pixels, or that of
 * the window if there is too little space beside it.
 */
export function heightBeside(anchor: Element): number {
  const { top, bottom } = anchor.getBoundingClientRect()
  const height = Math.max(top, window.innerHeight - bottom) - GAP - EDGE
  return height < MIN_HEIGHT ? window.innerHeight - 2 * EDGE : height
}

/**
 * Calls `leave` for a press outside of both, and when the window is resized or loses the focus. Returns a
 * function that stops this.
 */
export function onDismiss(floating: HTMLElement, at: MenuAnchor, leave: () => void): () => void {
  const onPress = (event: Event): void => {
    const target = event.target
    if (!(target instanceof Node) || floating.contains(target)) return
    // The anchor toggles what it opened.
    if (at instanceof Element && at.contains(target)) return
    leave()
  }
  document.addEventListener('pointerdown', onPress, true)
  window.addEventListener('blur', leave)
  window.addEventListener('resize', leave)
  return () => {
    document.removeEventListener('pointerdown', onPress, true)
    window.removeEventListener('blur', leave)
    window.removeEventListener('resize', leave)
  }
}

/**
 * Records the focused element. Returns a function that restores its focus, unless something outside
 * `floating` has it by then.
 */
export function rememberFocus(floating: HTMLElement): () => void {
  const before = document.activeElement
  return () => {
    const now = document.activeElement
    const isUnfocused = now === null || now === document.body
    if ((isUnfocused || floating.contains(now)) && before instanceof HTMLElement) before.focus()
  }
}
