/**
 * Focus management. The window has parts, marked with `data-part`, which F6 cycles through. The main control
 * of a part is marked with `data-part-focus`. When the focused element is removed, its part gets the focus.
 */
const MAIN_CONTROL = '[data-part-focus]:not(:disabled)'
const CONTROL =
  '[tabindex="0"]:not([role="separator"], [role="region"]), ' +
  ':is(button, input, select):not(:disabled, [tabindex="-1"])'
/** A region that scrolls, which gets the focus only where there is no control. */
const SCROLL_REGION = '[role="region"][tabindex="0"]'
/** Elements that can take over the focus of a removed descendant; the nearest one does. */
const CONTAINERS = 'dialog, [popover], [data-part]'

function focusIn(container: Element): boolean {
  const control =
    container.querySelector<HTMLElement>(MAIN_CONTROL) ??
    container.querySelector<HTMLElement>(CONTROL) ??
    container.querySelector<HTMLElement>(SCROLL_REGION)
  control?.focus()
  return control !== null
}

/** Returns whether keys are typed into an element. */
export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  )
}

/** The text of each field after the person's last input. */
const typedTexts = new WeakMap<EventTarget, string>()

const textOf = (target: HTMLElement): string =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    ? target.value
    : target.textContent

/** Records what the person has typed into a field. */
export function recordTyped({ target }: Event): void {
  if (target instanceof HTMLElement && isEditable(target)) typedTexts.set(target, textOf(target))
}

/**
 * Returns whether undo and redo are for the text of a field. A browser forgets what was typed when a script
 * replaces the text, for example when a search is cleared.
 */
export function undoesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !isEditable(target)) return false
  const isAsTyped = typedTexts.get(target) === textOf(target)
  // It remains forgotten even if a script sets the same text again.
  if (!isAsTyped) typedTexts.delete(target)
  return isAsTyped
}

/** Moves the focus to the next part of the window, or the previous one. */
export function focusNextPart(backward: boolean): void {
  const parts = [...document.querySelectorAll('[data-part]')]
  const current = parts.findIndex((part) => part.contains(document.activeElement))
  for (let step = 1; step <= parts.length; step += 1) {
    const part = parts[(current + (backward ? -step : step) + parts.length * 2) % parts.length]
    if (part !== undefined && focusIn(part)) return
  }
}

/** Returns the containers of an element, the innermost first. */
function containersOf(element: Element): readonly Element[] {
  const containers: Element[] = []
  for (
    let container = element.closest(CONTAINERS);
    container !== null;
    container = container.parentElement?.closest(CONTAINERS) ?? null
  )
    containers.push(container)
  return containers
}

/** Keeps the focus in its part while views change. */
class FocusKeeper {
  #lastFocused: Element | null = null
  #containers: readonly Element[] = []
  /**
   * A part that was focused before its main control, or any control, was there: it gets the focus when it
   * appears.
   */
  #incomplete: Element | null = null

  /** Watches the document until the returned function is called. */
  watch(): () => void {
    const onFocus = (event: FocusEvent): void => {
      if (!(event.target instanceof Element)) return
      this.#lastFocused = event.target
      this.#containers = containersOf(event.target)
    }
    const onInput = (): void => {
      this.#incomplete = null
    }
    const observer = new MutationObserver(() => this.#onChange())
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onInput, true)
    document.addEventListener('pointerdown', onInput, true)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onInput, true)
      document.removeEventListener('pointerdown', onInput, true)
      observer.disconnect()
    }
  }

  /** Focuses a part, and its main control as soon as there is one. */
  enter(part: Element): void {
    focusIn(part)
    this.#incomplete = part.querySelector(MAIN_CONTROL) === null ? part : null
  }

  #onChange(): void {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    if (isLost && this.#lastFocused?.isConnected === false) {
      this.#lastFocused = null
      const container = this.#containers.find(({ isConnected }) => isConnected) ?? firstPart()
      if (container !== null) this.enter(container)
    } else if (this.#incomplete !== null) {
      const hasControl = isLost || activeElement.matches(SCROLL_REGION) ? CONTROL : MAIN_CONTROL
      if (this.#incomplete.querySelector(hasControl) !== null) this.enter(this.#incomplete)
    }
  }
}

/** Returns the part of a new view that gets the focus. */
function firstPart(): Element | null {
  return (
    document.querySelector(MAIN_CONTROL)?.closest('[data-part]') ??
    document.querySelector('main[data-part]') ??
    document.querySelector('[data-part]')
  )
}

const keeper = new FocusKeeper()

/** Keeps the focus in its part when the focused element is removed, until the returned function is called. */
export function keepFocus(): () => void {
  return keeper.watch()
}

/** Moves the focus to the middle of the window if nothing has it, as in a new window. */
export function focusMainIfLost(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusMain()
}

/** Moves the focus to the middle of the window. */
export function focusMain(): void {
  const main = document.querySelector('main[data-part]')
  if (main !== null) keeper.enter(main)
}
