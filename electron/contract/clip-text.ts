import { isFieldKey } from './fields.ts'
import { excerptJson } from './json-excerpt.ts'
import { endOfString } from './json-text.ts'

/** Length of a value of the service in the window, in UTF-16 code units. */
export const MAX_TEXT_LENGTH = 2_000
/** Length of an id that the window can send back; longer ones cannot be used there. */
export const MAX_ID_LENGTH = 10_000
/** Length of a name of the service in titles, menus, sentences and notifications. */
export const MAX_NAME_LENGTH = 300
/** Length of a value in a cell of a list, on screen or on paper. */
export const MAX_CELL_LENGTH = 500
/** Size of a changed value, see `excerptJson`. */
const MAX_CHANGED_SIZE = 100

const ELLIPSIS = '…'
/** Longer clusters, such as a letter with hundreds of accents, are cut between code points. */
const MAX_CLUSTER_LENGTH = 64

/** Created when needed, because that takes 15 ms in every thread. */
let graphemes: Intl.Segmenter | undefined

/**
 * Clips a text to `max` UTF-16 code units, between grapheme clusters, with an ellipsis. Layout time and
 * memory grow with the length: 100,000 unbroken characters freeze the window.
 */
export function clipText(text: string, max = MAX_TEXT_LENGTH): string {
  if (text.length <= max) return text
  return `${detached(text.slice(0, clusterStart(text, max - ELLIPSIS.length)))}${ELLIPSIS}`
}

/**
 * Returns whether `clipText` may have clipped a text to `max` or more; also true for such a text that ended
 * with an ellipsis.
 */
export function isClipped(text: string, max = MAX_NAME_LENGTH): boolean {
  return text.length >= max - MAX_CLUSTER_LENGTH - ELLIPSIS.length && text.endsWith(ELLIPSIS)
}

/** Returns whether `clipJson` may have clipped or shortened a JSON text. */
export function isClippedJson(json: string): boolean {
  return json.includes(`${ELLIPSIS}"`)
}

/**
 * Omits members of a JSON text that is too large (`excerptJson`), and clips all strings, member names and
 * numbers; clipped numbers become strings.
 */
export function clipJson(json: string, max = MAX_TEXT_LENGTH, maxSize?: number): string {
  if (json.length <= max) return json
  try {
    return clipTokens(excerptJson(json, maxSize), max)
  } catch {
    // The text is not JSON.
    return clipText(json, max)
  }
}

function clipTokens(json: string, max: number): string {
  const parts: string[] = []
  let copied = 0
  const replace = (start: number, end: number, text: string): void => {
    parts.push(json.slice(copied, start), JSON.stringify(clipText(text, max)))
    copied = end
  }
  for (let start = 0; start < json.length;) {
    const quote = json.indexOf('"', start)
    const gapEnd = quote < 0 ? json.length : quote
    if (gapEnd - start > max) {
      for (const { index, 0: digits } of json.slice(start, gapEnd).matchAll(/[\d.eE+-]+/gu))
        if (digits.length > max) replace(start + index, start + index + digits.length, digits)
    }
    if (quote < 0) break
    const end = endOfString(json, quote)
    if (end - quote > max) {
      const text = JSON.parse(json.slice(quote, end)) as string
      if (text.length > max) replace(quote, end, text)
    }
    start = end
  }
  if (copied === 0) return json
  parts.push(json.slice(copied))
  return parts.join('')
}

/** Clips a value of a field (JSON text, see fields.ts) to `max` visible characters. */
export function clipFieldValue(value: string, max = MAX_TEXT_LENGTH): string {
  if (value.length <= max) return value
  return value.startsWith('"')
    ? JSON.stringify(clipText(JSON.parse(value) as string, max))
    : clipText(value, max)
}

/**
 * Keeps texts of the person, which must not be lost when they are saved again, and reports, which are only
 * copied.
 */
const keepWhole = (text: string): string => text
/** A changed value is shown as one text. */
const clipChanged = (json: string, max: number): string => clipJson(json, max, MAX_CHANGED_SIZE)
const clipId = (id: string): string => clipText(id, MAX_ID_LENGTH)
const clipName = (name: string, max: number): string => clipText(name, Math.min(max, MAX_NAME_LENGTH))

/** Clip functions by member name; other texts are plain values. */
const CLIPS: ReadonlyMap<string, (text: string, max: number) => string> = new Map([
  ['note', keepWhole],
  ['search', keepWhole],
  ['reportText', keepWhole],
  // Limited where it is read.
  ['releaseNotes', keepWhole],
  ['json', (json, max) => clipJson(json, max)],
  ['old', clipChanged],
  ['new', clipChanged],
  ['name', clipName],
  ['id', clipId],
  ['campaignId', clipId],
  ['campaignItemId', clipId],
])

/**
 * Clips all texts of some data; returns the data itself if nothing is too long. Applied to everything that
 * the window and printed pages receive.
 */
export function clipValues<Value>(value: Value, max = MAX_TEXT_LENGTH): Value {
  return clipMember(value, '', max) as Value
}

function clipMember(value: unknown, name: string, max: number): unknown {
  if (typeof value === 'string') {
    const clip = CLIPS.get(name) ?? (isFieldKey(name) ? clipFieldValue : clipText)
    return clip(value, max)
  }
  if (Array.isArray(value)) return clipList(value as readonly unknown[], name, max)
  return isPlainObject(value) ? clipObject(value, max) : value
}

function clipList(list: readonly unknown[], name: string, max: number): readonly unknown[] {
  let clipped: unknown[] | null = null
  for (const [index, entry] of list.entries()) {
    const short = clipMember(entry, name, max)
    if (short === entry) continue
    clipped ??= [...list]
    clipped[index] = short
  }
  return clipped ?? list
}

function clipObject(
  object: Readonly<Record<string, unknown>>,
  max: number,
): Readonly<Record<string, unknown>> {
  let clipped: Record<string, unknown> | null = null
  for (const name of Object.keys(object)) {
    const short = clipMember(object[name], name, max)
    if (short === object[name]) continue
    clipped ??= { ...object }
    clipped[name] = short
  }
  return clipped ?? object
}

/** Excludes bytes, dates and other class instances. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** Returns the start of the grapheme cluster at an index. */
function clusterStart(text: string, index: number): number {
  graphemes ??= new Intl.Segmenter()
  const start = graphemes.segment(text.slice(0, index + MAX_CLUSTER_LENGTH)).containing(index)?.index ?? index
  if (index - start <= MAX_CLUSTER_LENGTH && start > 0) return start
  const isLowSurrogate = (text.charCodeAt(index) & 0xfc00) === 0xdc00
  return isLowSurrogate ? index - 1 : index
}

/** Copies a part of a text, because the part alone would keep the whole text in memory. */
function detached(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string
}

/** Right-to-left letters, and controls that change the direction of text (UAX #9). */
export const CHANGES_DIRECTION =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Isolates in a text could end the outer one. */
const ISOLATES = /[\u2066-\u2069]/gu
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/** Returns a text that cannot reorder the text around it. */
export function isolated(text: string): string {
  return `${FIRST_STRONG_ISOLATE}${text.replaceAll(ISOLATES, '')}${POP_DIRECTIONAL_ISOLATE}`
}

/**
 * Prepares a name of the service for a sentence: clipped, and isolated so that it cannot reorder the text
 * around it.
 */
export function shownName(name: string): string {
  const text = clipText(name, MAX_NAME_LENGTH)
  return CHANGES_DIRECTION.test(text) ? isolated(text) : text
}
