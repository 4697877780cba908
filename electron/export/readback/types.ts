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
