import { setPriority } from 'node:os'
import { openForReading, openForWriting } from './database/open-database.ts'
import type { WorkerStart } from './protocol.ts'
import { createReader } from './reader.ts'
import { serveRole, type OpenedRole } from './serve-role.ts'
import { createWriter } from './writer.ts'

/**
 * Storing a download can wait a moment, a person should not. Elsewhere this would be about the whole process.
 */
const GIVES_WAY = 10

function giveWay(): void {
  if (process.platform === 'linux') setPriority(GIVES_WAY)
}

function openRole(start: WorkerStart): OpenedRole {
  if (start.role === 'reader') return { role: createReader(openForReading(start.file)), notice: null }
  giveWay()
  const { handle, notice } = openForWriting(start.file, { damaged: start.damaged })
  return { role: createWriter(handle), notice }
}

serveRole(openRole)
