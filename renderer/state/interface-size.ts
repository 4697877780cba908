import { INTERFACE_SIZES, type InterfaceSize } from '../../electron/contract/preferences.ts'
import type { PreferencesModel } from './preferences.svelte.ts'

/** Returns the next larger (1) or smaller (-1) size; null if there is none. */
export function sizeAfter(size: InterfaceSize, by: 1 | -1): InterfaceSize | null {
  return INTERFACE_SIZES[INTERFACE_SIZES.indexOf(size) + by] ?? null
}

/** Enlarges (1) or shrinks (-1) the interface in all windows by one step, if there is one. */
export async function resizeInterface(preferences: PreferencesModel, by: 1 | -1): Promise<void> {
  const interfaceSize = sizeAfter(preferences.current.interfaceSize, by)
  if (interfaceSize !== null) await preferences.changeNow({ interfaceSize })
}
