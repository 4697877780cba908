import type { CellChecksum } from './cell-checksum.ts'

/** Reads the bytes of a file in order, and adds its cells. Throws `MalformedFile` if they are malformed. */
export interface CellReader {
  write(bytes: Uint8Array): void
  /** Ends the file. */
  end(): void
}

/** Reads a finished file and adds its cells to a checksum. Calls `onChunk` for each chunk. */
export type FileReader = (file: string, checksum: CellChecksum, onChunk: () => void) => Promise<void>

/** A file is malformed, or differs from the exported rows. */
export class MalformedFile extends Error {}

/** Reasons why a file differs from the exported rows. */
export const REASONS = {
  rows: (found: number, written: number) => `it has ${String(found)} rows instead of ${String(written)}`,
  cells: 'its cells differ from those that were written',
  row: (row: number) => `row ${String(row)} cannot be read`,
  cellsInRow: (row: number) => `row ${String(row)} does not have the cells that were written`,
  truncated: 'its end is missing',
  start: 'its start is not as it was written',
  part: (name: string) => `its part ${name} is damaged`,
  noPart: (name: string) => `its part ${name} is missing`,
  package: 'it cannot be unpacked',
} as const
