import { HAS_UPDATED_AT } from '../item-shape.ts'
import { createBits, setBit, type Bits } from './bits.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { readTexts } from './sort-texts.ts'

/**
 * Returns the items of a snapshot without a timestamp. An invalid one is not empty. Must run inside a read
 * transaction.
 */
export function itemsWithoutDate({ handle, count, keys, instants, shapes }: CampaignIndex): Bits {
  const bits = createBits(count)
  const invalid: number[] = []
  for (let index = 0; index < instants.length; index += 1) {
    if (!Number.isNaN(instants[index])) continue
    if (((shapes[index] ?? 0) & HAS_UPDATED_AT) === 0) setBit(bits, index)
    else invalid.push(index)
  }
  const texts = readTexts(
    handle,
    Int32Array.from(invalid, (index) => keys[index] ?? 0),
    'updatedAt',
  )
  for (const [position, index] of invalid.entries())
    if ((texts[position] ?? '').trim() === '') setBit(bits, index)
  return bits
}
