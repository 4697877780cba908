// The export thread: runs one export after the other until it receives `END`.
import { parentPort } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { AlterationCount } from './formats/format.ts'
import { ExportControl } from './control.ts'
import { activateFileLanguage } from './file-language.ts'
import { lowerThreadPriority } from '../store/thread-priority.ts'
import { QueryYielder } from './yield-to-queries.ts'
import { END, type ExportJob, type ExportMessage } from './messages.ts'
import { openRows } from './rows/open-rows.ts'
import { openWriter } from './open-writer.ts'
import { rowsPerFile, singleStreamError, refuseTooManyRows } from './files/parts.ts'
import type { ExportProgress, ExportRequest } from './types.ts'
import { writeFiles } from './files/write-files.ts'
import { sendResult } from './worker-task.ts'
import { withAltered, writeRows } from './write-rows.ts'

/** Chunks of output that the receiver has not confirmed yet. */
const MAX_PENDING_CHUNKS = 4
const PROGRESS_INTERVAL_MS = 100

interface ActiveJob {
  readonly request: ExportRequest
  readonly control: ExportControl
  /** Yields to queries, and returns whether the export was canceled. Called for each block of rows. */
  readonly isCancelled: () => boolean
}

function createJob({ request, control: shared, foregroundRequests }: ExportJob): ActiveJob {
  const control = new ExportControl(shared)
  const isCancelled = (): boolean => control.isCancelled()
  const yielder = new QueryYielder(foregroundRequests, isCancelled)
  return {
    request,
    control,
    isCancelled: () => {
      yielder.yieldToQueries()
      return isCancelled()
    },
  }
}

function send(message: ExportMessage, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}

/** Time of the last progress message. */
let lastProgress = 0

function sendProgress(progress: ExportProgress): void {
  const now = performance.now()
  if (now - lastProgress < PROGRESS_INTERVAL_MS) return
  lastProgress = now
  send({ type: 'progress', progress })
}

async function writeToOutput({ request, control, isCancelled }: ActiveJob): Promise<ExportProgress> {
  let sentChunks = 0
  const rows = openRows(request, () => {
    if (isCancelled()) throw new AppError('cancelled')
  })
  try {
    refuseTooManyRows(request, rows.count)
    if (rowsPerFile(request, rows.count).length > 1) throw singleStreamError()
    const pictures = rows.pictures?.pictureRange(0, rows.count) ?? null
    const altered = new AlterationCount()
    const progress = await writeRows(
      rows,
      (writeBytes) => openWriter(request, { ...rows, pictures }, writeBytes, altered),
      {
        write: (bytes) => {
          control.waitForChunks(sentChunks - MAX_PENDING_CHUNKS + 1)
          send({ type: 'output', bytes }, [bytes.buffer])
          sentChunks += 1
        },
        isCancelled,
        onProgress: sendProgress,
      },
    )
    return withAltered(progress, altered)
  } finally {
    rows.close()
  }
}

function writeToFile({ request, control, isCancelled }: ActiveJob, file: string): Promise<ExportProgress> {
  return writeFiles(request, file, {
    isCancelled,
    startReplacing: () => control.startReplacing(),
    onProgress: sendProgress,
    onUnfinished: (unfinished) => send({ type: 'unfinished', file: unfinished }),
  })
}

function runExport(job: ActiveJob): Promise<ExportProgress> {
  const { file } = job.request
  return file === null ? writeToOutput(job) : writeToFile(job, file)
}

lowerThreadPriority()
let pending = Promise.resolve()
parentPort?.on('message', (message: ExportJob | typeof END) => {
  pending = pending.then(() => {
    if (message !== END)
      return sendResult(async () => {
        await activateFileLanguage(message.request.options.language, message.language)
        return runExport(createJob(message))
      })
    parentPort?.close()
    return undefined
  })
})
