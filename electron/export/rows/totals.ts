import type { ExportColumnKey, StatusStyle } from '../../contract/export-options.ts'
import type { ValueLabel } from '../../contract/connection.ts'
import { isNumberText } from '../../contract/json-text.ts'
import { messages } from '../../contract/messages.ts'
import { compareTexts, naturalKey } from '../../store/query/natural-key.ts'
import type { StoredValue } from '../../store/types.ts'
import { plainDecimal } from '../values/cell-text.ts'
import { plainColumn, statusNameOf } from './table.ts'
import type { AdditionalSheet } from '../types.ts'

/** Columns of the totals, in the order of the values for {@link Totals.add}. */
export const TOTALED_COLUMNS = [
  'campaignId',
  'campaignName',
  'status',
  'elementName',
  'reviewMark',
  'qty',
] as const satisfies readonly ExportColumnKey[]

/** Limits the memory for distinct values. */
const MAX_VALUES = 10_000

interface Subtotal {
  items: number
  quantity: number
}

/** Totals the items of an export; each counts once, however many rows it has. */
export class Totals {
  readonly #total: Subtotal = { items: 0, quantity: 0 }
  readonly #campaigns = new Subtotals()
  readonly #statuses = new Subtotals()
  readonly #elements = new Subtotals()
  readonly #marks = new Subtotals()
  /** Names by id, in the order of the items; null for a campaign without a name. */
  readonly #campaignNames = new Map<string, StoredValue>()

  /** Adds an item's values of {@link TOTALED_COLUMNS}. */
  add([campaignId, campaign, status, element, mark, qty]: readonly StoredValue[]): void {
    const isNumber = typeof qty === 'number' || (typeof qty === 'string' && isNumberText(qty))
    const quantity = isNumber ? Number(qty) : 0
    if (typeof campaignId === 'string')
      this.#campaignNames.set(campaignId, this.#campaignNames.get(campaignId) ?? campaign ?? null)
    addTo(this.#total, quantity)
    // Several campaigns can have the same name.
    this.#campaigns.add(campaignId ?? campaign ?? null, quantity)
    this.#statuses.add(status ?? null, quantity)
    this.#elements.add(element ?? null, quantity)
    this.#marks.add(mark ?? null, quantity)
  }

  /** The campaigns of the items, in their order. */
  get campaignIds(): readonly string[] {
    return [...this.#campaignNames.keys()]
  }

  /** Returns the sheet: a row for each value, so that it can be filtered. */
  content(statuses: StatusStyle, labels: readonly ValueLabel[]): ReturnType<AdditionalSheet['content']> {
    const nameOf = statusNameOf(statuses, labels)
    const statusName = (status: StoredValue): string =>
      nameOf !== null && typeof status === 'number' ? nameOf(status) : valueText(status)
    const campaignName = (id: StoredValue): string => valueText(this.#campaignNames.get(String(id)) ?? id)
    const marks = [...Object.values<StoredValue>(messages.review.markNames), null]
    const { totals } = messages.exportExtras
    return {
      credentials: 0,
      columns: [
        plainColumn('by', totals.by, 'text'),
        plainColumn('value', totals.value, 'text'),
        plainColumn('items', totals.items, 'number'),
        plainColumn('qty', messages.columns.items.qty, 'number'),
      ],
      rows: [
        [totals.all, null, this.#total.items, this.#total.quantity],
        ...(this.#campaigns.size > 1
          ? this.#campaigns.rows(
              messages.columns.items.campaignName,
              campaignName,
              this.#campaigns.valuesBy(campaignName),
            )
          : []),
        ...this.#statuses.rows(messages.columns.items.status, statusName),
        ...this.#elements.rows(messages.columns.items.elementName),
        ...(this.#marks.hasOnly(null)
          ? []
          : this.#marks.rows(messages.columns.review.reviewMark, valueText, marks)),
      ],
    }
  }
}

/** Totals items and quantities by the values of a column. */
class Subtotals {
  readonly #subtotals = new Map<StoredValue, Subtotal>()
  readonly #others: Subtotal = { items: 0, quantity: 0 }

  get size(): number {
    return this.#subtotals.size
  }

  /** Returns whether only this value was added. */
  hasOnly(value: StoredValue): boolean {
    return this.#subtotals.size === 0 || (this.#subtotals.size === 1 && this.#subtotals.has(value))
  }

  add(value: StoredValue, quantity: number): void {
    let sum = this.#subtotals.get(value)
    if (sum === undefined && this.#subtotals.size >= MAX_VALUES) sum = this.#others
    else if (sum === undefined) {
      sum = { items: 0, quantity: 0 }
      this.#subtotals.set(value, sum)
    }
    addTo(sum, quantity)
  }

  /** Returns the values in the natural order of their names. */
  valuesBy(nameOf: (value: StoredValue) => string): readonly StoredValue[] {
    return [...this.#subtotals.keys()].sort((a, b) => compareValues(nameOf(a), nameOf(b)))
  }

  /** Returns a row for each value in the given or natural order. Cells without a value come last. */
  rows(
    label: string,
    nameOf: (value: StoredValue) => string = valueText,
    order: readonly StoredValue[] = [...this.#subtotals.keys()].sort(compareValues),
  ): readonly (readonly StoredValue[])[] {
    const { items, quantity } = this.#others
    const others = items === 0 ? [] : [[label, messages.exportExtras.totals.others, items, quantity]]
    const rows = order.flatMap((value) => {
      const sum = this.#subtotals.get(value)
      return sum === undefined ? [] : [[label, nameOf(value), sum.items, sum.quantity]]
    })
    return [...rows, ...others]
  }
}

function addTo(sum: Subtotal, quantity: number): void {
  sum.items += 1
  sum.quantity += quantity
}

function valueText(value: StoredValue): string {
  if (value === null) return messages.exportExtras.totals.none
  return typeof value === 'number' ? plainDecimal(value) : value
}

/** Compares values: numbers, then texts in natural order, then empty cells. */
function compareValues(a: StoredValue, b: StoredValue): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareTexts(naturalKey(String(a)), naturalKey(String(b)))
}
