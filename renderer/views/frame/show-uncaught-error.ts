import { mount, unmount } from 'svelte'
import type { UncaughtError } from '../../state/uncaught-errors.ts'
import UncaughtErrorNotice from './UncaughtErrorNotice.svelte'

/** Closes the notice that is shown; null when there is none. */
let close: (() => void) | null = null

/**
 * Shows the error above everything else, unless a person has not dismissed an earlier one yet. The notice is
 * mounted apart from the application, which may not draw anything any more.
 */
export function showUncaughtError(error: UncaughtError): void {
  if (close !== null) return
  // Nothing outside a modal dialog can be clicked.
  const target = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const notice = mount(UncaughtErrorNotice, {
    target,
    props: {
      error,
      onclose: () => {
        close?.()
      },
    },
  })
  close = () => {
    close = null
    target.removeEventListener('close', onTargetClose)
    void unmount(notice)
  }
  const onTargetClose = (): void => {
    close?.()
  }
  target.addEventListener('close', onTargetClose)
}
