/** What a press works on. */
const CONTROLS =
  'button, a[href], input, select, textarea, label, summary, [role^="menuitem"], [role="option"], [role="tab"]'

/** Events that a press consists of after `mousedown`. */
const REST = ['mouseup', 'click', 'dblclick'] as const

/**
 * Ignores the second press of a double-click when the first one has moved another control under the pointer,
 * for example the next chip after one that was removed, or a notice that has closed. The system decides what
 * a double-click is. Returns a function that ends this.
 */
export function guardDoublePress(): () => void {
  let control: Element | null = null
  let isIgnored = false

  const ignore = (event: Event): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const press = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null
    if (event.detail <= 1) {
      control = target?.closest(CONTROLS) ?? null
      isIgnored = false
      return
    }
    isIgnored = control !== null && !control.contains(target)
    if (isIgnored) ignore(event)
  }
  const rest = (event: MouseEvent): void => {
    // A click by the keyboard counts from 0.
    if (isIgnored && event.detail > 1) ignore(event)
  }

  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal }
  window.addEventListener('mousedown', press, options)
  for (const type of REST) window.addEventListener(type, rest, options)
  return () => {
    listeners.abort()
  }
}
