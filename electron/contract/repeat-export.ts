import type { ExportJob } from './jobs.ts'

/** Lists whose export can be repeated: items, changes, campaigns, and reviews of deleted items (`gone`). */
export const EXPORTED_LISTS = ['items', 'changes', 'campaigns', 'gone'] as const
export type ExportedList = (typeof EXPORTED_LISTS)[number]

/** To the same file if it is unchanged, to the same file in any case, or to another file. */
export const REPEAT_EXPORT_MODES = ['same', 'replace', 'elsewhere'] as const
export type RepeatExportMode = (typeof REPEAT_EXPORT_MODES)[number]

/** Why nothing was exported: the file was changed, or its folder is missing. */
export interface RepeatExportProblem {
  readonly kind: 'changed' | 'noFolder'
  readonly fileName: string
  readonly folder: string
}

/** The result of repeating an export. */
export type RepeatExportResult =
  | { readonly kind: 'started'; readonly job: ExportJob }
  /** The list was not exported before. */
  | { readonly kind: 'nothing' }
  /** The person canceled the dialog for another file. */
  | { readonly kind: 'closed' }
  | RepeatExportProblem
