// The exporting thread: one export after the other, each with a handle of its own on the cache, until it is told to end.
import { parentPort } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { AlterationCount } from './formats/format.ts'
import { ExportControl } from './control.ts'
import { QueryYielder, lowerThreadPriority } from './yield-to-queries.ts'
import { END, type ExportAssignment, type ExportMessage } from './messages.ts'
import { openRows } from './rows/open-rows.ts'
import { openWriter } from './open-writer.ts'
import { rowsPerFile, singleStreamError, refuseTooManyRows } from './files/parts.ts'
import type { ExportProgress, ExportRequest } from './types.ts'
import { writeFailure } from './files/write-failure.ts'
import { writeFiles } from './files/write-files.ts'
import { withAltered, writeRows } from './write-rows.ts'

/** Pieces of output that may be under way to a slow reader. */
const PIECES_UNDER_WAY = 4
const PROGRESS_EVERY_MS = 100

interface Assignment {
  readonly request: ExportRequest
  readonly control: ExportControl
  /** Asked at every block of rows, where it first lets others go. */
  readonly isCancelled: () => boolean
}

function assignmentOf({ request, control: shared, precedence }: ExportAssignment): Assignment {
  const control = new ExportControl(shared)
  const isCancelled = (): boolean => control.isCancelled()
  const yielder = new QueryYielder(precedence, isCancelled)
  return {
    request,
    control,
    isCancelled: () => {
      yielder.yieldToQueries()
      return isCancelled()
    },
  }
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

async function toOutput({ request, control, isCancelled }: Assignment): Promise<ExportProgress> {
  let sent = 0
  const rows = openRows(request, () => {
    if (isCancelled()) throw new AppError('cancelled')
  })
  try {
    refuseTooManyRows(request, rows.count)
    if (rowsPerFile(request, rows.count).length > 1) throw singleStreamError()
    const pictures = rows.pictures?.of(0, rows.count) ?? null
    const altered = new AlterationCount()
    const written = await writeRows(
      rows,
      (take) => openWriter(request, { ...rows, pictures }, take, altered),
      {
        write: (bytes) => {
          control.waitUntilTaken(sent - PIECES_UNDER_WAY + 1)
          tell({ type: 'piece', bytes }, [bytes.buffer])
          sent += 1
        },
        isCancelled,
        onProgress: tellProgress,
      },
    )
    return withAltered(written, altered)
  } finally {
    rows.close()
  }
}

function toFile({ request, isCancelled }: Assignment, file: string): Promise<ExportProgress> {
  return writeFiles(request, file, {
    isCancelled,
    onProgress: tellProgress,
    onUnfinished: (unfinished) => {
      tell({ type: 'unfinished', file: unfinished })
    },
  })
}

async function runExport(assignment: Assignment): Promise<void> {
  const { file } = assignment.request
  try {
    const progress = await (file === null ? toOutput(assignment) : toFile(assignment, file))
    tell({ type: 'done', progress })
  } catch (thrown) {
    const error = writeFailure(thrown)
    tell(error instanceof AppError ? { type: 'failed', fault: error.toFault() } : { type: 'crashed', error })
  }
}

lowerThreadPriority()
let underWay = Promise.resolve()
parentPort?.on('message', (told: ExportAssignment | typeof END) => {
  underWay = underWay.then(() => {
    if (told !== END) return runExport(assignmentOf(told))
    parentPort?.close()
    return undefined
  })
})
