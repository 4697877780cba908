import type { MenuPlace } from './menu.ts'

/** Between an anchor and what floats beside it, and between that and the window's edge, in CSS pixels. */
const GAP = 4
const EDGE = 8

/**
 * Puts a floating element below its anchor, or above where there is more room, and keeps it inside the
 * window. `end` aligns the right edges instead of the left ones.
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

/** Calls `leave` for a press outside both, and when the window loses its focus or changes its size. */
export function onLeaving(floating: HTMLElement, at: MenuPlace, leave: () => void): () => void {
  const outside = (event: Event): void => {
    const target = event.target
    if (!(target instanceof Node) || floating.contains(target)) return
    // The anchor itself closes what it opened.
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
 * Remembers what has the keyboard; gives what hands it back, unless something else outside `floating` has it
 * by then.
 */
export function keyboardKeeper(floating: HTMLElement): () => void {
  const before = document.activeElement
  return () => {
    const now = document.activeElement
    const lost = now === null || now === document.body
    if ((lost || floating.contains(now)) && before instanceof HTMLElement) before.focus()
  }
}
