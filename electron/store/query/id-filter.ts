import type { ReadHandle } from '../database/handles.ts'
import { itemsWithIds } from '../items-with-ids.ts'
import { createBits, setBit, type Bits } from './bits.ts'
import { KeySet } from './key-set.ts'
import type { Scope } from './scope.ts'

/** Returns the items whose ids of campaign items are in a list. */
export function listedItems(handle: ReadHandle, scope: Scope, campaignItemIds: readonly string[]): Bits {
  const items = itemsWithIds(handle, scope.snapshots, campaignItemIds)
  return bitsOfKeys(
    scope,
    items.map(([, itemKey]) => itemKey),
  )
}

/** Returns the items with unseen changes; see changes/unseen-changes.ts. */
export function unseenItems(handle: ReadHandle, scope: Scope): Bits {
  // Deleted items, which are `gone`, are in no snapshot.
  return bitsOfKeys(
    scope,
    handle.values<number>("SELECT item_key FROM item_marks WHERE kind <> 'gone'").all(),
  )
}

function bitsOfKeys(scope: Scope, itemKeys: readonly number[]): Bits {
  const bits = createBits(scope.total)
  if (itemKeys.length === 0) return bits
  const keySet = new KeySet(Int32Array.from(itemKeys))
  for (const [snapshotIndex, { keys }] of scope.snapshots.entries()) {
    const start = scope.starts[snapshotIndex] ?? 0
    for (let index = 0; index < keys.length; index += 1)
      if (keySet.has(keys[index] ?? 0)) setBit(bits, start + index)
  }
  return bits
}
