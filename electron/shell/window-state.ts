import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'

const rectangleSchema = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })

const windowStateSchema = v.object({
  bounds: v.nullable(rectangleSchema),
  maximized: v.boolean(),
  /** Missing in files of earlier versions. */
  fullScreen: v.optional(v.boolean(), false),
  /** Folder of the last exported file; null: the system's folder for downloads. */
  exportFolder: v.nullable(v.string()),
})

type WindowState = v.InferOutput<typeof windowStateSchema>

const DEFAULT_WINDOW_STATE: WindowState = {
  bounds: null,
  maximized: false,
  fullScreen: false,
  exportFolder: null,
}

/** The state of the window on disk. An unreadable file is replaced, because the state is not important. */
export class WindowStateFile {
  readonly #file: string
  #state: WindowState

  constructor(file: string) {
    this.#file = file
    this.#state = this.#read()
  }

  #read(): WindowState {
    try {
      const parsed = v.safeParse(windowStateSchema, JSON.parse(readFileSync(this.#file, 'utf8')))
      return parsed.success ? parsed.output : DEFAULT_WINDOW_STATE
    } catch {
      return DEFAULT_WINDOW_STATE
    }
  }

  get state(): WindowState {
    return this.#state
  }

  /** Changes a part of the state. Writes synchronously, because the application may be closing. */
  update(change: Partial<WindowState>): void {
    this.#state = { ...this.#state, ...change }
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      const temporary = `${this.#file}.new`
      writeFileSync(temporary, JSON.stringify(this.#state), { mode: 0o600 })
      renameSync(temporary, this.#file)
    } catch {
      // A folder that cannot be written is reported elsewhere. Only the state of the window is lost.
    }
  }
}
