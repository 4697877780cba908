import type { OpenedBackup, RestoreChoice, RestoreMode } from '../../electron/contract/backup.ts'

/** A backup file that is open, with the parts of it that the person chooses to restore. */
export class RestoreModel {
  readonly opened: OpenedBackup
  readonly hasViews: boolean
  settings = $state(false)
  views = $state(false)
  /** By the ids of the backup's connections; a connection that is not restored is missing. */
  #modes = $state.raw<Readonly<Record<string, RestoreMode>>>({})

  constructor(opened: OpenedBackup) {
    const { contents } = opened
    this.opened = opened
    this.hasViews = contents.views + contents.profiles > 0
    this.settings = contents.hasSettings
    this.views = this.hasViews
    // Merging removes nothing.
    this.#modes = Object.fromEntries(contents.connections.map(({ id }) => [id, 'merge']))
  }

  readonly choice = $derived.by((): RestoreChoice => ({
    settings: this.settings,
    views: this.views,
    connections: Object.entries(this.#modes).map(([id, mode]) => ({ id, mode })),
  }))

  readonly isEmpty = $derived(!this.settings && !this.views && Object.keys(this.#modes).length === 0)

  /** Returns how a connection is restored; null if it is not. */
  modeOf(connectionId: string): RestoreMode | null {
    return this.#modes[connectionId] ?? null
  }

  setMode(connectionId: string, mode: RestoreMode | null): void {
    const others = Object.fromEntries(Object.entries(this.#modes).filter(([id]) => id !== connectionId))
    this.#modes = mode === null ? others : { ...others, [connectionId]: mode }
  }
}
