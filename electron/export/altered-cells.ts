import type { AlteredCells } from '../contract/jobs.ts'
import type { ExportProgress } from './types.ts'

/** Counts the cells of a file, or of several, that are not what the data has. */
export class AlterationCount {
  cut = 0
  leftOut = 0
  guarded = 0
  replaced = 0

  /** Returns the counts; undefined where every cell is what the data has. */
  result(): AlteredCells | undefined {
    const { cut, leftOut, guarded, replaced } = this
    return cut + leftOut + guarded + replaced === 0 ? undefined : { cut, leftOut, guarded, replaced }
  }
}

/** Returns what was written with the cells that are not what the data has. */
export function withAltered(written: ExportProgress, count: AlterationCount): ExportProgress {
  const altered = count.result()
  return altered === undefined ? written : { ...written, altered }
}
