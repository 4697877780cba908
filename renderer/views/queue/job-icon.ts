import type { IconName } from '../../components/icons.ts'
import { isExport, isPictures, type Job } from '../../state/jobs.svelte.ts'

/** Returns the icon for what a job does. */
export function jobIcon(job: Job): IconName {
  if (isPictures(job)) return 'image'
  if (isExport(job)) return job.form === 'print' ? 'file' : 'export'
  if (job.kind === 'discovery') return 'search'
  return job.kind === 'details' ? 'list' : 'download'
}
