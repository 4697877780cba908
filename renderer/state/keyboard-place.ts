/**
 * Where the keyboard is. The window has parts, marked with `data-part`; F6 goes round them. Inside one, what the
 * person came for is marked with `data-part-focus`. When what the keyboard was on is taken away, the keyboard goes on
 * in the same part instead of nowhere.
 */
const ENTRY = '[data-part-focus]:not(:disabled)'
const CONTROL =
  '[tabindex="0"]:not([role="separator"]), :is(button, input, select):not(:disabled, [tabindex="-1"])'
/** What can hold the keyboard as a whole: the nearest of these that is still there takes it. */
const HOLDERS = 'dialog, [popover], [data-part]'

function focusIn(holder: Element): boolean {
  const wanted = holder.querySelector<HTMLElement>(ENTRY) ?? holder.querySelector<HTMLElement>(CONTROL)
  wanted?.focus()
  return wanted !== null
}

/** Returns whether keys are typed into an element. */
export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  )
}

/** Goes round the parts of the window, to what each of them gives the keyboard to. */
export function goToNextPart(back: boolean): void {
  const parts = [...document.querySelectorAll('[data-part]')]
  const now = parts.findIndex((part) => part.contains(document.activeElement))
  for (let step = 1; step <= parts.length; step += 1) {
    const part = parts[(now + (back ? -step : step) + parts.length * 2) % parts.length]
    if (part !== undefined && focusIn(part)) return
  }
}

/** Holders around an element, the innermost first. */
function holdersOf(element: Element): readonly Element[] {
  const holders: Element[] = []
  for (let at = element.closest(HOLDERS); at !== null; at = at.parentElement?.closest(HOLDERS) ?? null) {
    holders.push(at)
  }
  return holders
}

/** Keeps the keyboard in its place while views change. */
class KeyboardPlace {
  #last: Element | null = null
  #holders: readonly Element[] = []
  /** Was given the keyboard before what the person came for was there; that takes over when it comes. */
  #waiting: Element | null = null

  /** Watches until the returned function is called. */
  watch(): () => void {
    const focused = (event: FocusEvent): void => {
      if (!(event.target instanceof Element)) return
      this.#last = event.target
      this.#holders = holdersOf(event.target)
    }
    const acted = (): void => {
      this.#waiting = null
    }
    const changes = new MutationObserver(() => {
      this.#changed()
    })
    document.addEventListener('focusin', focused)
    document.addEventListener('keydown', acted, true)
    document.addEventListener('pointerdown', acted, true)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', focused)
      document.removeEventListener('keydown', acted, true)
      document.removeEventListener('pointerdown', acted, true)
      changes.disconnect()
    }
  }

  /** Puts the keyboard into a part, now and, if that is still to come, on what the person came for. */
  enter(part: Element): void {
    focusIn(part)
    this.#waiting = part.querySelector(ENTRY) === null ? part : null
  }

  #changed(): void {
    const nowhere = document.activeElement === null || document.activeElement === document.body
    if (nowhere && this.#last?.isConnected === false) {
      this.#last = null
      const holder = this.#holders.find((known) => known.isConnected) ?? firstPart()
      if (holder !== null) this.enter(holder)
    } else if (this.#waiting !== null && this.#waiting.querySelector(ENTRY) !== null)
      this.enter(this.#waiting)
  }
}

/** Where a view that was just drawn is entered. */
function firstPart(): Element | null {
  return (
    document.querySelector(ENTRY)?.closest('[data-part]') ??
    document.querySelector('main[data-part]') ??
    document.querySelector('[data-part]')
  )
}

const place = new KeyboardPlace()

/** Keeps the keyboard in its part when what it was on is taken away, until the returned function is called. */
export function keepKeyboard(): () => void {
  return place.watch()
}

/** Brings the keyboard to what the middle of the window shows. */
export function goToMain(): void {
  const main = document.querySelector('main[data-part]')
  if (main !== null) place.enter(main)
}
