import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import type { ReadonlyOutput } from '../contract/base-schemas.ts'
import { lastViewSchema } from '../contract/preferences.ts'

const rectangleSchema = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })

const windowStateSchema = v.object({
  bounds: v.nullable(rectangleSchema),
  maximized: v.boolean(),
  /** Missing in files of earlier versions. */
  fullScreen: v.optional(v.boolean(), false),
  /** Null: the last view in the preferences. An unreadable view is left out. */
  view: v.optional(v.fallback(v.nullable(lastViewSchema), null), null),
})

export type WindowState = ReadonlyOutput<typeof windowStateSchema>

/** Folder of the last exported file; null: the system's folder for downloads. */
const exportFolderSchema = v.nullable(v.string())

const windowsStateSchema = v.union([
  v.object({
    /** The least recently used first; empty until a window was opened. */
    windows: v.array(windowStateSchema),
    exportFolder: exportFolderSchema,
  }),
  // Earlier versions had one window.
  v.pipe(
    v.object({ ...windowStateSchema.entries, exportFolder: exportFolderSchema }),
    v.transform(({ exportFolder, ...window }) => ({ windows: [window], exportFolder })),
  ),
])

interface WindowsState {
  readonly windows: readonly WindowState[]
  readonly exportFolder: string | null
}

export const NEW_WINDOW: WindowState = { bounds: null, maximized: false, fullScreen: false, view: null }

/**
 * The state of the windows on disk; in memory only if `file` is null. An unreadable file is replaced, because
 * the state is not important.
 */
export class WindowStateFile {
  readonly #file: string | null
  #state: WindowsState

  constructor(file: string | null) {
    this.#file = file
    this.#state = this.#read()
  }

  #read(): WindowsState {
    const nothing = { windows: [], exportFolder: null }
    if (this.#file === null) return nothing
    try {
      const parsed = v.safeParse(windowsStateSchema, JSON.parse(readFileSync(this.#file, 'utf8')))
      return parsed.success ? parsed.output : nothing
    } catch {
      return nothing
    }
  }

  get state(): WindowsState {
    return this.#state
  }

  /** Changes a part of the state. Writes synchronously, because the application may be closing. */
  update(change: Partial<WindowsState>): void {
    this.#state = { ...this.#state, ...change }
    if (this.#file === null) return
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      const temporary = `${this.#file}.new`
      writeFileSync(temporary, JSON.stringify(this.#state), { mode: 0o600 })
      renameSync(temporary, this.#file)
    } catch {
      // A folder that cannot be written is reported elsewhere. Only the state of the windows is lost.
    }
  }
}
