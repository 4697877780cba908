import { mount, unmount } from 'svelte'
import type { ExportColumnKey } from '../../electron/contract/export-options.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import ColumnOrder from '../../renderer/views/items/export/ColumnOrder.svelte'
import { appContext } from '../support/app-context.ts'

/**
 * Mounts the column order as its dialog does; returns the current columns and a function that unmounts it.
 */
export function mountOrder(
  app: AppModel,
  first: readonly ExportColumnKey[],
): { readonly columns: () => readonly ExportColumnKey[]; readonly close: () => Promise<void> } {
  let columns = $state.raw(first)
  const component = mount(ColumnOrder, {
    target: document.body,
    context: appContext(app),
    props: {
      get columns() {
        return columns
      },
      set columns(changed) {
        columns = changed
      },
    },
  })
  return { columns: () => columns, close: () => unmount(component) }
}
