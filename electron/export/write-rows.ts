import { AppError } from '../contract/app-error.ts'
import type { ExportRows } from '../store/types.ts'
import type { AlterationCount } from './formats/format.ts'
import type { ExportProgress, TableWriter } from './types.ts'

export interface WriteRowsCallbacks {
  /** Takes ownership of the bytes. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly isCancelled: () => boolean
  readonly onProgress: (progress: ExportProgress) => void
}

/**
 * Writes all rows and returns the counts. Rejects with `cancelled` at the first chunk after a cancellation,
 * and with `rowCountWrong` if the number of rows is not `rows.count`.
 * @param open returns a writer that passes its bytes to the given function
 */
export async function writeRows(
  rows: Pick<ExportRows, 'count' | 'batches' | 'packed'>,
  open: (write: WriteRowsCallbacks['write']) => TableWriter,
  callbacks: WriteRowsCallbacks,
): Promise<ExportProgress> {
  let writtenRows = 0
  let bytes = 0
  const throwIfCancelled = (): void => {
    if (callbacks.isCancelled()) throw new AppError('cancelled')
  }
  const writer = open((chunk) => {
    throwIfCancelled()
    // The receiver may release the memory of the chunk.
    bytes += chunk.byteLength
    callbacks.write(chunk)
  })
  writer.begin()
  for (const { length, write } of batchesOf(rows, writer)) {
    throwIfCancelled()
    writtenRows += length
    // A writer must not receive more rows than announced.
    if (writtenRows > rows.count) break
    await write()
    callbacks.onProgress({ rows: writtenRows, totalRows: rows.count, bytes, verifiedRows: null, parts: null })
  }
  if (writtenRows !== rows.count)
    throw new AppError('rowCountWrong', { params: { expected: rows.count, received: writtenRows } })
  await writer.end()
  throwIfCancelled()
  return { rows: writtenRows, totalRows: rows.count, bytes, verifiedRows: null, parts: null }
}

/** A batch of rows with the function that writes it. */
interface Batch {
  readonly length: number
  readonly write: () => void | Promise<void>
}

/** Yields packed rows if the writer supports them, else values. */
function* batchesOf(rows: Pick<ExportRows, 'batches' | 'packed'>, writer: TableWriter): Generator<Batch> {
  const { writePackedRows } = writer
  if (rows.packed !== null && writePackedRows !== undefined)
    for (const block of rows.packed())
      yield { length: block.keys.length, write: () => writePackedRows(block) }
  else
    for (const batch of rows.batches()) yield { length: batch.length, write: () => writer.writeRows(batch) }
}

/** Returns the result of an export with the counts of altered cells, if there are any. */
export function withAltered(written: ExportProgress, count: AlterationCount): ExportProgress {
  const altered = count.result()
  return altered === undefined ? written : { ...written, altered }
}
