/** A hidden window draws no frames, so the first one counts as drawn after this time, in milliseconds. */
const MAX_WAIT_MS = 1_000

let drawn: Promise<void> = Promise.resolve()
let resolveDrawn = (): void => undefined

/** Must be called when the page starts: `firstFrame` waits from now on. */
export function beginFirstFrame(): void {
  drawn = new Promise((resolve) => {
    resolveDrawn = resolve
  })
}

/** Must be called when the first view is in the document. */
export function expectFirstFrame(): void {
  const resolve = resolveDrawn
  setTimeout(resolve, MAX_WAIT_MS)
  // The callback runs before the frame is drawn, its task after it.
  requestAnimationFrame(() => setTimeout(resolve))
}

/**
 * Resolves when the first view has been drawn. What the view does not show is requested only then, to leave
 * the processor to it.
 */
export function firstFrame(): Promise<void> {
  return drawn
}
