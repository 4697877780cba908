// The exporting thread: one export after the other, each with a handle of its own on the cache, until it is told to end.
import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { ExportControl } from './control.ts'
import { END, type ExportAssignment, type ExportMessage } from './messages.ts'
import { openRows } from './open-rows.ts'
import { openWriter } from './open-writer.ts'
import { CellSum } from './readback/cell-sum.ts'
import { readBack, readerOf } from './readback/read-back.ts'
import type { FileReader } from './readback/types.ts'
import { closeTarget, discard, openTarget, planTarget, putInPlace, type Target } from './target.ts'
import type { ExportProgress, ExportRequest, TableWriter } from './types.ts'
import { writeFailure } from './write-failure.ts'
import { writeRows, type WriteSteps } from './write.ts'

/** Pieces of output that may be under way to a slow reader. */
const PIECES_UNDER_WAY = 4
const PROGRESS_EVERY_MS = 100

interface Assignment {
  readonly request: ExportRequest
  readonly control: ExportControl
}

function tell(message: ExportMessage, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}

/** When progress was told last, whichever export it was of. */
let lastTold = 0

function tellProgress(progress: ExportProgress): void {
  const now = performance.now()
  if (now - lastTold < PROGRESS_EVERY_MS) return
  lastTold = now
  tell({ type: 'progress', progress })
}

interface Written {
  readonly progress: ExportProgress
  /** What the file is to be read with, and the cells that are to be found; null: it cannot be read again. */
  readonly check: { readonly read: FileReader; readonly cells: CellSum } | null
}

function stopIfCancelled(control: ExportControl): void {
  if (control.isCancelled()) throw new AppError('cancelled')
}

async function exportRows(
  { request, control }: Assignment,
  write: WriteSteps['write'],
  isRead: boolean,
): Promise<Written> {
  const rows = openRows(request, () => {
    stopIfCancelled(control)
  })
  try {
    const check = isRead ? { read: readerOf(request, rows.count), cells: new CellSum() } : null
    const open = (take: WriteSteps['write']): TableWriter =>
      openWriter(request, rows, take, check?.cells ?? null)
    const progress = await writeRows(rows, open, {
      write,
      isCancelled: () => control.isCancelled(),
      onProgress: tellProgress,
    })
    return { progress, check }
  } finally {
    rows.close()
  }
}

async function toOutput(assignment: Assignment): Promise<ExportProgress> {
  let sent = 0
  const { progress } = await exportRows(
    assignment,
    (bytes) => {
      assignment.control.waitUntilTaken(sent - PIECES_UNDER_WAY + 1)
      tell({ type: 'piece', bytes }, [bytes.buffer])
      sent += 1
    },
    false,
  )
  return progress
}

async function toFile(assignment: Assignment, file: string): Promise<ExportProgress> {
  const target = planTarget(file)
  if (target.replaces !== null) tell({ type: 'unfinished', file: target.writeTo })
  try {
    const written = await writeAndClose(assignment, target)
    const progress = await readAgain(assignment.control, target, written)
    putInPlace(target)
    return progress
  } catch (error) {
    discard(target)
    throw error
  }
}

/** Looks whether the file is what was written, before it takes the place of an earlier one. */
async function readAgain(
  control: ExportControl,
  target: Target,
  { progress, check }: Written,
): Promise<ExportProgress> {
  if (check === null) return progress
  await readBack(target.writeTo, check.read, check.cells, (rows) => {
    stopIfCancelled(control)
    tellProgress({ ...progress, readBack: Math.min(rows, progress.rows) })
  })
  return { ...progress, readBack: progress.rows }
}

async function writeAndClose(assignment: Assignment, target: Target): Promise<Written> {
  const descriptor = openTarget(target)
  let finished = false
  try {
    const written = await exportRows(
      assignment,
      (piece) => {
        for (let done = 0; done < piece.byteLength;) done += writeSync(descriptor, piece, done)
      },
      target.replaces !== null,
    )
    finished = true
    return written
  } finally {
    closeTarget(target, descriptor, finished)
  }
}

async function carryOut(assignment: Assignment): Promise<void> {
  const { file } = assignment.request
  try {
    const progress = await (file === null ? toOutput(assignment) : toFile(assignment, file))
    tell({ type: 'done', progress })
  } catch (thrown) {
    const error = writeFailure(thrown)
    tell(error instanceof AppError ? { type: 'failed', fault: error.toFault() } : { type: 'crashed', error })
  }
}

let underWay = Promise.resolve()
parentPort?.on('message', (told: ExportAssignment | typeof END) => {
  underWay = underWay.then(() => {
    if (told !== END) return carryOut({ request: told.request, control: new ExportControl(told.control) })
    parentPort?.close()
    return undefined
  })
})
