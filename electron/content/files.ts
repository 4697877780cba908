import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '../contract/app-error.ts'

export interface ContentFilesOptions {
  /** Whether files are flushed to disk, so that they survive a power failure. */
  readonly durable?: boolean
}

/** Returns the SHA-256 of bytes, which is the name of their file. */
export function hashOf(bytes: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex')
}

/** Files named by their hash, in folders by its first two digits. */
export class ContentFiles {
  readonly #folder: string
  readonly #unfinished: string
  readonly #durable: boolean

  constructor(folder: string, { durable = false }: ContentFilesOptions = {}) {
    this.#folder = folder
    this.#unfinished = join(folder, 'unfinished')
    this.#durable = durable
  }

  /** Returns the path of a file. */
  pathOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash)
  }

  /**
   * Writes a file atomically, unless it is complete already. Returns its hash, which a caller may provide.
   * Throws `diskFull` and `cacheUnavailable`.
   */
  write(bytes: Uint8Array, hash = hashOf(bytes)): string {
    const file = this.pathOf(hash)
    if (statSync(file, { throwIfNoEntry: false })?.size === bytes.byteLength) return hash
    const unfinished = join(this.#unfinished, crypto.randomUUID())
    try {
      mkdirSync(this.#unfinished, { recursive: true, mode: 0o700 })
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(unfinished, bytes, { flush: this.#durable, mode: 0o600 })
      renameSync(unfinished, file)
      if (this.#durable) flushFolders(dirname(file), this.#folder, dirname(this.#folder))
    } catch (error) {
      rmSync(unfinished, { force: true })
      throw writeFailure(error)
    }
    return hash
  }

  /** Removes a file. Throws `cacheUnavailable` if that fails. */
  remove(hash: string): void {
    removeAll(this.pathOf(hash))
  }

  /**
   * Removes files that a crash left unfinished. No other process may be writing. Throws `cacheUnavailable`.
   */
  clearUnfinished(): void {
    removeAll(this.#unfinished)
  }
}

function removeAll(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    throw writeFailure(error)
  }
}

/** Flushes folders, so that new names are on disk. Windows does not need it. */
export function flushFolders(...folders: readonly string[]): void {
  if (process.platform === 'win32') return
  for (const folder of folders) {
    const descriptor = openSync(folder, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}

const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** Converts an error of the file system to `diskFull` or `cacheUnavailable`. */
export function writeFailure(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return new AppError(DISK_FULL_CODES.has(code) ? 'diskFull' : 'cacheUnavailable', { cause: error })
}
