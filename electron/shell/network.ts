import { net } from 'electron'

const CHECK_EVERY_MS = 2_000

/** Calls `onChange` whenever the computer comes online or goes offline. Chromium has no event for it in main. */
export function watchNetwork(onChange: (online: boolean) => void): void {
  let online = net.isOnline()
  setInterval(() => {
    const now = net.isOnline()
    if (now === online) return
    online = now
    onChange(now)
  }, CHECK_EVERY_MS).unref()
}
