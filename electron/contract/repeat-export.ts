import type { ExportJob } from './jobs.ts'

/** Lists that can be exported, and exported again: items, changes that downloads brought, reviews of items that are gone. */
export const EXPORTED_LISTS = ['items', 'changes', 'gone'] as const
export type ExportedList = (typeof EXPORTED_LISTS)[number]

/** As it was written the last time; in place of whatever is there now; or somewhere else, which is asked for. */
export const REPEAT_EXPORT_MODES = ['same', 'replace', 'elsewhere'] as const
export type RepeatExportMode = (typeof REPEAT_EXPORT_MODES)[number]

/** Nothing was done: the file at the place is not as it was written, or its folder is not there. */
export interface RepeatExportProblem {
  readonly kind: 'changed' | 'noFolder'
  readonly fileName: string
  readonly folder: string
}

/** What became of exporting a list again. */
export type RepeatExportResult =
  | { readonly kind: 'started'; readonly job: ExportJob }
  /** Nothing was exported of this list yet. */
  | { readonly kind: 'nothing' }
  /** The person closed the question for another place. */
  | { readonly kind: 'closed' }
  | RepeatExportProblem
