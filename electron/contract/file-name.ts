import { PART_OF_NAME, partOfName } from './strings/export-profiles.ts'

/**
 * What a name for a file can be made of: each stands in braces in a template, as in `{campaign} items
 * {date}`.
 */
export const NAME_TOKENS = ['campaign', 'view', 'connection', 'rows', 'date', 'time'] as const
export type NameToken = (typeof NAME_TOKENS)[number]
export type NameValues = Readonly<Record<NameToken, string>>

export const DEFAULT_NAME_TEMPLATE = '{campaign} items {date}'
export const MAX_NAME_TEMPLATE_LENGTH = 200

/** What a file is called when nothing is left of a name. */
const NAMELESS = 'Items'

/**
 * Bytes of a name in UTF-8 with its ending: every file system takes 255; the rest is left to the folders
 * before it.
 */
const MAX_NAME_BYTES = 200

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * Day and time of a moment as names have them, in the time of this computer: no colon, and in the order of
 * time.
 */
export function momentInNames(moment: Date): Pick<NameValues, 'date' | 'time'> {
  return {
    date: `${String(moment.getFullYear())}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}-${two(moment.getMinutes())}`,
  }
}

/** A template with its tokens filled in; what is in braces and no token stays as it is. */
export function fillTemplate(template: string, values: NameValues): string {
  return template.replaceAll(/\{(\w+)\}/gu, (whole, word: string) => (isToken(word) ? values[word] : whole))
}

/** What is in braces in a template and stands for nothing, each once, with its braces. */
export function unknownTokens(template: string): readonly string[] {
  const found = [...template.matchAll(/\{([^{}]*)\}/gu)].filter(([, word = '']) => !isToken(word))
  return [...new Set(found.map(([whole]) => whole))]
}

function isToken(word: string): word is NameToken {
  return (NAME_TOKENS as readonly string[]).includes(word)
}

/**
 * Not in names: what Windows forbids; controls, marks that turn the direction of text around, other
 * characters that cannot be seen, halves of characters and what Unicode has not assigned. The joiners of
 * emoji and of some scripts may stay.
 */
const NOT_IN_NAMES = /[<>:"/\\|?*\u2028\u2029\ufffd]|(?![\u200c\u200d])\p{C}/gu

/** Devices of Windows, whatever stands behind a dot. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(?:\.|$)/iu

/**
 * A name that Windows, macOS and Linux take for a file, with the ending of a format: no character and no name
 * that one of them refuses, not hidden, and short enough.
 */
export function safeFileName(text: string, extension: string): string {
  const spaced = text.normalize('NFC').replaceAll(NOT_IN_NAMES, ' ').replaceAll(/\s+/gu, ' ')
  const trimmed = withoutEdges(spaced)
  const own = RESERVED.test(trimmed) ? `_${trimmed}` : trimmed
  const short = withoutEdges(cut(own, MAX_NAME_BYTES - extension.length - 1))
  return `${short === '' ? NAMELESS : short}.${extension}`
}

/** Bytes of a name that a person may have typed: what every file system takes. */
const MAX_TYPED_NAME_BYTES = 255

/**
 * The name of one of several files, before its ending: "Items (1 of 3).xlsx". Where it would be too long,
 * what stands before that is cut.
 * @param index from 0.
 */
export function partName(name: string, index: number, count: number): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/su.exec(name) ?? []
  const end = `${partOfName(String(index + 1), String(count))}${ending}`
  return `${cut(stem, MAX_TYPED_NAME_BYTES - bytesOf(end)).trimEnd()}${end}`
}

/**
 * Whether this is the name of one of several files that `partName` makes of a name, whatever their number.
 */
export function isPartName(part: string, name: string): boolean {
  const [, place, count] = PART_OF_NAME.exec(part) ?? []
  return (
    place !== undefined && count !== undefined && partName(name, Number(place) - 1, Number(count)) === part
  )
}

/** Windows drops dots and blanks at the end; one in front hides a file elsewhere. */
function withoutEdges(name: string): string {
  return name.replace(/^[\s.\u200c\u200d]+/u, '').replace(/[\s.\u200c\u200d]+$/u, '')
}

/** Bytes in UTF-8, which is what systems count. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** As many whole characters, as people count them, as fit into so many bytes. */
function cut(text: string, most: number): string {
  if (bytesOf(text) <= most) return text
  let kept = ''
  let left = most
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    left -= bytesOf(segment)
    if (left < 0) break
    kept += segment
  }
  return kept
}

/** Extensions of other programs' formats, in which no list is written. */
const FOREIGN_EXTENSION =
  /\.(?:pdf|xls|xlsm|xlsb|xltx|ods|fods|numbers|docx?|odt|rtf|pptx?|xml|ya?ml|sql|db|sqlite|parquet|zip|gz|png|jpe?g)$/iu

/** Returns the extension of a file name with its dot; null where it has none. */
export function extensionOf(path: string): string | null {
  return /[^/\\](\.[^./\\]+)$/u.exec(path)?.[1] ?? null
}

/**
 * Returns the extension, with its dot, of a name that selects another program's format; null for any other
 * name.
 */
export function foreignExtensionOf(name: string): string | null {
  return FOREIGN_EXTENSION.exec(name)?.[0] ?? null
}
