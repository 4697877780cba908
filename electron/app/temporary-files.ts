import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The temporary files of the desktop application. Those that a crash left behind are removed first. */
export class TemporaryFiles {
  readonly #folder: string
  readonly #cleanup: Promise<void>

  /** @param folder contains nothing but temporary files, and is created when it is needed */
  constructor(folder: string) {
    this.#folder = folder
    this.#cleanup = this.#removeAll()
  }

  /** Creates an empty folder that only this user can read. */
  async createFolder(prefix: string): Promise<string> {
    await this.#cleanup
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    return mkdtemp(join(this.#folder, `${prefix}-`))
  }

  /** Removes all temporary files. Files that another program has open are removed at the next start. */
  async close(): Promise<void> {
    await this.#cleanup
    await this.#removeAll()
  }

  async #removeAll(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
