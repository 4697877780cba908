import type { ColumnKey } from '../../../electron/contract/columns.ts'
import { strings } from '../../../electron/contract/strings/items.ts'
import { api, faultOf } from '../../api.ts'
import type { AppModel } from '../../state/app.svelte.ts'
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

/** Puts what a cell shows on the clipboard; says what came of it. */
export async function copyCell(content: string, say: (text: string) => void): Promise<void> {
  try {
    await api.call('app.copyText', { text: content })
    say(strings.footer.copiedCell)
  } catch (error) {
    say(faultOf(error).message)
  }
}
