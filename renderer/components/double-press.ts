/** Selector of controls that react to a press. */
const CONTROLS =
  'button, a[href], input, select, textarea, label, summary, [role^="menuitem"], [role="option"], [role="tab"]'

/** Events of a press after `mousedown`. */
const REST = ['mouseup', 'click', 'dblclick'] as const

/**
 * Ignores the second press of a double-click if the first one moved another control under the pointer, for
 * example the next chip after one that was removed. Elements are compared: a button whose target changes must
 * be created again, with `{#key}`. The system's settings define a double-click. Returns a function that stops
 * this.
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
    // Clicks by keyboard have a count of 0.
    if (isIgnored && event.detail > 1) ignore(event)
  }

  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal }
  window.addEventListener('mousedown', press, options)
  for (const type of REST) window.addEventListener(type, rest, options)
  return () => listeners.abort()
}
