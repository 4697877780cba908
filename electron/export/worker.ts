// The exporting thread: one export, with a handle of its own on the cache, and then the end.
import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { openChangeRows } from '../store/changes/export-rows.ts'
import type { ExportRows } from '../store/types.ts'
import { createChangesEncoder } from './changes-csv.ts'
import { ExportControl } from './control.ts'
import { createCsvEncoder, type CsvEncoder } from './csv.ts'
import { openItemRows } from './item-rows.ts'
import type { ExportAssignment, ExportMessage } from './messages.ts'
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

function openSource(): { readonly rows: ExportRows; readonly encoder: CsvEncoder } {
  if ('changes' in request) {
    const { databaseFile, changes, options, delimiter } = request
    return {
      rows: openChangeRows(databaseFile, changes, stopIfCancelled),
      encoder: createChangesEncoder(options, delimiter),
    }
  }
  return { rows: openItemRows(request, stopIfCancelled), encoder: createCsvEncoder(request) }
}

function exportRows(write: WriteSteps['write']): ExportProgress {
  const { rows, encoder } = openSource()
  try {
    return writeRows(rows, encoder, {
      write,
      isCancelled: () => control.isCancelled(),
      onProgress: progressTeller(),
    })
  } finally {
    rows.close()
  }
}

function toOutput(): ExportProgress {
  let sent = 0
  return exportRows((bytes) => {
    control.waitUntilTaken(sent - PIECES_UNDER_WAY + 1)
    tell({ type: 'piece', bytes }, [bytes.buffer])
    sent += 1
  })
}

function toFile(file: string): ExportProgress {
  const target = planTarget(file)
  if (target.replaces !== null) tell({ type: 'unfinished', file: target.writeTo })
  try {
    const progress = writeAndClose(target)
    putInPlace(target)
    return progress
  } catch (error) {
    discard(target)
    throw error
  }
}

function writeAndClose(target: Target): ExportProgress {
  const descriptor = openTarget(target)
  let finished = false
  try {
    const progress = exportRows((piece) => {
      for (let done = 0; done < piece.byteLength;) done += writeSync(descriptor, piece, done)
    })
    finished = true
    return progress
  } finally {
    closeTarget(target, descriptor, finished)
  }
}

try {
  const progress = request.file === null ? toOutput() : toFile(request.file)
  tell({ type: 'done', progress })
} catch (thrown) {
  const error = writeFailure(thrown)
  tell(error instanceof AppError ? { type: 'failed', fault: error.toFault() } : { type: 'crashed', error })
}
