// The exporting thread: one export, with a handle of its own on the cache, and then the end.
import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { ExportControl } from './control.ts'
import type { ExportAssignment, ExportMessage } from './messages.ts'
import { openRows } from './open-rows.ts'
import { openWriter } from './open-writer.ts'
import { closeTarget, discard, openTarget, planTarget, putInPlace, type Target } from './target.ts'
import type { ExportProgress } from './types.ts'
import { writeFailure } from './write-failure.ts'
import { writeRows, type WriteSteps } from './write.ts'

/** Pieces of output that may be under way to a slow reader. */
const PIECES_UNDER_WAY = 4
const PROGRESS_EVERY_MS = 100

const { request, control: shared } = workerData as ExportAssignment
const control = new ExportControl(shared)

function tell(message: ExportMessage, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}

function progressTeller(): (progress: ExportProgress) => void {
  let last = 0
  return (progress) => {
    const now = performance.now()
    if (now - last < PROGRESS_EVERY_MS) return
    last = now
    tell({ type: 'progress', progress })
  }
}

function stopIfCancelled(): void {
  if (control.isCancelled()) throw new AppError('cancelled')
}

async function exportRows(write: WriteSteps['write']): Promise<ExportProgress> {
  const rows = openRows(request, stopIfCancelled)
  try {
    return await writeRows(rows, (take) => openWriter(request, rows.count, take), {
      write,
      isCancelled: () => control.isCancelled(),
      onProgress: progressTeller(),
    })
  } finally {
    rows.close()
  }
}

function toOutput(): Promise<ExportProgress> {
  let sent = 0
  return exportRows((bytes) => {
    control.waitUntilTaken(sent - PIECES_UNDER_WAY + 1)
    tell({ type: 'piece', bytes }, [bytes.buffer])
    sent += 1
  })
}

async function toFile(file: string): Promise<ExportProgress> {
  const target = planTarget(file)
  if (target.replaces !== null) tell({ type: 'unfinished', file: target.writeTo })
  try {
    const progress = await writeAndClose(target)
    putInPlace(target)
    return progress
  } catch (error) {
    discard(target)
    throw error
  }
}

async function writeAndClose(target: Target): Promise<ExportProgress> {
  const descriptor = openTarget(target)
  let finished = false
  try {
    const progress = await exportRows((piece) => {
      for (let done = 0; done < piece.byteLength;) done += writeSync(descriptor, piece, done)
    })
    finished = true
    return progress
  } finally {
    closeTarget(target, descriptor, finished)
  }
}

try {
  const progress = await (request.file === null ? toOutput() : toFile(request.file))
  tell({ type: 'done', progress })
} catch (thrown) {
  const error = writeFailure(thrown)
  tell(error instanceof AppError ? { type: 'failed', fault: error.toFault() } : { type: 'crashed', error })
}
