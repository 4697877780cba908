import { regionOf, styleOfPreset, type CsvStyle } from '../../../../electron/contract/csv-style.ts'
import {
  FORMAT_DESCRIPTORS,
  supportsOption,
  writesLocalTimes,
} from '../../../../electron/contract/export-formats.ts'
import {
  NO_EXTRAS,
  writesRecords,
  type ChangesExportOptions,
  type ItemExtras,
} from '../../../../electron/contract/export-options.ts'
import {
  DEFAULT_CHOICE,
  type ExportChoice,
  type FileForm,
} from '../../../../electron/contract/export-profile.ts'
import { messages } from '../../../../electron/contract/messages.ts'
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

/** A choice of rows, with its number of rows. */
export interface RowSet {
  readonly value: RowChoice
  /** Short. */
  readonly label: string
  /** What the rows are. */
  readonly text: string
  readonly count: number
}

/** Returns the choices of rows that differ from each other. */
export function rowSets({ items, campaignName }: ExportedList, result: ExportedResult): readonly RowSet[] {
  const { rowSets: labels, wholeOf, wholeAll } = messages.exportDialog
  const whole: RowSet = {
    value: 'whole',
    label: labels.whole,
    text: campaignName === null ? wholeAll : wholeOf({ name: shownName(campaignName) }),
    count: result.total,
  }
  if (items === null) return [whole]
  const view: RowSet = { value: 'view', label: labels.view, text: labels.view, count: result.count }
  const { selectedCount: count } = items
  return [
    view,
    ...(count > 0
      ? [{ value: 'selection', label: labels.selection, text: labels.selection, count } as const]
      : []),
    ...(items.narrowed ? [whole] : []),
  ]
}

/** Returns the export options of a form in a locale. */
export function optionsOf(
  { format, preset, adjusted, header, language, rowsBeyond, timeZone }: FileForm,
  locale: string,
): ChangesExportOptions {
  const style = { ...styleOfPreset(preset, regionOf(locale)), ...adjusted }
  return {
    format,
    header,
    rowsBeyond,
    style,
    ...(language !== undefined && supportsOption(format, 'lang') ? { language } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
  }
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

/** An option of a file: its name, and whether it differs from the default. */
export interface OptionState {
  readonly label: string
  readonly isChanged: boolean
}

/** Returns the options of a file that its format supports, apart from the program that opens it. */
export function formOptions(form: FileForm, locale: string, exceedsSheet: boolean): readonly OptionState[] {
  const { format, adjusted, header, language, rowsBeyond, timeZone = 'local' } = form
  const styleLabels: Readonly<Record<keyof CsvStyle, string>> = {
    ...messages.items.export.styleParts,
    guard: messages.items.export.guard,
  }
  return [
    ...(supportsOption(format, 'header')
      ? [{ label: messages.items.export.header, isChanged: header !== DEFAULT_CHOICE.header }]
      : []),
    ...(supportsOption(format, 'lang')
      ? [{ label: messages.items.export.language, isChanged: language !== undefined }]
      : []),
    ...(hasTimeZone(form, locale)
      ? [{ label: messages.items.export.timeZone, isChanged: timeZone !== 'local' }]
      : []),
    ...(FORMAT_DESCRIPTORS[format].sheetOverflow !== null &&
    (exceedsSheet || rowsBeyond !== DEFAULT_CHOICE.rowsBeyond)
      ? [{ label: messages.exportExtras.overflow.label, isChanged: rowsBeyond !== DEFAULT_CHOICE.rowsBeyond }]
      : []),
    ...(supportsOption(format, 'preset')
      ? (Object.keys(styleLabels) as (keyof CsvStyle)[]).map((part) => ({
          label: styleLabels[part],
          isChanged: adjusted[part] !== undefined,
        }))
      : []),
  ]
}

/** Returns the form with the default options; format, and the program that opens the file, stay. */
export function withDefaultOptions({ format, preset }: FileForm): FileForm {
  const { header, rowsBeyond } = DEFAULT_CHOICE
  return { format, preset, adjusted: {}, header, rowsBeyond }
}

/** Returns the options of an export of items that its format supports, without those of every file. */
export function itemOptions({
  format,
  statuses,
  extras,
}: Pick<ExportChoice, 'format' | 'statuses' | 'extras'>): readonly OptionState[] {
  const option = (label: string, key: keyof ItemExtras): OptionState => ({
    label,
    isChanged: extras[key] !== NO_EXTRAS[key],
  })
  const whenSupported = (name: Parameters<typeof supportsOption>[1], state: OptionState): OptionState[] =>
    supportsOption(format, name) ? [state] : []
  const records = whenSupported('records', option(messages.exportExtras.records, 'records'))
  if (writesRecords({ format, extras })) return records
  return [
    { label: messages.items.export.statuses, isChanged: statuses !== DEFAULT_CHOICE.statuses },
    ...records,
    option(messages.exportExtras.artworks, 'artworks'),
    ...(extras.artworks === 'joined' ? [option(messages.exportExtras.separator, 'artworkSeparator')] : []),
    ...whenSupported('pictures', option(messages.exportExtras.pictures, 'pictures')),
    ...whenSupported('campaign-sheet', option(messages.exportExtras.campaignSheet, 'campaignSheet')),
    ...whenSupported('totals-sheet', option(messages.exportExtras.totalsSheet, 'totalsSheet')),
    option(messages.exportExtras.links, 'links'),
    ...whenSupported('long-texts', option(messages.exportExtras.longTexts, 'longTexts')),
  ]
}

/** Returns the options that every export has. */
export function formOf({
  format,
  preset,
  adjusted,
  header,
  language,
  rowsBeyond,
  timeZone,
}: FileForm): FileForm {
  return {
    format,
    preset,
    adjusted,
    header,
    rowsBeyond,
    ...(language === undefined ? {} : { language }),
    ...(timeZone === undefined ? {} : { timeZone }),
  }
}
