import type { LastView } from '../../electron/contract/preferences.ts'
import type { Place } from './places.ts'

/** A visited view. */
export type Visit = Pick<LastView, 'campaignId' | 'tab'>

/** A visited view with the time at which it was left, in milliseconds since 1970. */
interface RecentVisit extends Visit {
  readonly leftAt: number
}

const MAX_VISITS = 100

/**
 * The history of views of the current connection, for going back and forward. Each view is shown again as it
 * was left, with its scroll offset and selection.
 */
export class Visits {
  #list = $state.raw<readonly Visit[]>([])
  #at = $state(-1)
  /** When each view was left last, in milliseconds since 1970. */
  readonly #leftAt = new WeakMap<Visit, number>()
  /** What each view showed when it was left. */
  readonly #places = new WeakMap<Visit, Place>()
  /** Captures what the view on the screen shows. */
  #capture: (() => Place | null) | null = null
  /** What the view that the person has just returned to has to show. */
  #arrival: Place | null = null

  readonly canGoBack = $derived(this.#at > 0)
  readonly canGoForward = $derived(this.#at < this.#list.length - 1)

  /** Returns the visited views without the one on the screen, each once, the latest first. */
  recent(): readonly RecentVisit[] {
    const current = this.#list[this.#at]
    const latest = new Map<string, RecentVisit>()
    for (const visit of this.#list) {
      const leftAt = this.#leftAt.get(visit)
      const key = JSON.stringify([visit.campaignId, visit.tab])
      if (leftAt === undefined || (latest.get(key)?.leftAt ?? 0) > leftAt) continue
      latest.delete(key)
      latest.set(key, { ...visit, leftAt })
    }
    return [...latest.values()]
      .filter(({ campaignId, tab }) => campaignId !== current?.campaignId || tab !== current.tab)
      .reverse()
      .sort((one, other) => other.leftAt - one.leftAt)
  }

  /** Resets the history for another connection. */
  reset(visit: Visit): void {
    this.#list = [visit]
    this.#at = 0
    this.#capture = null
    this.#arrival = null
  }

  /** Adds a visited view; views ahead of it are removed. */
  add(visit: Visit): void {
    const now = this.#list[this.#at]
    if (now?.campaignId === visit.campaignId && now.tab === visit.tab) return
    this.#leave()
    this.#list = [...this.#list.slice(0, this.#at + 1), visit].slice(-MAX_VISITS)
    this.#at = this.#list.length - 1
  }

  /** Returns where {@link step} leads, or null at the ends. */
  neighbor(by: -1 | 1): Visit | null {
    return this.#list[this.#at + by] ?? null
  }

  /** Moves by -1 or 1. Returns null at the ends. */
  step(by: -1 | 1): Visit | null {
    const visit = this.#list[this.#at + by]
    if (visit === undefined) return null
    this.#leave()
    this.#at += by
    this.#arrival = this.#places.get(visit) ?? null
    return visit
  }

  /**
   * Captures what a view shows when it is left, until the returned function is called. A view calls this each
   * time that it shows something else.
   */
  keep(capture: () => Place | null): () => void {
    this.#capture = capture
    return () => {
      if (this.#capture === capture) this.#capture = null
    }
  }

  /** Returns once what a view has to show again; null if the person did not return to it. */
  takePlace<Kind extends Place['kind']>(kind: Kind): Extract<Place, { readonly kind: Kind }> | null {
    const place = this.#arrival
    this.#arrival = null
    return place?.kind === kind ? (place as Extract<Place, { readonly kind: Kind }>) : null
  }

  #leave(): void {
    const visit = this.#list[this.#at]
    // A view that has not been shown yet was left before it showed anything else than earlier.
    const place = this.#capture?.() ?? null
    if (visit !== undefined) this.#leftAt.set(visit, Date.now())
    if (visit !== undefined && place !== null) this.#places.set(visit, place)
    this.#capture = null
    this.#arrival = null
  }
}
