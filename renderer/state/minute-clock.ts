import { MINUTE_MS } from '../../electron/contract/instant.ts'

/**
 * Calls with the current time, in milliseconds since 1970, once a minute while the window is visible, and when
 * it is visible again: a hidden one lets the computer rest. Continues until the returned function is called.
 */
export function watchMinutes(call: (now: number) => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined

  function start(): void {
    clearInterval(timer)
    if (document.visibilityState !== 'hidden') timer = setInterval(() => call(Date.now()), MINUTE_MS)
  }

  function followVisibility(): void {
    start()
    if (document.visibilityState !== 'hidden') call(Date.now())
  }

  document.addEventListener('visibilitychange', followVisibility)
  start()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    clearInterval(timer)
  }
}
