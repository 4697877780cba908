import { tick } from 'svelte'
import type { ReportEntry } from '../../electron/contract/report.ts'

/** Pictures of an entry, ready to be drawn; null where one cannot be. */
export interface EntryPictures {
  /** That of the item itself. */
  readonly own: HTMLImageElement | null
  readonly photos: readonly (HTMLImageElement | null)[]
}

export interface PrintedEntry extends EntryPictures {
  readonly entry: ReportEntry
  /** It is the first of its part. */
  readonly begins: boolean
}

const NONE: EntryPictures = { own: null, photos: [] }

/** What of a report is drawn, piece by piece: what stands there once is not looked at again. */
export class PrintedReport {
  pieces = $state.raw<readonly (readonly PrintedEntry[])[]>([])
  count = 0
  #section: ReportEntry['section'] | null = null

  /** Resolves when it is drawn. */
  async add(entries: readonly ReportEntry[], pictures: readonly EntryPictures[]): Promise<void> {
    if (entries.length === 0) throw new Error('There are fewer entries than there were to be.')
    const piece = entries.map((entry, at): PrintedEntry => {
      const begins = entry.section !== this.#section
      this.#section = entry.section
      return { ...(pictures[at] ?? NONE), entry, begins }
    })
    this.pieces = [...this.pieces, piece]
    this.count += entries.length
    await tick()
  }
}
