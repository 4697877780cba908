import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../contract/app-error.ts'

/** Files named by their content, in folders by the first two digits of their names. */
export class PictureFiles {
  readonly #folder: string
  readonly #unfinished: string

  constructor(folder: string) {
    this.#folder = folder
    this.#unfinished = join(folder, 'unfinished')
    // What a crash has left half written.
    rmSync(this.#unfinished, { recursive: true, force: true })
  }

  pathOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash)
  }

  /** Writes a file unless it is there whole already; gives its name (SHA-256). It appears under it when it is whole. */
  write(bytes: Uint8Array): string {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const file = this.pathOf(hash)
    if (statSync(file, { throwIfNoEntry: false })?.size === bytes.byteLength) return hash
    mkdirSync(this.#unfinished, { recursive: true })
    mkdirSync(join(this.#folder, hash.slice(0, 2)), { recursive: true })
    const unfinished = join(this.#unfinished, randomUUID())
    try {
      writeFileSync(unfinished, bytes)
      renameSync(unfinished, file)
    } catch (error) {
      rmSync(unfinished, { force: true })
      throw writeFailure(error)
    }
    return hash
  }

  remove(hash: string): void {
    rmSync(this.pathOf(hash), { force: true })
  }
}

const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

function writeFailure(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return new AppError(NO_ROOM.has(code) ? 'diskFull' : 'cacheUnavailable', { cause: error })
}
