import { mount, unmount } from 'svelte'
import type { ExportColumnKey } from '../../electron/contract/export-options.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import ColumnsPane from '../../renderer/views/items/export/ColumnsPane.svelte'
import { appContext } from '../support/app-context.ts'

/**
 * Mounts the list of columns as the export dialog does, without other columns; returns the current columns
 * and a function that unmounts it.
 */
export function mountOrder(
  app: AppModel,
  first: readonly ExportColumnKey[],
): { readonly columns: () => readonly ExportColumnKey[]; readonly close: () => Promise<void> } {
  let columns = $state.raw(first)
  const component = mount(ColumnsPane, {
    target: document.body,
    context: appContext(app),
    props: {
      rowSets: [],
      rows: 'view' as const,
      available: first,
      listColumns: first,
      hasRecords: false,
      sampleOf: () => null,
      nameOf: String,
      onhighlight: () => undefined,
      ondone: () => undefined,
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
