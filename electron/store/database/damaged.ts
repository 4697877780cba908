import { existsSync, renameSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { AppError } from '../../contract/app-error.ts'
import { messages } from '../../contract/messages.ts'
import type { Fault, FaultCode } from '../../contract/faults.ts'

/**
 * Renames a damaged database and its log. Nothing is deleted, because the file may still be recoverable.
 * Returns a fault with this code that names the file.
 */
export function setAside(file: string, code: FaultCode = 'cacheDamaged'): Fault {
  const extension = extname(file)
  const stem = basename(file, extension)
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  let name = `${stem}.damaged-${stamp}${extension}`
  for (let attempt = 2; existsSync(join(dirname(file), name)); attempt += 1) {
    name = `${stem}.damaged-${stamp}-${String(attempt)}${extension}`
  }
  try {
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(file + suffix)) renameSync(file + suffix, join(dirname(file), name + suffix))
    }
  } catch (cause) {
    throw new AppError('cacheUnavailable', {
      cause,
      params: { reason: messages.reasons.cache.cannotSetAside },
      detail: `rename: ${(cause as NodeJS.ErrnoException).code ?? 'unknown'}`,
    })
  }
  return new AppError(code, { params: { file: name } }).toFault()
}
