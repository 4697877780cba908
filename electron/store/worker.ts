import { setPriority } from 'node:os'
import { closeDatabase } from './database/close-database.ts'
import type { ReadHandle } from './database/handles.ts'
import { checkIntegrity } from './database/integrity.ts'
import { openForReading, openForWriting } from './database/open-database.ts'
import type { Fault } from '../contract/faults.ts'
import type { WorkerStart } from './protocol.ts'
import { createReader } from './reader.ts'
import { serveRole, type OpenedRole } from './serve-role.ts'
import { areSnapshotsPrepared, createWriter, prepareSnapshots } from './writer.ts'

/** Lower priority for the writer. On other systems, this would change the whole process. */
const WRITER_NICENESS = 10

function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(WRITER_NICENESS)
}

/** Opens the file for reading. Does first what the writer does when it opens the file, if that is needed. */
function openPrepared(file: string): { readonly handle: ReadHandle; readonly notice: Fault | null } {
  const ready = openIfPrepared(file)
  if (ready !== null) return { handle: ready, notice: null }
  const { handle, notice } = openForWriting(file)
  if (typeof handle !== 'string') {
    try {
      prepareSnapshots(handle)
    } finally {
      closeDatabase(handle)
    }
  }
  return { handle: openForReading(file), notice }
}

/** Returns null if the file must be created, migrated or repaired, or if only a writer can say why not. */
function openIfPrepared(file: string): ReadHandle | null {
  let handle: ReadHandle | null = null
  try {
    handle = openForReading(file)
    checkIntegrity(handle, file)
    if (areSnapshotsPrepared(handle)) return handle
  } catch {
    // Opening it for writing reports the error, or resolves it.
  }
  handle?.close()
  return null
}

function openRole(start: WorkerStart): OpenedRole {
  if (start.role === 'reader') {
    const { handle, notice } = start.prepares
      ? openPrepared(start.file)
      : { handle: openForReading(start.file), notice: null }
    return { role: createReader(handle), notice }
  }
  lowerThreadPriority()
  const { handle, notice } = openForWriting(start.file, { isDamaged: start.isDamaged })
  return { role: createWriter(handle), notice }
}

serveRole(openRole)
