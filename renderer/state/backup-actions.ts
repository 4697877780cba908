import { tick } from 'svelte'
import type { BackupContents, CompletedRestore, WrittenBackup } from '../../electron/contract/backup.ts'
import type { ReviewFileCounts } from '../../electron/contract/review-file.ts'
import { listText, messages } from '../../electron/contract/messages.ts'
import { api } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import type { DialogsModel } from './dialogs.svelte.ts'
import type { Format } from './format.ts'

/** Shows the backup file that the system or a drop requested, if any. */
export async function openRequestedBackup(dialogs: DialogsModel): Promise<void> {
  if (!(await api.call('backups.hasRequested').catch(() => false))) return
  // Another one may be open, which is closed.
  dialogs.closeAll()
  await tick()
  dialogs.open({ kind: 'restoreFile', isRequested: true })
}

/** Reports a restore that was completed at the start, and how to return to the state before it. */
export function reportRestore(
  {
    success,
    announcer,
    environment,
    dialogs,
  }: Pick<AppModel, 'success' | 'announcer' | 'environment' | 'dialogs'>,
  { before }: CompletedRestore,
): void {
  success.show({
    title: messages.backups.restored,
    text:
      before === null
        ? messages.backups.restoredEmpty
        : messages.backups.restoredText({ time: environment.format.dateTime(before.at) }),
    action:
      before === null
        ? null
        : {
            label: messages.backups.undoRestore,
            run: () => {
              dialogs.open({ kind: 'restore' })
              return Promise.resolve()
            },
          },
  })
  announcer.announce(messages.backups.restored)
}

/** Describes the reviews of a connection. */
export function reviewCountsText({ marks, notes, photos }: ReviewFileCounts): string {
  const { counts, noReviews } = messages.backups
  const text = listText([
    marks > 0 && counts.marks({ count: marks }),
    notes > 0 && counts.notes({ count: notes }),
    photos > 0 && counts.photos({ count: photos }),
  ])
  return text === '' ? noReviews : text
}

/** Describes what was written to a backup file. */
export function writtenBackupText({ contents, bytes }: WrittenBackup, format: Format): string {
  const { connections } = contents
  const sum = (part: 'marks' | 'notes' | 'photos'): number =>
    connections.reduce((total, { reviews }) => total + reviews[part], 0)
  const reviews = { items: 0, marks: sum('marks'), notes: sum('notes'), photos: sum('photos') }
  return messages.backups.writtenText({
    connections: connections.length,
    reviews: reviewCountsText(reviews),
    size: format.bytes(bytes),
  })
}

/** Describes views and export profiles; empty if there are none. */
export function viewCountsText({ views, profiles }: Pick<BackupContents, 'views' | 'profiles'>): string {
  const { counts } = messages.backups
  return listText([
    views > 0 && counts.views({ count: views }),
    profiles > 0 && counts.profiles({ count: profiles }),
  ])
}
