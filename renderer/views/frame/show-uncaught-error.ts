import { mount, unmount } from 'svelte'
import type { UncaughtError } from '../../state/uncaught-errors.ts'
import UncaughtErrorNotice from './UncaughtErrorNotice.svelte'

/** Closes the shown notice; null if there is none. */
let close: (() => void) | null = null

/**
 * Shows an error above everything else, unless an earlier one is still shown. The notice is mounted
 * separately, because the application may be unable to render.
 */
export function showUncaughtError(error: UncaughtError): void {
  if (close !== null) return
  // Elements outside a modal dialog cannot be clicked.
  const target = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const notice = mount(UncaughtErrorNotice, { target, props: { error, onclose: () => close?.() } })
  close = () => {
    close = null
    target.removeEventListener('close', onTargetClose)
    void unmount(notice)
  }
  const onTargetClose = (): void => close?.()
  target.addEventListener('close', onTargetClose)
}
