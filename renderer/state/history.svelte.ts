import pLimit from 'p-limit'
import type { Fault } from '../../electron/contract/faults.ts'
import { messages } from '../../electron/contract/messages.ts'
import { faultOf } from '../api.ts'

/** Older actions can no longer be undone. */
const MAX_ENTRIES = 100

/** Something that the person did, and can undo. */
export interface HistoryEntry {
  /** The action as in “Undo sort”. */
  readonly name: string
  /**
   * Consecutive actions with the same key are undone as one; null for an action that is undone separately.
   */
  readonly mergeKey?: string | null
  /** What the action was about, for controls that offer to undo exactly that. */
  readonly subject?: string
  /**
   * Undoes the action, and brings into view what it affects. Returns a sentence that replaces the default
   * announcement. Throws {@link ActionUnavailable}.
   */
  readonly undo: () => Promise<string | null>
  /** Repeats the action as `undo` reverts it. */
  readonly redo: () => Promise<string | null>
}

/** An action cannot be undone or redone any more. The message is the reason as a clause. */
export class ActionUnavailable extends Error {}

/** The actions of one connection. */
class ConnectionHistory {
  readonly connectionId: string | null
  /** Oldest first. */
  past = $state.raw<readonly HistoryEntry[]>([])
  /** Undone actions, the next one to redo first. */
  future = $state.raw<readonly HistoryEntry[]>([])
  /** In milliseconds since 1970. */
  readonly startedAt = Date.now()
  hasEarlier = false
  /** Counts the recorded actions. */
  recorded = 0

  constructor(connectionId: string | null) {
    this.connectionId = connectionId
  }
}

interface HistoryOptions {
  readonly connectionId: () => string | null
  readonly announce: (sentence: string) => void
  /** Shows a failure in a connection until it is dismissed. */
  readonly report: (fault: Fault, connectionId: string | null) => void
}

/** The actions of the person in the current connection, in chronological order. */
export class History {
  readonly #options: HistoryOptions
  readonly #connections = new Map<string | null, ConnectionHistory>()
  readonly #current = $derived.by(() => this.#of(this.#options.connectionId()))
  /** Keys come faster than the disk: each action is undone after the one before it. */
  readonly #queue = pLimit(1)

  /** The action that undo reverts next. */
  readonly nextUndo = $derived(this.#current.past.at(-1) ?? null)
  /** The action that redo repeats next. */
  readonly nextRedo = $derived(this.#current.future[0] ?? null)
  readonly undoLabel = $derived(
    this.nextUndo === null
      ? messages.history.undo
      : messages.history.undoAction({ action: this.nextUndo.name }),
  )
  readonly redoLabel = $derived(
    this.nextRedo === null
      ? messages.history.redo
      : messages.history.redoAction({ action: this.nextRedo.name }),
  )

  constructor(options: HistoryOptions) {
    this.#options = options
  }

  /** When the history of the current connection began, in milliseconds since 1970. */
  get startedAt(): number {
    return this.#current.startedAt
  }

  /** Records an action that has just been done. Undone actions can no longer be redone. */
  record(entry: HistoryEntry): void {
    const history = this.#current
    const last = history.past.at(-1)
    const { mergeKey = null } = entry
    const merges = mergeKey !== null && last?.mergeKey === mergeKey && history.future.length === 0
    history.past = merges
      ? [...history.past.slice(0, -1), { ...entry, undo: last.undo }]
      : [...history.past, entry].slice(-MAX_ENTRIES)
    history.future = []
    history.recorded += 1
  }

  /** Removes an action that turned out to change nothing, or that failed. */
  discard(entry: HistoryEntry): void {
    for (const history of this.#connections.values()) {
      history.past = history.past.filter((other) => other !== entry)
      history.future = history.future.filter((other) => other !== entry)
    }
  }

  /** Adds actions of an earlier session before those of this one, once for each connection. */
  async addEarlier(load: () => Promise<readonly HistoryEntry[]>): Promise<void> {
    const history = this.#current
    if (history.hasEarlier) return
    history.hasEarlier = true
    try {
      history.past = [...(await load()), ...history.past].slice(-MAX_ENTRIES)
    } catch {
      // What cannot be read is reported where reviews are shown; the next attempt reads it again.
      history.hasEarlier = false
    }
  }

  /** Deletes the history of a connection. */
  forget(connectionId: string): void {
    this.#connections.delete(connectionId)
  }

  /** Undoes the last action. A failure is shown, never thrown. */
  undo(): Promise<void> {
    return this.#queue(async () => {
      const history = this.#current
      const entry = history.past.at(-1)
      if (entry === undefined) {
        this.#options.announce(messages.history.nothingToUndo)
        return
      }
      history.past = history.past.slice(0, -1)
      await this.#run(history, entry, 'undo')
    })
  }

  /** Repeats the action that was undone last. A failure is shown, never thrown. */
  redo(): Promise<void> {
    return this.#queue(async () => {
      const history = this.#current
      const entry = history.future[0]
      if (entry === undefined) {
        this.#options.announce(messages.history.nothingToRedo)
        return
      }
      history.future = history.future.slice(1)
      await this.#run(history, entry, 'redo')
    })
  }

  async #run(history: ConnectionHistory, entry: HistoryEntry, direction: 'undo' | 'redo'): Promise<void> {
    const { recorded } = history
    // A repeated action is not merged with later ones.
    const settled: HistoryEntry = { ...entry, mergeKey: null }
    try {
      const announcement = await entry[direction]()
      this.#options.announce(
        announcement ??
          (direction === 'undo' ? messages.history.undone : messages.history.redone)({ action: entry.name }),
      )
      if (direction === 'redo') history.past = [...history.past, settled]
      // After a new action, there is nothing to redo.
      else if (recorded === history.recorded) history.future = [settled, ...history.future]
    } catch (error) {
      if (error instanceof ActionUnavailable) {
        const message = messages.history.unavailable({ action: entry.name, reason: error.message })
        this.#options.report({ code: 'notFound', message, retryable: false }, history.connectionId)
        return
      }
      if (direction === 'undo') history.past = [...history.past, entry]
      else history.future = [entry, ...history.future]
      this.#options.report(faultOf(error), history.connectionId)
    }
  }

  #of(connectionId: string | null): ConnectionHistory {
    const existing = this.#connections.get(connectionId)
    if (existing !== undefined) return existing
    const history = new ConnectionHistory(connectionId)
    this.#connections.set(connectionId, history)
    return history
  }
}
