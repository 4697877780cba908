import { vi } from 'vitest'
import { AppError, toFault } from '../../electron/contract/app-error.ts'
import { NO_AUTOMATIC_DOWNLOADS, NO_LABELS, type Connection } from '../../electron/contract/connection.ts'
import type { EventName, Events } from '../../electron/contract/events.ts'
import { fold, wordsOf } from '../../electron/contract/fold.ts'
import type { Result } from '../../electron/contract/faults.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { parseFields, type FieldMatch } from '../../electron/contract/search-fields.ts'
import {
  FACET_KEYS,
  type FacetValue,
  type ItemFacets,
  type ItemMark,
  type ItemQuery,
} from '../../electron/contract/query.ts'
import type { ApiInput } from '../../electron/contract/api.ts'

export const CONNECTION: Connection = {
  id: 'c1',
  name: 'Print Example',
  kind: 'service',
  baseUrl: 'https://print.example',
  createdAt: 0,
  labels: { ...NO_LABELS, itemStatus: [{ value: 1, name: 'Draft', color: 'blue' }] },
  automatic: NO_AUTOMATIC_DOWNLOADS,
  authority: null,
}

export function makeRow(at: number, change: Partial<ItemRow> = {}): ItemRow {
  return {
    key: 1_000 + at,
    campaignItemId: `ci-${String(at)}`,
    campaignId: 'k1',
    campaignName: 'Summer 2026',
    itemId: `it-${String(at)}`,
    itemName: at % 3 === 0 ? `Wobbler ${String(at)}` : `Poster ${String(at)}`,
    posNumber: String(at).padStart(12, '0'),
    elementId: null,
    elementName: at % 2 === 0 ? 'Shelf' : null,
    artworkNames: null,
    workflowTemplateName: null,
    clientId: 'client',
    status: at % 4,
    qty: at,
    isLocked: at % 5 === 0,
    hasArtwork: false,
    hasAllocations: null,
    updatedAt: '2026-05-04T10:20:00.000Z',
    ...change,
  }
}

export const makeRows = (count: number): ItemRow[] => Array.from({ length: count }, (_, at) => makeRow(at))

/** Main, as far as the item list sees it: rows in memory behind the calls of the contract. */
export class FakeMain {
  rows: readonly ItemRow[]
  /** Every call in its order, with what was sent. */
  readonly calls: { readonly name: string; readonly input: unknown }[] = []
  #results = new Map<number, readonly ItemRow[]>()
  #nextResult = 1
  #listeners = new Map<EventName, Set<(event: never) => void>>()
  /** What was not seen yet, whichever rows are asked for. */
  marks: readonly ItemMark[] = []
  /** Answers in place of the usual ones. */
  readonly instead = new Map<string, (input: never) => unknown>()

  constructor(rows: readonly ItemRow[]) {
    this.rows = rows
  }

  emit<Name extends EventName>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event as never)
  }

  /** Lets the results go, as main does when it restarts a reader. */
  forgetResults(): void {
    this.#results.clear()
  }

  inputs(name: string): readonly unknown[] {
    return this.calls.filter((call) => call.name === name).map((call) => call.input)
  }

  install(): void {
    const answers: Readonly<Record<string, (input: never) => unknown>> = {
      'items.open': ({ query }: ApiInput<'items.open'>) => this.#open(query),
      'items.window': ({ resultId, start, count }: ApiInput<'items.window'>) => ({
        start,
        rows: this.#result(resultId).slice(start, start + count),
        marks: this.marks,
      }),
      'items.facets': ({ query }: ApiInput<'items.facets'>) => this.#facets(query),
      'items.locate': ({ resultId, key }: ApiInput<'items.locate'>) => {
        const at = this.#result(resultId).findIndex((row) => row.key === key)
        return at < 0 ? null : at
      },
      'items.get': ({ key }: ApiInput<'items.get'>) => {
        const row = this.rows.find((each) => each.key === key)
        if (row === undefined) throw new AppError('notFound')
        return {
          row,
          artworks: [],
          json: JSON.stringify({ _id: row.campaignItemId, mystery: { deep: 42 } }),
          fetchedAt: 0,
        }
      },
      'items.copy': ({ ranges }: ApiInput<'items.copy'>) =>
        ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0),
      'preferences.save': () => null,
      'views.save': () => null,
      'app.copyText': () => null,
      'exports.start': () => null,
      'exports.cancel': () => null,
      'exports.show': () => null,
    }
    const call = async (name: string, input: unknown): Promise<Result<unknown>> => {
      this.calls.push({ name, input })
      try {
        const answer = this.instead.get(name) ?? answers[name]
        if (answer === undefined) throw new AppError('denied')
        return { ok: true, value: await answer(input as never) }
      } catch (error) {
        return { ok: false, error: toFault(error) }
      }
    }
    const on = (name: EventName, listener: (event: never) => void): (() => void) => {
      const listeners = this.#listeners.get(name) ?? new Set()
      listeners.add(listener)
      this.#listeners.set(name, listeners)
      return () => listeners.delete(listener)
    }
    const bridge = new Proxy(
      {},
      {
        get: (_, name) => (name === 'on' ? on : (input: unknown) => call(String(name), input)),
      },
    )
    vi.stubGlobal('api', bridge)
  }

  #result(resultId: number): readonly ItemRow[] {
    const rows = this.#results.get(resultId)
    if (rows === undefined) throw new AppError('notFound')
    return rows
  }

  #passing(query: ItemQuery, except: string | null = null): readonly ItemRow[] {
    const found = this.#finder(query)
    const listed = query.list === null ? null : new Set(query.list)
    return this.rows.filter(
      (row) =>
        found(row) &&
        (listed === null || listed.has(row.posNumber ?? '')) &&
        FACET_KEYS.every((key) => key === except || (query.filters[key]?.values?.includes(row[key]) ?? true)),
    )
  }

  #finder({ search, searchMode }: ItemQuery): (row: ItemRow) => boolean {
    if (searchMode === 'words') {
      const words = wordsOf(search)
      return (row) => {
        const text = fold(
          [row.itemName, row.posNumber, row.elementName, row.artworkNames, row.workflowTemplateName].join(
            '\n',
          ),
        )
        return words.every((word) => text.includes(word))
      }
    }
    if (searchMode === 'fields') {
      const { terms } = parseFields(search)
      const holds = (row: ItemRow, match: FieldMatch): boolean => {
        const cells =
          match.kind === 'column' ? [row[match.column]] : [row.itemName, row.posNumber, row.elementName]
        const texts = match.kind === 'column' ? match.values.map((value) => value) : [match]
        return texts.some(
          (wanted) =>
            'text' in wanted && cells.some((cell) => fold(String(cell ?? '')).includes(fold(wanted.text))),
        )
      }
      return (row) => terms.every(({ match, negated }) => holds(row, match) !== negated)
    }
    let pattern: RegExp
    try {
      pattern = new RegExp(search, 'i')
    } catch {
      throw new AppError('searchInvalid', { params: { reason: 'a bracket is not closed' } })
    }
    return (row) =>
      [row.itemName, row.posNumber, row.elementName, row.artworkNames].some((text) =>
        pattern.test(text ?? ''),
      )
  }

  #open(query: ItemQuery): unknown {
    const rows = [...this.#passing(query)]
    const { list } = query
    const missing = list?.filter((entry) => !this.rows.some((row) => row.posNumber === entry)) ?? null
    if (list !== null) {
      rows.sort((a, b) => list.indexOf(a.posNumber ?? '') - list.indexOf(b.posNumber ?? ''))
    }
    const [sort] = query.sort
    if (sort !== undefined) {
      rows.sort(
        (a, b) =>
          sort.direction * String(a[sort.key]).localeCompare(String(b[sort.key]), 'en', { numeric: true }),
      )
    }
    const resultId = this.#nextResult++
    this.#results.set(resultId, rows)
    return {
      resultId,
      count: rows.length,
      total: this.rows.length,
      qtySum: rows.reduce((sum, row) => sum + (row.qty ?? 0), 0),
      groups: null,
      missing,
      missingCount: missing?.length ?? 0,
    }
  }

  #facets(query: ItemQuery): ItemFacets {
    const facets = FACET_KEYS.map((key) => {
      const counts = new Map<FacetValue, number>()
      for (const row of this.#passing(query, key)) counts.set(row[key], (counts.get(row[key]) ?? 0) + 1)
      return [key, [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)]
    })
    return Object.fromEntries(facets)
  }
}

/** Height of every element in a page that is not laid out, and the parts of the browser that jsdom has not. */
export function stubLayout(width = 1_000, height = 434): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #callback: ResizeObserverCallback
      constructor(callback: ResizeObserverCallback) {
        this.#callback = callback
      }
      observe(target: Element): void {
        this.#callback([{ target, contentRect: { width, height } } as ResizeObserverEntry], this)
      }
      readonly unobserve = (): undefined => undefined
      readonly disconnect = (): undefined => undefined
    },
  )
  HTMLCanvasElement.prototype.getContext = () => null
  // Hidden by the attribute until shown, which jsdom's style sheet knows but its elements cannot do.
  HTMLElement.prototype.showPopover = function (this: HTMLElement) {
    this.removeAttribute('popover')
  }
  HTMLElement.prototype.hidePopover = function (this: HTMLElement) {
    this.setAttribute('popover', 'manual')
  }
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false
  }
}
