import {
  regionOf,
  styleOfPreset,
  type CsvStyle,
  type ExportPreset,
} from '../../../../electron/contract/csv-style.ts'
import {
  NO_EXTRAS,
  type ChangesExportOptions,
  type ExportFormat,
  type HeaderStyle,
  type ItemExtras,
  type StatusStyle,
} from '../../../../electron/contract/export-options.ts'
import { USUAL_NAME_TEMPLATE } from '../../../../electron/contract/file-name.ts'
import { strings } from '../../../../electron/contract/strings/items.ts'
import type { ToLookAt } from '../../../state/export-look.svelte.ts'
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

/** How a file is to be written: a kind of CSV is kept beside a workbook, for the next time. */
export interface FileForm {
  readonly format: ExportFormat
  readonly preset: ExportPreset
  /** What differs from the preset. */
  readonly adjusted: Partial<CsvStyle>
  readonly header: HeaderStyle
}

interface Remembered extends FileForm {
  readonly statuses: StatusStyle
  readonly extras: ItemExtras
  /** What the name of the file is made of. */
  readonly nameTemplate: string
}

let remembered: Remembered = {
  format: 'xlsx',
  preset: 'excel',
  adjusted: {},
  header: 'labels',
  statuses: 'names',
  extras: NO_EXTRAS,
  nameTemplate: USUAL_NAME_TEMPLATE,
}

/** How the last file of this session was written. */
export function lastChoice(): Remembered {
  return remembered
}

export function rememberChoice(choice: Remembered): void {
  remembered = choice
}

/** What is asked for with a form, where the person is. */
export function optionsOf(
  { format, preset, adjusted, header }: FileForm,
  locale: string,
): ChangesExportOptions {
  return { format, header, style: { ...styleOfPreset(preset, regionOf(locale)), ...adjusted } }
}

/** The same whatever the file is to be called: its name changes nothing in it. */
export function unnamed(of: ToLookAt): ToLookAt {
  return 'items' in of ? { items: { ...of.items, suggestedName: '' } } : of
}
