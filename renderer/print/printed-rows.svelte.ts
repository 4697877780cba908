import { tick } from 'svelte'
import type { ItemRow } from '../../electron/contract/item.ts'

export interface PrintedRow {
  readonly row: ItemRow
  /** Ready to be drawn; null where there is none that can be. */
  readonly picture: HTMLImageElement | null
}

/** What of a list is drawn, piece by piece: what stands there once is not looked at again. */
export class PrintedRows {
  pieces = $state.raw<readonly (readonly PrintedRow[])[]>([])
  count = 0

  /** Resolves when it is drawn. */
  async add(piece: readonly PrintedRow[]): Promise<void> {
    if (piece.length === 0) throw new Error('There are fewer rows than there were to be.')
    this.pieces = [...this.pieces, piece]
    this.count += piece.length
    await tick()
  }
}
