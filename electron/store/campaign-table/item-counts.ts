import type { CampaignIndex } from '../query/campaign-index.ts'

/** What is computed from the items of a snapshot. */
export interface ItemCounts {
  readonly quantity: number
  readonly withArtwork: number
  readonly locked: number
}

const countsByIndex = new WeakMap<CampaignIndex, ItemCounts>()

/** Returns the counts of a snapshot, which are cached with its index. Must run inside a read transaction. */
export function itemCounts(index: CampaignIndex): ItemCounts {
  let counts = countsByIndex.get(index)
  if (counts === undefined) {
    counts = {
      quantity: sumOf(index.quantities),
      withArtwork: countTrue(index, 'hasArtwork'),
      locked: countTrue(index, 'isLocked'),
    }
    countsByIndex.set(index, counts)
  }
  return counts
}

function sumOf(numbers: Float64Array): number {
  let sum = 0
  for (const number of numbers) if (!Number.isNaN(number)) sum += number
  return sum
}

function countTrue(index: CampaignIndex, column: 'hasArtwork' | 'isLocked'): number {
  const { codes, dictionary } = index.codedValues(column)
  const isTrue = dictionary.map((value) => value === true)
  let count = 0
  for (const code of codes) if (isTrue[code] === true) count += 1
  return count
}
