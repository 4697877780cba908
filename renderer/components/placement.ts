import type { MenuPlace } from './menu.ts'

/** Distance of a floating element from its anchor, and from the edges of the window, in CSS pixels. */
const GAP = 4
const EDGE = 8

/**
 * Places a floating element below its anchor, or above if there is more space, inside the window. `end`
 * aligns the right edges instead of the left ones.
 */
export function placeBeside(floating: HTMLElement, at: MenuPlace, align: 'start' | 'end' = 'start'): void {
  const own = floating.getBoundingClientRect()
  const anchor =
    at instanceof Element
      ? at.getBoundingClientRect()
      : { left: at.x, right: at.x, top: at.y, bottom: at.y - GAP }
  const wanted = align === 'start' ? anchor.left : anchor.right - own.width
  const left = Math.max(EDGE, Math.min(wanted, window.innerWidth - own.width - EDGE))
  const below = anchor.bottom + GAP
  const fits = below + own.height <= window.innerHeight - EDGE
  const above = Math.min(anchor.top - own.height - GAP, window.innerHeight - own.height - EDGE)
  floating.style.left = `${String(Math.round(left))}px`
  floating.style.top = `${String(Math.round(fits ? below : Math.max(EDGE, above)))}px`
}

/**
 * Calls `leave` for a press outside of both, and when the window is resized or loses the focus. Returns a
 * function that stops this.
 */
export function onLeaving(floating: HTMLElement, at: MenuPlace, leave: () => void): () => void {
  const outside = (event: Event): void => {
    const target = event.target
    if (!(target instanceof Node) || floating.contains(target)) return
    // The anchor toggles what it opened.
    if (at instanceof Element && at.contains(target)) return
    leave()
  }
  document.addEventListener('pointerdown', outside, true)
  window.addEventListener('blur', leave)
  window.addEventListener('resize', leave)
  return () => {
    document.removeEventListener('pointerdown', outside, true)
    window.removeEventListener('blur', leave)
    window.removeEventListener('resize', leave)
  }
}

/**
 * Records the focused element. Returns a function that restores its focus, unless something outside
 * `floating` has it by then.
 */
export function keyboardKeeper(floating: HTMLElement): () => void {
  const before = document.activeElement
  return () => {
    const now = document.activeElement
    const lost = now === null || now === document.body
    if ((lost || floating.contains(now)) && before instanceof HTMLElement) before.focus()
  }
}
