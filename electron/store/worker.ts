import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { closeDatabase } from './database/close-database.ts'
import type { ReadHandle } from './database/handles.ts'
import { checkIntegrity } from './database/integrity.ts'
import { needsRollback, openForReading, openForWriting } from './database/open-database.ts'
import { fromSqliteError } from './database/sqlite-errors.ts'
import type { WorkerStart } from './protocol.ts'
import { createReader } from './reader.ts'
import { serveRole, type OpenedRole } from './serve-role.ts'
import { lowerThreadPriority } from './thread-priority.ts'
import { areSnapshotsPrepared, createWriter, prepareSnapshots } from './writer.ts'

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
  let isPrepared = false
  try {
    handle = openForReading(file)
    checkIntegrity(handle, file)
    isPrepared = areSnapshotsPrepared(handle)
  } catch (cause) {
    const error = fromSqliteError(cause)
    // Opening it for writing reports any other error, or resolves it, but would wait for the lock again.
    if (error instanceof AppError && error.code === 'cacheBusy' && !needsRollback(error.cause)) throw error
  } finally {
    if (!isPrepared) handle?.close()
  }
  return isPrepared ? handle : null
}

function openRole(start: WorkerStart): OpenedRole {
  if (start.role === 'reader') {
    const { handle, notice } = start.prepares
      ? openPrepared(start.file)
      : { handle: openForReading(start.file), notice: null }
    return { role: createReader(handle, start.results), notice }
  }
  lowerThreadPriority()
  const { handle, notice } = openForWriting(start.file, { isDamaged: start.isDamaged })
  return { role: createWriter(handle), notice }
}

await serveRole(openRole)
