import type { KeyPress } from '../../electron/contract/accelerators.ts'

/** Returns whether an element is laid out from right to left. */
export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}

/** Returns whether the interface is laid out from right to left. */
export function isMirrored(): boolean {
  return document.documentElement.dir === 'rtl'
}

/** Returns 1 if a movement to the right is one towards the end of an element's lines, else -1. */
export function towardsEnd(element: Element): 1 | -1 {
  return isRightToLeft(element) ? -1 : 1
}

const MIRRORED_KEYS: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * Returns the key of a press as it is named from left to right: the left and right arrow keys are swapped in
 * an element that is laid out from right to left, because there the previous one of two is at the right.
 * @param element where the keys move; default: the element of the handler
 */
export function inlineKey(event: KeyboardEvent, element: EventTarget | null = event.currentTarget): string {
  const mirrored = MIRRORED_KEYS[event.key]
  return mirrored !== undefined && element instanceof Element && isRightToLeft(element) ? mirrored : event.key
}

/** Returns a key press with the key of {@link inlineKey}. */
export function inlinePress(event: KeyboardEvent): KeyPress {
  const { code, ctrlKey, metaKey, shiftKey, altKey } = event
  return { key: inlineKey(event), code, ctrlKey, metaKey, shiftKey, altKey }
}

/** Returns the window coordinate that is some CSS pixels after the start of an element's lines. */
export function inlinePosition(element: Element, offset = 0): number {
  const { left, right } = element.getBoundingClientRect()
  return isRightToLeft(element) ? right - offset : left + offset
}

/** Returns how far a window coordinate is from the start of an element's lines, in CSS pixels. */
export function inlineOffset(element: Element, clientX: number): number {
  return (clientX - inlinePosition(element)) * towardsEnd(element)
}

/** Returns how far an element is scrolled sideways from its start; `scrollLeft` is negative to the left. */
export function inlineScroll(element: Element): number {
  return Math.abs(element.scrollLeft)
}

/** Scrolls an element sideways, to an offset from its start in CSS pixels. */
export function setInlineScroll(element: Element, offset: number): void {
  element.scrollLeft = offset * towardsEnd(element)
}
