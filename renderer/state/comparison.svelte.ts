import type { PictureBefore } from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'

/** Looking at a picture and at what it was before a download changed it. */
export class PictureComparison {
  #turn = 0
  /** Null: there is no version before. */
  before = $state.raw<PictureBefore | null>(null)
  /** Null: only the picture as it is now is shown. */
  how = $state<'beside' | 'over' | null>(null)

  /** Asks whether there is a version before. */
  async look(connectionId: string, itemKey: number, artwork: number): Promise<void> {
    const turn = ++this.#turn
    this.before = null
    const before = await api.call('pictures.before', { connectionId, itemKey, artwork }).catch(() => null)
    if (turn === this.#turn) this.before = before
  }

  /** Goes into comparing, or out of it. */
  toggle(): void {
    if (this.how !== null) this.how = null
    else if (this.before?.isHere === true) this.how = 'beside'
  }
}
