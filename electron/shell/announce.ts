import { BrowserWindow, Notification } from 'electron'
import { notificationText } from './notification-text.ts'
import type { ProgressBar, RunSummary } from '../app/queue-run.ts'

/** Electron's values: below 0 no bar, above 1 an indeterminate bar. */
const NO_BAR = -1
const INDETERMINATE_BAR = 2

/** Shows the progress of the downloads in the dock or the task bar. */
export function showProgressBar(bar: ProgressBar | null): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (bar === null) window.setProgressBar(NO_BAR)
    // The mode has an effect on Windows only.
    else if (bar.paused) window.setProgressBar(bar.fraction ?? 0, { mode: 'paused' })
    else window.setProgressBar(bar.fraction ?? INDETERMINATE_BAR)
  }
}

// A notification without a reference is collected, and its click is lost.
let latest: Notification | null = null

/** Shows a notification with the result of a long run, unless a window has the focus. */
export function notifyEnd(
  summary: RunSummary,
  onClick: (connectionId: string, campaignId: string | null) => void,
): void {
  if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return
  const text = notificationText(summary, process.platform)
  const last = summary.jobs.at(-1)
  if (text === null || last === undefined) return
  latest?.close()
  const notification = new Notification(text)
  const campaignId = summary.jobs.length === 1 ? last.campaignId : null
  notification.on('click', () => onClick(last.connectionId, campaignId))
  latest = notification
  notification.show()
}
