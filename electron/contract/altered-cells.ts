import type { AlteredCells } from './jobs.ts'
import { messages } from './messages.ts'

/** Returns a sentence about the cells of an exported file that differ from the data. */
export function alteredCellsText(altered: AlteredCells): string {
  const { alterations, altered: sentence } = messages.exportFiles
  const kinds = ['cut', 'leftOut', 'guarded', 'replaced', 'credentials'] as const
  const present = kinds.filter((kind) => altered[kind] > 0)
  return sentence({
    count: kinds.reduce((sum, kind) => sum + altered[kind], 0),
    changes: present.map((kind) => alterations[kind]({ count: altered[kind] })).join(', '),
  })
}
