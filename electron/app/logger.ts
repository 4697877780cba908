import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import { createRedactor } from './redact.ts'
import type { Logger, LogLevel } from './types.ts'

const MAX_FILE_BYTES = 1_000_000
const MAX_FILES = 3
/** Maximum depth of the causes that are logged with an error. */
const MAX_CAUSES = 5

export interface LoggerOptions {
  /** Size in bytes at which a new file is started. */
  readonly maxFileBytes?: number
}

/**
 * A log in `folder`: `campaign-desk.log`, and the older `campaign-desk.1.log` and `campaign-desk.2.log`.
 * Failures to write are ignored.
 */
export function createLogger(folder: string, { maxFileBytes = MAX_FILE_BYTES }: LoggerOptions = {}): Logger {
  const { conceal, redact } = createRedactor()
  const file = fileName(folder, 0)
  let pending: string[] = []
  let writing: Promise<void> | null = null

  async function writePending(): Promise<void> {
    while (pending.length > 0) {
      const text = pending.join('')
      pending = []
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await rotateIfLarge()
        await appendFile(file, text, { mode: 0o600 })
      } catch {
        // A failing log cannot be reported anywhere.
      }
    }
    writing = null
  }

  async function rotateIfLarge(): Promise<void> {
    const size = await stat(file).then(
      (stats) => stats.size,
      () => 0,
    )
    if (size < maxFileBytes) return
    for (let age = MAX_FILES - 2; age >= 0; age -= 1) {
      await rename(fileName(folder, age), fileName(folder, age + 1)).catch(() => undefined)
    }
  }

  function log(level: LogLevel, text: string): void {
    const lines = redact(text).replaceAll(/\r\n?|\n/gu, '\n    ')
    pending.push(`${new Date().toISOString()} ${level} ${lines}\n`)
    writing ??= writePending()
  }

  return {
    file,
    log,
    conceal,
    redact,
    unexpected(error, where) {
      const logId = crypto.randomUUID().slice(0, 8)
      log('error', `[${logId}] ${where}: ${describe(error)}`)
      return logId
    },
    async flush() {
      while (writing !== null) await writing
    },
  }
}

function fileName(folder: string, age: number): string {
  return join(folder, age === 0 ? 'campaign-desk.log' : `campaign-desk.${String(age)}.log`)
}

function describe(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return `not an error: ${typeof error}`
  const detail = error instanceof AppError && error.detail !== undefined ? ` (${error.detail})` : ''
  const text = `${error.stack ?? `${error.name}: ${error.message}`}${detail}`
  if (error.cause === undefined || depth >= MAX_CAUSES) return text
  return `${text}\ncaused by ${describe(error.cause, depth + 1)}`
}
