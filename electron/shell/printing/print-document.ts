import type { ServedPicture } from '../../artwork/looking.ts'
import type { Orientation } from '../../contract/printed-list.ts'
import type { Paper } from '../../contract/report.ts'

/** Something that can be printed. Its page asks for it piece by piece, see renderer/print/. */
export interface PrintDocument {
  /** What the file is called in its properties, and the job at the printer. */
  readonly title: string
  readonly paper: Paper
  readonly orientation: Orientation
  /** Entries that it has. */
  readonly count: number
  /** What the page draws before the first entry. It crosses as JSON, as the entries do. */
  readonly head: unknown
  /** Entries from `start` on, at most so many. */
  entries(start: number, count: number): readonly unknown[]
  /** One of the pictures of an entry, counted from 0, from this computer alone; null: there is none. */
  picture(entry: number, which: number): Promise<ServedPicture | null>
}
