import type { Attachment } from 'svelte/attachments'

/**
 * Sets whether a button can be pressed. A focused button keeps the focus: fully disabled, it would lose it,
 * for example when the last item is reached with *Next*.
 */
export function pressable(can: boolean): Attachment<HTMLButtonElement> {
  return (button) => {
    const show = (): void => {
      const keepsFocus = !can && document.activeElement === button
      button.disabled = !can && !keepsFocus
      if (keepsFocus) button.setAttribute('aria-disabled', 'true')
      else button.removeAttribute('aria-disabled')
    }
    const pressed = (event: Event): void => {
      if (can) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    show()
    button.addEventListener('blur', show)
    button.addEventListener('click', pressed, true)
    return () => {
      button.removeEventListener('blur', show)
      button.removeEventListener('click', pressed, true)
    }
  }
}
