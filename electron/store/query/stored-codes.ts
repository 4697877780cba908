import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { releaseUnshared } from '../release-buffers.ts'
import { bytesOfColumn, integersFrom, numbersFrom } from '../index-columns.ts'
import type { Scope } from './scope.ts'
import type { TextColumn } from './sort-texts.ts'
import type { PackedCodes } from './text-codes.ts'

type StoredCodes = Readonly<
  Record<'codes' | 'firsts' | 'low' | 'high', Uint8Array> & Record<'numbers' | 'instants', Uint8Array | null>
>

/** Returns the stored codes of all items of a scope, or null. */
export function readStoredCodes(handle: ReadHandle, scope: Scope, column: TextColumn): PackedCodes | null {
  const stored = handle
    .rows<StoredCodes>(
      'SELECT codes, firsts, low, high, numbers, instants FROM kept_codes WHERE name = ? AND signature = ?',
    )
    .get(column, scope.signature)
  if (stored === undefined) return null
  const { codes, firsts, low, high, numbers, instants } = stored
  const packed = {
    codes: integersFrom(codes),
    firsts: integersFrom(firsts),
    low: integersFrom(low),
    high: integersFrom(high),
    numbers: numbers === null ? null : numbersFrom(numbers),
    instants: instants === null ? null : numbersFrom(instants),
  }
  releaseUnshared(codes, firsts, low, high)
  return packed
}

/** Returns whether the codes of a column are stored. */
export function areCodesStored(handle: ReadHandle, scope: Scope, column: TextColumn): boolean {
  return (
    handle
      .values<number>('SELECT 1 FROM kept_codes WHERE name = ? AND signature = ?')
      .get(column, scope.signature) === 1
  )
}

/** Stores the codes of a column. Must run inside a transaction. */
export function storeCodes(handle: WriteHandle, scope: Scope, column: TextColumn, packed: PackedCodes): void {
  handle
    .command(
      `INSERT OR REPLACE INTO kept_codes (name, signature, codes, firsts, low, high, numbers, instants)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      column,
      scope.signature,
      bytesOfColumn(packed.codes),
      bytesOfColumn(packed.firsts),
      bytesOfColumn(packed.low),
      bytesOfColumn(packed.high),
      packed.numbers === null ? null : bytesOfColumn(packed.numbers),
      packed.instants === null ? null : bytesOfColumn(packed.instants),
    )
}
