import { dayOfInstant } from './filter-dates.ts'

/** Tokens of name templates, in braces, as in `{campaign} items {date}`. */
export const NAME_TOKENS = ['campaign', 'view', 'connection', 'rows', 'date', 'time'] as const
export type NameToken = (typeof NAME_TOKENS)[number]
export type NameValues = Readonly<Record<NameToken, string>>

/** Stored for the default name. On the command line, the name itself; the window has one in each language. */
export const DEFAULT_NAME_TEMPLATE = '{campaign} items {date}'
export const MAX_NAME_TEMPLATE_LENGTH = 200

/** Replaces an empty name. */
const FALLBACK_NAME = 'Items'

/** Bytes of a name in UTF-8 with its extension. File systems allow 255; the rest is for the path. */
const MAX_NAME_BYTES = 200

/** Characters of a text that are read for a name. Names of the service may be as long as an item. */
const MAX_READ_LENGTH = 1_000

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Formats local date and time for file names: sortable, without colons. */
export function dateAndTimeForNames(moment: Date): Pick<NameValues, 'date' | 'time'> {
  return {
    date: dayOfInstant(moment.getTime()),
    time: `${twoDigits(moment.getHours())}-${twoDigits(moment.getMinutes())}`,
  }
}

/** Replaces the tokens of a template; unknown ones stay. */
export function fillTemplate(template: string, values: NameValues): string {
  return template.replaceAll(/\{(\w+)\}/gu, (whole, word: string) => (isToken(word) ? values[word] : whole))
}

/** Returns the unknown tokens of a template, each once, with braces. */
export function unknownTokens(template: string): readonly string[] {
  const unknown = [...template.matchAll(/\{([^{}]*)\}/gu)].filter(([, word = '']) => !isToken(word))
  return [...new Set(unknown.map(([whole]) => whole))]
}

function isToken(word: string): word is NameToken {
  return (NAME_TOKENS as readonly string[]).includes(word)
}

/**
 * Forbidden in names: characters that Windows forbids, controls, direction marks, invisible and unassigned
 * characters, and surrogates. Joiners of emoji and scripts are allowed.
 */
const NOT_IN_NAMES = /[<>:"/\\|?*\u2028\u2029\ufffd]|(?![\u200c\u200d])\p{C}/gu

/** Device names of Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(?:\.|$)/iu

/**
 * Returns a valid file name for Windows, macOS and Linux with an extension: not reserved, not hidden, and not
 * too long.
 */
export function safeFileName(text: string, extension: string): string {
  const spaced = text
    .slice(0, MAX_READ_LENGTH)
    .normalize('NFC')
    .replaceAll(NOT_IN_NAMES, ' ')
    .replaceAll(/\s+/gu, ' ')
  const trimmed = withoutEdges(spaced)
  const notReserved = RESERVED.test(trimmed) ? `_${trimmed}` : trimmed
  const short = withoutEdges(truncate(notReserved, MAX_NAME_BYTES - extension.length - 1))
  return `${short === '' ? FALLBACK_NAME : short}.${extension}`
}

/** Bytes of a name that file systems allow. */
const MAX_TYPED_NAME_BYTES = 255

/** Returns the suffix of one of several files. It is always English, so that files of earlier exports are found. */
export const partOfName = (number: string, count: string): string => ` (${number} of ${count})`

/** Matches the suffix of `partOfName`: number and count. */
const PART_OF_NAME = / \((\d{1,9}) of (\d{1,9})\)(?:\.[^.]*)?$/u

/**
 * Returns the name of one of several files, such as "Items (1 of 3).xlsx", shortened if necessary.
 * @param index from 0
 */
export function partName(name: string, index: number, count: number): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/su.exec(name) ?? []
  const end = `${partOfName(String(index + 1), String(count))}${ending}`
  return `${truncate(stem, MAX_TYPED_NAME_BYTES - bytesOf(end)).trimEnd()}${end}`
}

/** Returns whether `partName` creates this name for any number of files. */
export function isPartName(part: string, name: string): boolean {
  const [, number, count] = PART_OF_NAME.exec(part) ?? []
  return (
    number !== undefined && count !== undefined && partName(name, Number(number) - 1, Number(count)) === part
  )
}

/**
 * Removes dots and spaces at the ends: Windows drops them at the end, and a leading dot hides a file
 * elsewhere.
 */
function withoutEdges(name: string): string {
  return name.replace(/^[\s.\u200c\u200d]+/u, '').replace(/[\s.\u200c\u200d]+$/u, '')
}

/** Counts bytes in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** Truncates a text to a number of bytes, between grapheme clusters. */
function truncate(text: string, maxBytes: number): string {
  if (bytesOf(text) <= maxBytes) return text
  let truncated = ''
  let remaining = maxBytes
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    remaining -= bytesOf(segment)
    if (remaining < 0) break
    truncated += segment
  }
  return truncated
}

/** Extensions of formats that no export supports. */
const FOREIGN_EXTENSION =
  /\.(?:pdf|xls|xlsm|xlsb|xltx|ods|fods|numbers|docx?|odt|rtf|pptx?|xml|ya?ml|sql|db|sqlite|parquet|zip|gz|png|jpe?g)$/iu

/** Returns the extension of a file name with its dot, or null. */
export function extensionOf(path: string): string | null {
  return /[^/\\](\.[^./\\]+)$/u.exec(path)?.[1] ?? null
}

/** Returns the extension with its dot if it belongs to an unsupported format, else null. */
export function foreignExtensionOf(name: string): string | null {
  return FOREIGN_EXTENSION.exec(name)?.[0] ?? null
}
