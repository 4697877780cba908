import { createHash, randomUUID } from 'node:crypto'
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
  /** What is written is forced to disk before it appears: it outlives a flat battery. */
  readonly durable?: boolean
}

/** The name of a file by its content: its SHA-256. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Files named by their content, in folders by the first two digits of their names. */
export class ContentFiles {
  readonly #folder: string
  readonly #unfinished: string
  readonly #durable: boolean

  constructor(folder: string, { durable = false }: ContentFilesOptions = {}) {
    this.#folder = folder
    this.#unfinished = join(folder, 'unfinished')
    this.#durable = durable
  }

  pathOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash)
  }

  /**
   * Writes a file unless it is there whole already; gives its name, which is not worked out again if it is
   * known. It appears under it when it is whole. Throws `diskFull` and `cacheUnavailable`.
   */
  write(bytes: Uint8Array, hash = hashOf(bytes)): string {
    const file = this.pathOf(hash)
    if (statSync(file, { throwIfNoEntry: false })?.size === bytes.byteLength) return hash
    const unfinished = join(this.#unfinished, randomUUID())
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

  /** Throws `cacheUnavailable` for one that cannot be removed just now. */
  remove(hash: string): void {
    removeAll(this.pathOf(hash))
  }

  /** Removes what a crash has left half written. Nobody else may be writing. Throws `cacheUnavailable`. */
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

/** A new name is on disk when the folder that has it is. Windows has no such thing, and needs none. */
export function flushFolders(...folders: readonly string[]): void {
  if (process.platform === 'win32') return
  for (const folder of folders) {
    const opened = openSync(folder, 'r')
    try {
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
  }
}

const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** What failing to write is told as: `diskFull` or `cacheUnavailable`. */
export function writeFailure(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return new AppError(NO_ROOM.has(code) ? 'diskFull' : 'cacheUnavailable', { cause: error })
}
