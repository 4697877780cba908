import { clipText, MAX_CELL_LENGTH } from '../../electron/contract/clip-text.ts'
import type { Attachment } from 'svelte/attachments'
import { placeNextTo } from './placement.ts'

/** Time in milliseconds that the pointer rests before a tooltip appears; none if another was just visible. */
const SHOW_DELAY_MS = 450
const GRACE_MS = 300

let bubble: HTMLElement | null = null
let hiddenAt = 0

function makeBubble(): HTMLElement {
  const element = document.createElement('div')
  element.className = 'tooltip'
  // The accessible name of the element contains the same text.
  element.setAttribute('aria-hidden', 'true')
  element.popover = 'manual'
  document.body.append(element)
  // A person who types looks elsewhere, while the pointer may rest on the element.
  document.addEventListener('input', hide, { capture: true })
  return element
}

function show(anchor: Element, text: string, keys: string | undefined): void {
  bubble ??= makeBubble()
  bubble.replaceChildren(clipText(text, MAX_CELL_LENGTH))
  if (keys !== undefined && keys !== '') {
    const shortcut = document.createElement('span')
    shortcut.className = 'tooltip-keys'
    shortcut.dir = 'ltr'
    shortcut.textContent = keys
    bubble.append(shortcut)
  }
  bubble.showPopover()
  placeNextTo(bubble, anchor, 'center')
}

function hide(): void {
  if (bubble?.matches(':popover-open') !== true) return
  bubble.hidePopover()
  hiddenAt = performance.now()
}

/**
 * Shows `text` next to an element that is hovered or focused by keyboard. The text repeats the element's
 * accessible name or text. An empty text shows nothing.
 */
export function tooltip(text: string | null | undefined, keys?: string): Attachment {
  return (element) => {
    if (text === null || text === undefined || text === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = (): void => {
      clearTimeout(timer)
      hide()
    }
    const enter = (): void => {
      clearTimeout(timer)
      const wait = performance.now() - hiddenAt < GRACE_MS ? 0 : SHOW_DELAY_MS
      timer = setTimeout(() => show(element, text, keys), wait)
    }
    const focus = (): void => {
      if (element.matches(':focus-visible')) enter()
    }
    element.addEventListener('pointerenter', enter)
    element.addEventListener('pointerleave', leave)
    element.addEventListener('pointerdown', leave)
    element.addEventListener('keydown', leave)
    element.addEventListener('focus', focus)
    element.addEventListener('blur', leave)
    return () => {
      leave()
      element.removeEventListener('pointerenter', enter)
      element.removeEventListener('pointerleave', leave)
      element.removeEventListener('pointerdown', leave)
      element.removeEventListener('keydown', leave)
      element.removeEventListener('focus', focus)
      element.removeEventListener('blur', leave)
    }
  }
}
