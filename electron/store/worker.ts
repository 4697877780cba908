import { setPriority } from 'node:os'
import { openForReading, openForWriting } from './database/open-database.ts'
import type { WorkerStart } from './protocol.ts'
import { createReader } from './reader.ts'
import { serveRole, type OpenedRole } from './serve-role.ts'
import { createWriter } from './writer.ts'

/** Lower priority for the writer. On other systems, this would change the whole process. */
const WRITER_NICENESS = 10

function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(WRITER_NICENESS)
}

function openRole(start: WorkerStart): OpenedRole {
  if (start.role === 'reader') return { role: createReader(openForReading(start.file)), notice: null }
  lowerThreadPriority()
  const { handle, notice } = openForWriting(start.file, { isDamaged: start.isDamaged })
  return { role: createWriter(handle), notice }
}

serveRole(openRole)
