import { resolve } from 'node:path'
import { CLI_MESSAGES } from './strings/command-line.ts'
import { requireAllowedPath } from '../app/managed/export-folders.ts'
import { startReviewExport } from '../app/review-files.ts'
import { startReviewFileTask } from '../review-files/start-task.ts'
import type { ReadTask } from '../review-files/types.ts'
import type { ReviewCommand } from './commands.ts'
import { untilInterrupted, type Context } from './context.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { findSnapshotSource } from './find-snapshot-source.ts'

/** `review`: exports the reviews of a campaign to a file, or validates such a file. */
export async function review(command: ReviewCommand, context: Context): Promise<ExitCode> {
  if ('check' in command.file) await check(resolve(command.file.check), context)
  else await write(resolve(command.file.write), command, context)
  return EXIT.done
}

async function write(file: string, command: ReviewCommand, context: Context): Promise<void> {
  await requireAllowedPath(file, await context.io.managed())
  const { reviewsFile, campaigns } = await findSnapshotSource(command, context)
  const [campaignId = ''] = command.campaigns
  const result = await untilInterrupted(context, () =>
    startReviewExport(
      { file, scope: { campaignId }, author: command.author.trim() },
      { reviewsFile, campaigns },
      context.io.reviewFilesWorkerUrl,
    ),
  )
  const { items, marks, notes, photos, bytes } = result
  context.console.message(CLI_MESSAGES.reviewWritten(items, file))
  context.console.json({ type: 'review', file, items, marks, notes, photos, bytes })
}

async function check(file: string, context: Context): Promise<void> {
  const { author, writtenAt, campaigns, reviews, bytes } = await untilInterrupted(context, () =>
    startReviewFileTask<ReadTask>({ kind: 'read', file, photoFolder: null }, context.io.reviewFilesWorkerUrl),
  )
  const photos = new Set(reviews.flatMap((each) => each.photos.map(({ hash }) => hash))).size
  context.console.print(CLI_MESSAGES.reviewChecked(author, reviews.length, photos))
  context.console.json({
    type: 'review',
    file,
    author,
    writtenAt: new Date(writtenAt).toISOString(),
    campaigns,
    items: reviews.length,
    marks: reviews.filter(({ mark }) => mark !== null).length,
    notes: reviews.filter(({ note }) => note !== '').length,
    photos,
    bytes,
  })
}
