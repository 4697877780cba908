import { tick } from 'svelte'
import type { ReportEntry } from '../../electron/contract/report.ts'

/** The pictures of an entry, ready to be rendered; null if unavailable. */
export interface EntryPictures {
  /** The picture of the item. */
  readonly image: HTMLImageElement | null
  readonly photos: readonly (HTMLImageElement | null)[]
}

export interface PrintedEntry extends EntryPictures {
  readonly entry: ReportEntry
  /** Whether it is the first of its section. */
  readonly begins: boolean
}

const NONE: EntryPictures = { image: null, photos: [] }

/** A report, rendered in parts, which do not change afterwards. */
export class PrintedReport {
  pieces = $state.raw<readonly (readonly PrintedEntry[])[]>([])
  count = 0
  #section: ReportEntry['section'] | null = null

  /** Resolves when it is rendered. */
  async add(entries: readonly ReportEntry[], pictures: readonly EntryPictures[]): Promise<void> {
    if (entries.length === 0) throw new Error('There are fewer entries than there were to be.')
    const piece = entries.map((entry, index): PrintedEntry => {
      const begins = entry.section !== this.#section
      this.#section = entry.section
      return { ...(pictures[index] ?? NONE), entry, begins }
    })
    this.pieces = [...this.pieces, piece]
    this.count += entries.length
    await tick()
  }
}
