import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import type { ReportEntry, ReportSection } from '../../electron/contract/report.ts'
import type { SharedWidths } from './column-widths.ts'
import type { PrintedRow } from './printed-rows.svelte.ts'

/** A picture of a report: ready to be rendered, its address in a preview, or why there is none. */
export type ReportPicture =
  | HTMLImageElement
  | { readonly address: string; readonly missingText: () => Promise<string> }
  | { readonly text: string }

export interface PrintedEntry {
  readonly entry: ReportEntry
  readonly picture: ReportPicture
  readonly photos: readonly ReportPicture[]
}

/** What follows the note of an entry, in order. */
export const ENTRY_DETAILS = ['facts', 'changes', 'source'] as const
export type EntryDetail = (typeof ENTRY_DETAILS)[number]

/** An entry, or a part of one that is higher than a page. */
export interface EntryPart {
  readonly printed: PrintedEntry
  /** Whether it begins with the pictures; otherwise it continues a part on the page before. */
  readonly isStart: boolean
  readonly note: string
  /** Direction of the whole note. */
  readonly direction: 'auto' | 'ltr' | 'rtl'
  readonly details: ReadonlySet<EntryDetail>
  /** The photos below the text: indexes of the first one and of the one after the last. */
  readonly photos: readonly [start: number, end: number]
}

/** A part of a page, from top to bottom. */
export type ReportBlock =
  | { readonly kind: 'heading'; readonly section: ReportSection }
  | { readonly kind: 'entry'; readonly part: EntryPart }
  | { readonly kind: 'rows'; readonly rows: readonly PrintedRow[] }

export interface ReportPage {
  /** From 1. */
  readonly number: number
  readonly blocks: readonly ReportBlock[]
}

/** The items marked OK. */
export interface OkItems {
  readonly count: number
  /** Times of the first and the last mark, in milliseconds since 1970; null without any. */
  readonly markedBetween: readonly [first: number, last: number] | null
  readonly firstPage: number
  readonly lastPage: number
}

/** The pages of a report. */
export class PrintedReport {
  pages = $state.raw<readonly ReportPage[]>([])
  /** Number of all pages. */
  count = $state(0)
  /** Null: the report has none. */
  ok = $state.raw<OkItems | null>(null)
  widths = $state.raw<SharedWidths>({ parts: [], scale: 1 })
}

/** Returns the columns of listed items: those of the report, with the name. */
export function listedColumns(columns: readonly ItemColumnKey[]): readonly ItemColumnKey[] {
  return columns.includes('itemName')
    ? columns
    : columns.toSpliced(columns.indexOf('posNumber') + 1, 0, 'itemName')
}

/** Returns an entry as a single part. */
export function partOf(printed: PrintedEntry): EntryPart {
  const { note, photos } = printed.entry
  return {
    printed,
    isStart: true,
    note,
    direction: 'auto',
    details: new Set(ENTRY_DETAILS),
    photos: [Math.min(1, photos), photos],
  }
}

/** Returns whether a block is in the section of the items marked OK. */
export const isOkBlock = (block: ReportBlock): boolean =>
  block.kind === 'rows' ||
  (block.kind === 'heading' ? block.section : block.part.printed.entry.section) === 'ok'

/** Puts consecutive rows into one table. */
export function mergeRows(blocks: readonly ReportBlock[]): readonly ReportBlock[] {
  const merged: ReportBlock[] = []
  for (const block of blocks) {
    const last = merged.at(-1)
    if (block.kind === 'rows' && last?.kind === 'rows')
      merged[merged.length - 1] = { kind: 'rows', rows: [...last.rows, ...block.rows] }
    else merged.push(block)
  }
  return merged
}
