/** Options and callbacks of a drag. Distances are in CSS pixels. */
export interface DragOptions {
  /** Distance that the pointer moves along the axis before the press becomes a drag. */
  readonly threshold: number
  readonly axis: 'x' | 'y' | 'both'
  /** Called when the press becomes a drag. */
  readonly start?: () => void
  readonly move: (event: PointerEvent) => void
  /** Called when the button is released. */
  readonly drop: () => void
  /** Called if the drag ends without a drop: by Escape, a lost pointer, or the returned function. */
  readonly cancel: () => void
}

/**
 * Tracks a press of the main button until its release. The click that ends a drag is suppressed, and Escape
 * cancels the drag alone, not the dialog around it. Returns a function that cancels the drag.
 */
export function trackDrag(
  event: PointerEvent & { readonly currentTarget: HTMLElement },
  { threshold, axis, start, move, drop, cancel }: DragOptions,
): () => void {
  const { pointerId, currentTarget: handle } = event
  const { clientX, clientY } = event
  const distance = (to: PointerEvent): number =>
    Math.hypot(axis === 'y' ? 0 : to.clientX - clientX, axis === 'x' ? 0 : to.clientY - clientY)
  let dragging = false
  const listeners = new AbortController()

  const stop = (finish: () => void): void => {
    if (listeners.signal.aborted) return
    listeners.abort()
    if (dragging) finish()
  }
  const forThisPointer = (run: (event: PointerEvent) => void) => (later: PointerEvent) => {
    if (later.pointerId === pointerId) run(later)
  }
  const follow = forThisPointer((moved) => {
    // The button was released outside the window or over a dialog of the system, which received the event.
    if (moved.buttons === 0) {
      stop(cancel)
      return
    }
    if (!dragging) {
      if (distance(moved) < threshold) return
      dragging = true
      handle.setPointerCapture(pointerId)
      suppressNextClick()
      start?.()
    }
    move(moved)
  })
  const options = { signal: listeners.signal }
  window.addEventListener('pointermove', follow, options)
  window.addEventListener(
    'pointerup',
    forThisPointer(() => stop(drop)),
    options,
  )
  window.addEventListener(
    'pointercancel',
    forThisPointer(() => stop(cancel)),
    options,
  )
  window.addEventListener(
    'keydown',
    (pressed) => {
      if (pressed.key !== 'Escape' || !dragging) return
      pressed.preventDefault()
      pressed.stopPropagation()
      stop(cancel)
    },
    { ...options, capture: true },
  )
  return () => stop(cancel)
}

/** Suppresses the click at the end of a drag. */
function suppressNextClick(): void {
  const listeners = new AbortController()
  const options = { signal: listeners.signal, capture: true }
  window.addEventListener(
    'click',
    (click) => {
      // A click by keyboard is unrelated to the drag.
      if (click.detail === 0) return
      click.stopPropagation()
      click.preventDefault()
      listeners.abort()
    },
    options,
  )
  // A drag that ended outside the window causes no click.
  window.addEventListener('pointerdown', () => listeners.abort(), options)
}
