import { messages } from '../../../electron/contract/messages.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { Navigation } from '../../state/app.svelte.ts'
import { isExport, type Job } from '../../state/jobs.svelte.ts'
import { cancelJob, pauseJob, resumeJob, type DownloadContext } from '../../state/download-actions.ts'

/** The downloads, and how to show their campaigns. */
interface QueueMenuContext {
  readonly downloadContext: DownloadContext
  readonly navigation: Pick<Navigation, 'show'>
}

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
export function queueMenu(
  { downloadContext, navigation }: QueueMenuContext,
  job: Job,
  position: QueuePosition,
): readonly MenuItem[] {
  const items: MenuItem[] = []
  if (position.movable) {
    const moveItem = (
      label: string,
      to: -1 | 1 | 'first',
      disabled: boolean,
      shortcut?: string,
    ): MenuItem => ({
      label,
      disabled,
      run: () => position.move(to),
      ...(shortcut === undefined ? {} : { shortcut }),
    })
    items.push(
      moveItem(messages.queue.menu.first, 'first', position.first),
      moveItem(messages.queue.menu.up, -1, position.first, 'Alt+↑'),
      moveItem(messages.queue.menu.down, 1, position.last, 'Alt+↓'),
      { kind: 'separator' },
    )
  }
  if (!isExport(job)) {
    const { campaignId } = job
    if (job.pausedBy === 'decision')
      items.push({
        label: messages.queue.deletions.review,
        icon: 'warning',
        run: () => {
          position.close()
          downloadContext.dialogs.open({ kind: 'deletions', jobId: job.jobId })
        },
      })
    else if (job.pausedBy !== 'offline')
      items.push(
        job.state === 'paused'
          ? {
              label: messages.queue.menu.resume,
              icon: 'play',
              run: () => void resumeJob(downloadContext, job),
            }
          : {
              label: messages.queue.menu.pause,
              icon: 'pause',
              run: () => void pauseJob(downloadContext, job),
            },
      )
    if (campaignId !== null && downloadContext.campaigns.some((campaign) => campaign.id === campaignId)) {
      items.push({
        label: messages.queue.menu.open,
        icon: 'list',
        run: () => {
          position.close()
          downloadContext.campaignList.selectOnly(campaignId)
          navigation.show(campaignId)
        },
      })
    }
  }
  items.push({
    label: messages.queue.menu.cancel,
    icon: 'close',
    run: () => void cancelJob(downloadContext, job),
  })
  return items
}
