import { AppError } from '../contract/app-error.ts'
import type { ExportRows } from '../store/types.ts'
import type { AlterationCount } from './formats/format.ts'
import type { ExportProgress, TableWriter } from './types.ts'

export interface WriteSteps {
  /** Receives bytes, which it may keep. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly isCancelled: () => boolean
  readonly onProgress: (progress: ExportProgress) => void
}

/**
 * Writes all rows and returns the counts. Rejects with `cancelled` at the first chunk after a cancellation,
 * and with `rowCountWrong` if the number of rows is not `rows.count`.
 * @param open returns the writer, which passes its bytes to the function
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
  const writer = open((chunk) => {
    stopIfCancelled()
    // The receiver may release the memory of the chunk.
    bytes += chunk.byteLength
    steps.write(chunk)
  })
  writer.begin()
  for (const { length, write } of batchesOf(rows, writer)) {
    stopIfCancelled()
    written += length
    // A writer must not receive more rows than announced.
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

/** A batch of rows with the function that writes it. */
interface Batch {
  readonly length: number
  readonly write: () => void | Promise<void>
}

/** Yields packed rows if the writer supports them, else values. */
function* batchesOf(rows: Pick<ExportRows, 'batches' | 'packed'>, writer: TableWriter): Generator<Batch> {
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
