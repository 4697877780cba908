import { strings } from '../../../electron/contract/strings/app.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { AppModel } from '../../state/app.svelte.ts'
import { isExport, type Job } from '../../state/jobs.svelte.ts'
import { cancelJob, pauseJob, resumeJob } from '../../state/download-actions.ts'

const messages = strings.queue.menu

/** Position of a download among those that it can be moved between. */
export interface QueuePosition {
  readonly movable: boolean
  readonly first: boolean
  readonly last: boolean
  readonly move: (to: -1 | 1 | 'first') => void
  /** Closes the queue for another view. */
  readonly close: () => void
}

/** Returns the menu of a pending job. */
export function queueMenu(app: AppModel, job: Job, position: QueuePosition): readonly MenuItem[] {
  const items: MenuItem[] = []
  if (position.movable) {
    const moveItem = (
      label: string,
      to: -1 | 1 | 'first',
      disabled: boolean,
      shortcut?: string,
    ): MenuItem => ({
      kind: 'action',
      label,
      disabled,
      run: () => {
        position.move(to)
      },
      ...(shortcut === undefined ? {} : { shortcut }),
    })
    items.push(
      moveItem(messages.first, 'first', position.first),
      moveItem(messages.up, -1, position.first, 'Alt+↑'),
      moveItem(messages.down, 1, position.last, 'Alt+↓'),
      { kind: 'separator' },
    )
  }
  if (!isExport(job)) {
    const { campaignId } = job
    if (job.pausedBy === 'decision')
      items.push({
        kind: 'action',
        label: strings.queue.deletions.review,
        icon: 'warning',
        run: () => {
          position.close()
          app.dialogs.open({ kind: 'deletions', jobId: job.jobId })
        },
      })
    else if (job.pausedBy !== 'offline')
      items.push(
        job.state === 'paused'
          ? { kind: 'action', label: messages.resume, icon: 'play', run: () => void resumeJob(app, job) }
          : { kind: 'action', label: messages.pause, icon: 'pause', run: () => void pauseJob(app, job) },
      )
    if (campaignId !== null && app.campaigns.some((campaign) => campaign.id === campaignId)) {
      items.push({
        kind: 'action',
        label: messages.open,
        icon: 'list',
        run: () => {
          position.close()
          app.campaignList.selectOnly(campaignId)
          app.show(campaignId)
        },
      })
    }
  }
  items.push({ kind: 'action', label: messages.cancel, icon: 'close', run: () => void cancelJob(app, job) })
  return items
}
