import type { Attachment } from 'svelte/attachments'

/** A touch of this duration opens the context menu, in milliseconds. */
const LONG_PRESS_MS = 500
/** A touch that moves further is a scroll or a drag, in CSS pixels. */
const MAX_MOVE = 10

/** Events that follow when the finger is lifted, which would select or choose what is then under it. */
const FOLLOWING = ['mousedown', 'mouseup', 'click', 'contextmenu'] as const

/**
 * Returns whether an event is a touch of the main button. A touch selects when it is released: until then it
 * may become a scroll or a long press.
 */
export function isTouch(event: MouseEvent): event is PointerEvent {
  return event.button === 0 && 'pointerType' in event && event.pointerType === 'touch'
}

/**
 * Opens the context menu of what is touched for long, as the secondary mouse button does: dispatches
 * `pointerdown` and `contextmenu` of that button. Scrolling and dragging cancel it.
 */
export function longPress(): Attachment<HTMLElement> {
  return (element) => {
    let stop: () => void = () => undefined

    const start = (event: PointerEvent): void => {
      stop()
      const { target, pointerId, clientX, clientY } = event
      if (event.pointerType === 'mouse' || !event.isPrimary || event.button !== 0 || target === null) return
      const listeners = new AbortController()
      const options = { signal: listeners.signal, capture: true }
      const timer = setTimeout(() => {
        stop()
        open(target, { clientX, clientY })
      }, LONG_PRESS_MS)
      stop = () => {
        clearTimeout(timer)
        listeners.abort()
      }
      const ended = (other: PointerEvent): void => {
        if (other.pointerId === pointerId) stop()
      }
      const moved = (other: PointerEvent): void => {
        const distance = Math.hypot(other.clientX - clientX, other.clientY - clientY)
        if (other.pointerId === pointerId && distance > MAX_MOVE) stop()
      }
      window.addEventListener('pointermove', moved, options)
      window.addEventListener('pointerup', ended, options)
      window.addEventListener('pointercancel', ended, options)
      window.addEventListener('scroll', stop, options)
      // The platform's own long press may be faster.
      window.addEventListener(
        'contextmenu',
        (native) => {
          native.preventDefault()
          native.stopImmediatePropagation()
          stop()
          open(target, { clientX, clientY })
        },
        options,
      )
    }

    element.addEventListener('pointerdown', start)
    return () => {
      stop()
      element.removeEventListener('pointerdown', start)
    }
  }
}

/** Dispatches the events of the secondary button, and ignores what follows until the next press. */
function open(target: EventTarget, at: Pick<MouseEventInit, 'clientX' | 'clientY'>): void {
  const press = { ...at, bubbles: true, cancelable: true, button: 2 }
  target.dispatchEvent(new PointerEvent('pointerdown', { ...press, buttons: 2, pointerType: 'mouse' }))
  target.dispatchEvent(new MouseEvent('contextmenu', press))
  const listeners = new AbortController()
  const options = { signal: listeners.signal, capture: true }
  const ignore = (event: MouseEvent): void => {
    // A click by keyboard chooses an entry of the menu.
    if (event.type === 'click' && event.detail === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type of FOLLOWING) window.addEventListener(type, ignore, options)
  window.addEventListener('pointerdown', () => listeners.abort(), options)
}
