import { AppError } from '../contract/app-error.ts'
import type { ExportRows } from '../store/types.ts'
import type { CsvEncoder } from './csv.ts'
import type { ExportProgress } from './types.ts'

export interface WriteSteps {
  /** Takes all the bytes before it returns, and may keep them. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly isCancelled: () => boolean
  readonly onProgress: (progress: ExportProgress) => void
}

/**
 * Writes every row and gives what was written. Throws `cancelled` at the first batch after a cancellation,
 * and `rowCountWrong` when there were more or fewer rows than the result counts.
 */
export function writeRows(
  rows: Pick<ExportRows, 'count' | 'batches'>,
  encoder: CsvEncoder,
  steps: WriteSteps,
): ExportProgress {
  let written = 0
  let bytes = 0
  const write = (piece: Uint8Array<ArrayBuffer>): void => {
    if (steps.isCancelled()) throw new AppError('cancelled')
    // Counted before, because whoever takes a piece may give its memory away.
    bytes += piece.byteLength
    if (piece.byteLength > 0) steps.write(piece)
  }
  write(encoder.head())
  for (const batch of rows.batches()) {
    write(encoder.rows(batch))
    written += batch.length
    steps.onProgress({ rows: written, totalRows: rows.count, bytes })
  }
  if (steps.isCancelled()) throw new AppError('cancelled')
  if (written !== rows.count)
    throw new AppError('rowCountWrong', { params: { expected: rows.count, received: written } })
  return { rows: written, totalRows: rows.count, bytes }
}
