import { clipText, MAX_CELL_LENGTH } from '../../electron/contract/clip-text.ts'
import type { Attachment } from 'svelte/attachments'

/** How long the pointer rests before the tip shows, in milliseconds; at once while another was just shown. */
const DELAY = 450
const GRACE = 300
const GAP = 6
const EDGE = 8

let bubble: HTMLElement | null = null
let hiddenAt = 0

function makeBubble(): HTMLElement {
  const made = document.createElement('div')
  made.className = 'tooltip'
  // What it is about has the same words as its name.
  made.setAttribute('aria-hidden', 'true')
  made.popover = 'manual'
  document.body.append(made)
  return made
}

function show(anchor: Element, text: string, keys: string | undefined): void {
  bubble ??= makeBubble()
  bubble.replaceChildren(clipText(text, MAX_CELL_LENGTH))
  if (keys !== undefined) {
    const shortcut = document.createElement('span')
    shortcut.className = 'tooltip-keys'
    shortcut.textContent = keys
    bubble.append(shortcut)
  }
  bubble.showPopover()
  const at = anchor.getBoundingClientRect()
  const own = bubble.getBoundingClientRect()
  const below = at.bottom + GAP + own.height <= window.innerHeight - EDGE
  const left = Math.max(
    EDGE,
    Math.min(at.left + at.width / 2 - own.width / 2, window.innerWidth - own.width - EDGE),
  )
  bubble.style.left = `${String(Math.round(left))}px`
  bubble.style.top = `${String(Math.round(below ? at.bottom + GAP : at.top - own.height - GAP))}px`
}

function hide(): void {
  if (bubble?.matches(':popover-open') !== true) return
  bubble.hidePopover()
  hiddenAt = performance.now()
}

/**
 * Shows `text` beside an element that the pointer rests on or the keyboard has reached. It only adds for the
 * eye: the element's accessible name or text says the same. An empty text shows nothing.
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
      const wait = performance.now() - hiddenAt < GRACE ? 0 : DELAY
      timer = setTimeout(() => {
        show(element, text, keys)
      }, wait)
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
