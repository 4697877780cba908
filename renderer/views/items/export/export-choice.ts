import { EXPORT_PRESETS, type ExportOptions } from '../../../../electron/contract/export-options.ts'
import { strings } from '../../../../electron/contract/strings/items.ts'
import type { ShownResult } from '../../../state/items-opening.ts'
import type { ItemsState } from '../../../state/items.svelte.ts'

/** Which rows are written: those of the list, the selected ones, or all of the campaign or of all campaigns. */
export type RowChoice = 'view' | 'selection' | 'whole'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly text?: string
}

/** The rows that can be written now; only what differs from the list is offered beside it. */
export function rowChoices(
  items: ItemsState,
  result: ShownResult,
  campaignName: string | null,
  number: (value: number) => string,
): readonly Choice<RowChoice>[] {
  const words = strings.export
  const selected = items.selectedCount
  const choices: Choice<RowChoice>[] = [
    {
      value: 'view',
      label: words.view(result.count, number(result.count)),
      text: items.narrowed ? words.viewText : words.viewTextPlain,
    },
  ]
  if (selected > 0) choices.push({ value: 'selection', label: words.selection(selected, number(selected)) })
  if (items.narrowed) {
    choices.push({
      value: 'whole',
      label:
        campaignName === null
          ? words.wholeAll(result.total, number(result.total))
          : words.whole(campaignName, result.total, number(result.total)),
    })
  }
  return choices
}

type Remembered = Pick<ExportOptions, 'format' | 'preset' | 'header' | 'statuses'>

let remembered: Remembered = { format: 'xlsx', preset: 'excel', header: 'labels', statuses: 'names' }

/** How the last file of this session was written. */
export function lastChoice(): Remembered {
  return remembered
}

export function rememberChoice(choice: Remembered): void {
  remembered = choice
}

/** What a file can be, as one choice: a workbook, or one of the kinds of CSV. */
export const EXPORT_FORMS = ['xlsx', ...EXPORT_PRESETS] as const
export type ExportForm = (typeof EXPORT_FORMS)[number]

export function formOf({ format, preset }: Pick<ExportOptions, 'format' | 'preset'>): ExportForm {
  return format === 'csv' ? preset : format
}

/** A workbook keeps the kind of CSV that was chosen before, for the next time. */
export function optionsOf(form: ExportForm): Pick<ExportOptions, 'format' | 'preset'> {
  return form === 'xlsx' ? { format: 'xlsx', preset: remembered.preset } : { format: 'csv', preset: form }
}
