import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { bytesOfColumn, integersFrom } from '../index-columns.ts'
import type { CampaignIndex } from './campaign-index.ts'
import type { PackedTexts } from './folded-texts.ts'
import type { TextColumn } from './sort-texts.ts'
import { storedName } from './stored-name.ts'

interface StoredTexts {
  readonly texts: Buffer | null
  readonly ends: Uint8Array | null
}

/** Larger texts of a snapshot are not stored. */
const MAX_STORED_BYTES = 128 * 1024 * 1024

/** Returns the stored folded texts of a column of a snapshot, or null. */
export function readStoredTexts(
  { handle, snapshotKey, revision }: CampaignIndex,
  column: TextColumn,
): PackedTexts | null {
  const stored = handle
    .rows<StoredTexts>('SELECT texts, ends FROM kept_texts WHERE copy_key = ? AND name = ? AND revision = ?')
    .get(snapshotKey, storedName(column), revision)
  const { texts = null, ends = null } = stored ?? {}
  return texts === null || ends === null ? null : { bytes: texts, ends: integersFrom(ends) }
}

/** Returns whether the texts of a column are stored, or known to be too large. */
export function areTextsStored(
  handle: ReadHandle,
  { snapshotKey, revision }: CampaignIndex,
  column: TextColumn,
): boolean {
  return (
    handle
      .values<number>('SELECT 1 FROM kept_texts WHERE copy_key = ? AND name = ? AND revision = ?')
      .get(snapshotKey, storedName(column), revision) === 1
  )
}

/** Stores the folded texts of a column of a snapshot. Must run inside a transaction. */
export function storeTexts(
  handle: WriteHandle,
  { snapshotKey, revision }: CampaignIndex,
  column: TextColumn,
  { bytes, ends }: PackedTexts,
): void {
  const isTooLarge = bytes.byteLength > MAX_STORED_BYTES
  handle
    .command(
      'INSERT OR REPLACE INTO kept_texts (copy_key, name, revision, texts, ends) VALUES (?, ?, ?, ?, ?)',
    )
    .run(
      snapshotKey,
      storedName(column),
      revision,
      isTooLarge ? null : bytes,
      isTooLarge ? null : bytesOfColumn(ends),
    )
}
