import type { ArtworkSeparator } from '../contract/export-options.ts'

/** Values of options that change a CSV preset, and what each stands for. */
export const STYLE_WORDS = {
  delimiter: { comma: ',', semicolon: ';', tab: '\t', pipe: '|' },
  decimal: { point: '.', comma: ',' },
  quotes: { needed: 'needed', texts: 'texts', all: 'all' },
  'line-end': { crlf: 'crlf', lf: 'lf' },
  encoding: { 'utf-8': 'utf8', 'utf-8-bom': 'utf8Mark', 'utf-16': 'utf16', 'windows-1252': 'windows1252' },
  dates: { sent: 'sent', local: 'local' },
  booleans: { 'true-false': 'trueFalse', 'yes-no': 'yesNo', '1-0': 'oneZero' },
  guard: { on: true, off: false },
} as const

export const ROWS_BEYOND_WORDS = { 'one-file': 'oneFile', files: 'files', stop: 'stop' } as const

export const LONG_TEXT_WORDS = { cut: 'cut', 'leave-out': 'leaveOut' } as const

export const SEPARATOR_WORDS = {
  semicolon: '; ',
  comma: ', ',
  pipe: ' | ',
  line: '\n',
} as const satisfies Readonly<Record<string, ArtworkSeparator>>
