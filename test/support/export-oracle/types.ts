import type { CellSum } from './cell-sum.ts'

/** Takes the bytes of a file in order, and tells its cells. Throws `NotAsWritten` for what is not in form. */
export interface CellReader {
  take(bytes: Uint8Array): void
  /** There are no more bytes. */
  end(): void
}

/** Reads a finished file, tells its cells to a sum, and asks every now and then whether it is to go on. */
export type FileReader = (file: string, sum: CellSum, goOn: () => void) => Promise<void>

/** The finished file is not in the form in which it was to be written; the message says where. */
export class NotAsWritten extends Error {}

/** Why a file is not what was written. */
export const REASONS = {
  rows: (found: number, written: number) => `it has ${String(found)} rows instead of ${String(written)}`,
  cells: 'its cells are not those that were written',
  row: (row: number) => `row ${String(row)} cannot be read`,
  cellsInRow: (row: number) => `row ${String(row)} does not have the cells that were written`,
  cutShort: 'its end is missing',
  start: 'its start is not as it was written',
  part: (name: string) => `its part ${name} is damaged`,
  noPart: (name: string) => `its part ${name} is missing`,
  package: 'it cannot be unpacked',
} as const
