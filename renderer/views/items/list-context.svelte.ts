import type { CampaignSummary } from '../../../electron/contract/campaign.ts'
import type { ColumnKey } from '../../../electron/contract/columns.ts'
import type { Connection, ValueLabel } from '../../../electron/contract/connection.ts'
import { isFieldKey } from '../../../electron/contract/fields.ts'
import type { ColumnLayout, RowHeight } from '../../../electron/contract/preferences.ts'
import type { RowColorRule } from '../../../electron/contract/row-colors.ts'
import type { ItemGroup } from '../../../electron/contract/query.ts'
import type { TextSource } from '../../../electron/contract/schemas.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { columnLabel } from '../../../electron/contract/column-labels.ts'
import type { ListReference } from '../../../electron/contract/views.ts'
import { api, faultOf } from '../../api.ts'
import { createCellText, type CellText } from '../../grid/cell-text.ts'
import type { Session } from '../../state/app.svelte.ts'
import type { DialogsModel } from '../../state/dialogs.svelte.ts'
import type { Environment } from '../../state/environment.svelte.ts'
import type { Format } from '../../state/format.ts'
import type { ItemsState } from '../../state/items.svelte.ts'
import { columnsIn, rowColorsIn, visibleColumns } from '../../state/list-columns.ts'
import { TransientNotice } from '../../state/notices.svelte.ts'
import type { ReviewMark } from '../../../electron/contract/review.ts'
import { ReviewProgressModel } from '../../state/review-progress.svelte.ts'
import { unusedColor } from '../../state/row-coloring.svelte.ts'
import type { PreferencesModel } from '../../state/preferences.svelte.ts'
import type { ViewsModel } from '../../state/views.svelte.ts'
import { copyFullText } from '../../state/full-text.ts'
import { itemFilterTerms, type ValueDisplay } from '../../state/filter-names.ts'
import type { FilterSource, FilterTarget } from './filter-source.ts'

/** Height of a row, in CSS pixels. */
export const ROW_PIXELS: Readonly<Record<RowHeight, number>> = { normal: 28, roomy: 34, thumbnail: 64 }

/** Minimum height of a row for a finger, in CSS pixels. */
const MIN_TOUCH_ROW = 40

/** Returns the height of a row, in CSS pixels. */
export function rowPixels(
  height: RowHeight,
  { hasCoarsePointer }: Pick<Environment, 'hasCoarsePointer'>,
): number {
  return Math.max(ROW_PIXELS[height], hasCoarsePointer ? MIN_TOUCH_ROW : 0)
}

/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** What is open above the list: a panel at the element that opened it, or a context menu. */
export type ListPopup =
  | { readonly kind: 'filter'; readonly target: FilterTarget; readonly at: Element }
  | { readonly kind: 'columns'; readonly at: Element }
  | { readonly kind: 'captions'; readonly at: Element }
  /** `expanded`: index of the rule whose conditions are shown, or null. */
  | { readonly kind: 'rowColors'; readonly expanded: number | null; readonly at: Element }
  /** Menu of a row; the column is null for the check box. */
  | { readonly kind: 'row'; readonly column: ColumnKey | null; readonly at: Point }
  | { readonly kind: 'column'; readonly column: ColumnKey; readonly at: Point }
  | { readonly kind: 'group'; readonly group: ItemGroup; readonly name: string; readonly at: Point }

/** The models and functions of the view that the context needs. */
interface ListView {
  readonly items: ItemsState
  readonly dialogs: DialogsModel
  readonly session: Pick<Session, 'campaigns'>
  readonly environment: Environment
  readonly views: ViewsModel
  readonly preferences: PreferencesModel
  readonly connection: () => Connection
  /** Null: all items of all campaigns. */
  readonly campaignId: () => string | null
  /** Moves the focus to the rows. */
  readonly focus: () => void
  /** Moves to a row and shows it. */
  readonly go: (index: number) => void
  readonly openDetails: () => void
  /** Marks the selected items, or the active one. */
  readonly mark: (mark: ReviewMark | null) => void
  /** Returns whether the review progress is shown, and reads what changes it. */
  readonly countsReviews: () => boolean
}

/** The shown list of items, and actions on it, for all parts of its view. */
export class ListContext {
  readonly #view: ListView
  readonly items: ItemsState
  /** Confirms an action for a moment. */
  readonly notice = new TransientNotice()
  /** How much of the list is reviewed. */
  readonly reviewProgress: ReviewProgressModel

  readonly connection: Connection
  /** Another list is opened only if this or the campaign differs, not with each change of a connection. */
  readonly connectionId: string
  /** Null: all items of all campaigns. */
  readonly campaignId: string | null
  readonly reference: ListReference
  readonly campaign: CampaignSummary | null
  readonly campaignName: string | null
  readonly layout: ColumnLayout
  /** The rules that color rows. */
  readonly rowColors: readonly RowColorRule[]
  /** Keys of the shown columns, in order. */
  readonly visibleColumns: readonly ColumnKey[]
  readonly labels: readonly ValueLabel[]
  readonly format: Format
  readonly valueDisplay: ValueDisplay
  readonly text: CellText
  /** The columns and values of the list, for its filter. */
  readonly filterSource: FilterSource
  /** Words with which most item names of the campaign begin. */
  sharedWords = $state('')

  constructor(view: ListView) {
    this.#view = view
    this.items = view.items
    this.connection = $derived(view.connection())
    this.connectionId = $derived(this.connection.id)
    this.campaignId = $derived(view.campaignId())
    this.reference = $derived({ connectionId: this.connectionId, campaignId: this.campaignId })
    this.campaign = $derived(view.session.campaigns.find(({ id }) => id === this.campaignId) ?? null)
    this.campaignName = $derived(this.campaignId === null ? null : (this.campaign?.name ?? this.campaignId))
    this.layout = $derived(columnsIn(view, this.reference))
    this.rowColors = $derived(rowColorsIn(view, this.reference))
    this.visibleColumns = $derived(visibleColumns(this.layout, this.campaignId === null))
    this.labels = $derived(this.connection.labels.itemStatus)
    this.format = $derived(view.environment.format)
    this.valueDisplay = $derived({ labels: this.labels, format: this.format })
    this.text = $derived(createCellText(this.format.locale))
    this.filterSource = $derived({
      terms: itemFilterTerms(this.valueDisplay),
      format: this.format,
      fields: this.visibleColumns.filter(isFieldKey),
      counts: this.items.counts,
      extentOf: (column) => this.items.extentOf(column),
    })
    this.reviewProgress = new ReviewProgressModel(() => {
      const { result, connectionId, campaignId } = this.items
      if (result === null || !view.countsReviews()) return null
      return { connectionId, campaignId, resultId: result.resultId }
    })
  }

  /** Marks the selected items, or the active one; null removes their marks. */
  mark(mark: ReviewMark | null): void {
    this.#view.mark(mark)
  }

  /** Loads the shared words; without them, names are drawn as they are. */
  async loadSharedWords(): Promise<void> {
    const { connectionId, campaignId } = this
    const isCurrent = (): boolean => connectionId === this.connectionId && campaignId === this.campaignId
    const words =
      campaignId === null
        ? ''
        : await api.call('items.sharedWords', { connectionId, campaignId }).catch(() => '')
    if (isCurrent()) this.sharedWords = words
  }

  /** Moves the focus to the rows. */
  focus(): void {
    this.#view.focus()
  }

  /** Moves to a row and shows it. */
  go(index: number): void {
    this.#view.go(index)
  }

  openDetails(): void {
    this.#view.openDetails()
  }

  /** Colors the rows that match the filters, before all other rules. */
  colorMatches(): void {
    const rule = { filters: this.items.query.filters, color: unusedColor(this.rowColors) }
    this.items.setRowColors([rule, ...this.rowColors])
  }

  setLayout(layout: ColumnLayout): void {
    this.items.setColumns(layout)
  }

  /** Confirms an action in the footer for a moment. */
  showNotice(text: string): void {
    this.notice.show(text)
  }

  /** Copies the selected rows, or the active one, as a table, and confirms it. */
  async copyRows(): Promise<void> {
    try {
      const count = await this.items.copy(this.visibleColumns)
      this.showNotice(messages.items.footer.copied({ count }))
    } catch (error) {
      this.showNotice(faultOf(error).message)
    }
  }

  /** Opens the full value of a group, which its rows share. `first`: index of the group's first row. */
  async showGroupValue(first: number): Promise<void> {
    const { result } = this.items
    const column = result?.query.group ?? null
    if (result === null || column === null) return
    try {
      const { connectionId } = this
      const { rows } = await api.call('items.window', {
        connectionId,
        resultId: result.resultId,
        start: first,
        count: 1,
      })
      const [row] = rows
      if (row === undefined) return
      this.#view.dialogs.open({
        kind: 'fullText',
        label: columnLabel(column),
        source: { kind: 'cell', key: row.key, column },
      })
    } catch (error) {
      this.showNotice(faultOf(error).message)
    }
  }

  /** Copies the full text of a cell, and confirms it. */
  async copyCell(content: string, source: TextSource): Promise<void> {
    try {
      await copyFullText(this.connectionId, content, source)
      this.showNotice(messages.items.footer.copiedCell)
    } catch (error) {
      this.showNotice(faultOf(error).message)
    }
  }
}
