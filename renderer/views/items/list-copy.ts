import type { ColumnKey } from '../../../electron/contract/columns.ts'
import { strings } from '../../../electron/contract/strings/items.ts'
import type { TextSource } from '../../../electron/contract/schemas.ts'
import { faultOf } from '../../api.ts'
import type { AppModel } from '../../state/app.svelte.ts'
import { copyWhole } from '../../state/whole-text.ts'
import type { ItemsState } from '../../state/items.svelte.ts'

/** Puts the chosen rows on the clipboard as a table; says what came of it. */
export async function copyRows(
  app: AppModel,
  items: ItemsState,
  columns: readonly ColumnKey[],
  say: (text: string) => void,
): Promise<void> {
  try {
    const count = await items.copy(columns)
    say(strings.footer.copied(count, app.format.number(count)))
  } catch (error) {
    say(faultOf(error).message)
  }
}

/** Puts the text of a cell on the clipboard, in full where it is clipped, and announces the result. */
export async function copyCell(
  connectionId: string,
  content: string,
  source: TextSource,
  say: (text: string) => void,
): Promise<void> {
  try {
    await copyWhole(connectionId, content, source)
    say(strings.footer.copiedCell)
  } catch (error) {
    say(faultOf(error).message)
  }
}
