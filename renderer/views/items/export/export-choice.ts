import { regionOf, styleOfPreset } from '../../../../electron/contract/csv-style.ts'
import { writesLocalTimes } from '../../../../electron/contract/export-formats.ts'
import type { ChangesExportOptions } from '../../../../electron/contract/export-options.ts'
import type { FileForm } from '../../../../electron/contract/export-profile.ts'
import { strings } from '../../../../electron/contract/strings/items.ts'
import type { ExportedList, ExportedResult } from './exported-list.ts'
import type { PreviewInput } from '../../../state/export-preview.svelte.ts'
import { shownName } from '../../../../electron/contract/clip-text.ts'

/** The rows to export: those of the list, the selected ones, or all of the campaign or of all campaigns. */
export type RowChoice = 'view' | 'selection' | 'whole'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly text?: string
}

/** Returns the choices of rows that differ from each other. */
export function rowChoices(
  { items, campaignName }: ExportedList,
  result: ExportedResult,
  number: (value: number) => string,
): readonly Choice<RowChoice>[] {
  const messages = strings.export
  const total = number(result.total)
  const wholeLabel =
    campaignName === null
      ? messages.wholeAll(result.total, total)
      : messages.whole(shownName(campaignName), result.total, total)
  if (items === null) return [{ value: 'whole', label: wholeLabel }]
  const selected = items.selectedCount
  const choices: Choice<RowChoice>[] = [
    {
      value: 'view',
      label: messages.view(result.count, number(result.count)),
      text: items.narrowed ? messages.viewText : messages.viewTextPlain,
    },
  ]
  if (selected > 0)
    choices.push({ value: 'selection', label: messages.selection(selected, number(selected)) })
  if (items.narrowed) {
    choices.push({ value: 'whole', label: wholeLabel })
  }
  return choices
}

/** Returns the export options of a form in a locale. */
export function optionsOf(
  { format, preset, adjusted, header, rowsBeyond, timeZone }: FileForm,
  locale: string,
): ChangesExportOptions {
  const style = { ...styleOfPreset(preset, regionOf(locale)), ...adjusted }
  return { format, header, rowsBeyond, style, ...(timeZone === undefined ? {} : { timeZone }) }
}

/** Returns whether times are written in a time zone, and not as the service sent them. */
export function hasTimeZone(form: FileForm, locale: string): boolean {
  const { format, style } = optionsOf(form, locale)
  return writesLocalTimes(format, style)
}

/** Returns the export without its file name, which does not affect the preview. */
export function withoutFileName(input: PreviewInput): PreviewInput {
  return 'items' in input ? { items: { ...input.items, suggestedName: '' } } : input
}

/** Returns the options that every export has. */
export function formOf({ format, preset, adjusted, header, rowsBeyond, timeZone }: FileForm): FileForm {
  return { format, preset, adjusted, header, rowsBeyond, ...(timeZone === undefined ? {} : { timeZone }) }
}
