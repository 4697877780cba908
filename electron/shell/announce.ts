import { BrowserWindow, Notification } from 'electron'
import { notificationText } from './notification-text.ts'
import { push } from './window-events.ts'
import type { Bar, RunSummary } from '../app/queue-run.ts'
import { systemLocale } from './system.ts'

/** Electron's values: below 0 nothing, above 1 that something goes on, nobody knows how far. */
const NO_BAR = -1
const SOME_BAR = 2

/** Shows how far the downloads are in the dock or the task bar. */
export function showBar(bar: Bar | null): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (bar === null) window.setProgressBar(NO_BAR)
    // The mode is for Windows; elsewhere a paused bar only stands still.
    else if (bar.paused) window.setProgressBar(bar.fraction ?? 0, { mode: 'paused' })
    else window.setProgressBar(bar.fraction ?? SOME_BAR)
  }
}

// One that nobody holds is collected, and its click is never heard.
let latest: Notification | null = null

/** Tells by a notification of the system what came of a long run, unless the person sees it in the window. */
export function announceEnd(summary: RunSummary, showWindow: () => void): void {
  if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return
  const text = notificationText(summary, systemLocale(), process.platform)
  const last = summary.jobs.at(-1)
  if (text === null || last === undefined) return
  latest?.close()
  const notification = new Notification(text)
  const campaignId = summary.jobs.length === 1 ? last.campaignId : null
  notification.on('click', () => {
    showWindow()
    push('campaign.show', { connectionId: last.connectionId, campaignId })
  })
  latest = notification
  notification.show()
}
