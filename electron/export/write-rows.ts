import { AppError } from '../contract/app-error.ts'
import type { ExportRows } from '../store/types.ts'
import type { AlterationCount } from './formats/format.ts'
import type { ExportProgress, TableWriter } from './types.ts'

export interface WriteSteps {
  /** Takes all the bytes before it returns, and may keep them. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly isCancelled: () => boolean
  readonly onProgress: (progress: ExportProgress) => void
}

/**
 * Writes every row and gives what was written. Rejects with `cancelled` at the first piece after a cancellation, and
 * with `rowCountWrong` when there were more or fewer rows than the result counts.
 * @param open gives the writer, whose bytes go to the function that it is given.
 */
export async function writeRows(
  rows: Pick<ExportRows, 'count' | 'batches' | 'packed'>,
  open: (write: WriteSteps['write']) => TableWriter,
  steps: WriteSteps,
): Promise<ExportProgress> {
  let written = 0
  let bytes = 0
  const stopIfCancelled = (): void => {
    if (steps.isCancelled()) throw new AppError('cancelled')
  }
  const writer = open((piece) => {
    stopIfCancelled()
    // Counted before, because whoever takes a piece may give its memory away.
    bytes += piece.byteLength
    steps.write(piece)
  })
  writer.begin()
  for (const { length, write } of partsOf(rows, writer)) {
    stopIfCancelled()
    written += length
    // Before they are written: a writer that was told of fewer has no room for more.
    if (written > rows.count) break
    await write()
    steps.onProgress({ rows: written, totalRows: rows.count, bytes, verifiedRows: null, parts: null })
  }
  if (written !== rows.count)
    throw new AppError('rowCountWrong', { params: { expected: rows.count, received: written } })
  await writer.end()
  stopIfCancelled()
  return { rows: written, totalRows: rows.count, bytes, verifiedRows: null, parts: null }
}

/** Some rows, and what writes them. */
interface Part {
  readonly length: number
  readonly write: () => void | Promise<void>
}

/** Rows as the writer takes them with least effort. */
function* partsOf(rows: Pick<ExportRows, 'batches' | 'packed'>, writer: TableWriter): Generator<Part> {
  const { packed } = writer
  if (rows.packed !== null && packed !== undefined)
    for (const block of rows.packed())
      yield {
        length: block.keys.length,
        write: () => {
          packed(block)
        },
      }
  else for (const batch of rows.batches()) yield { length: batch.length, write: () => writer.rows(batch) }
}

/** Adds the number of altered cells to the result of an export. */
export function withAltered(written: ExportProgress, count: AlterationCount): ExportProgress {
  const altered = count.result()
  return altered === undefined ? written : { ...written, altered }
}
