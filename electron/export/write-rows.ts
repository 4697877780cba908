import { AppError } from '../contract/app-error.ts'
import type { ExportRows } from '../store/types.ts'
import type { AlterationCount } from './formats/format.ts'
import type { ExportProgress, TableWriter } from './types.ts'

export interface WriteSteps {
  /** Takes all bytes before it returns, and may keep them. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly isCancelled: () => boolean
  readonly onProgress: (progress: ExportProgress) => void
}

/**
 * Writes every row and returns the counts. Rejects with `cancelled` at the first piece after a cancellation,
 * and with `rowCountWrong` for more or fewer rows than `rows.count`.
 * @param open returns the writer, which passes its bytes to the function it receives.
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
    // Counted first, because the receiver may release the memory of the piece.
    bytes += piece.byteLength
    steps.write(piece)
  })
  writer.begin()
  for (const { length, write } of batchesOf(rows, writer)) {
    stopIfCancelled()
    written += length
    // Checked first, because a writer has no room for more rows than it expects.
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

/** Some rows, with the function that writes them. */
interface Batch {
  readonly length: number
  readonly write: () => void | Promise<void>
}

/** Yields packed rows where the writer takes them, else values. */
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
