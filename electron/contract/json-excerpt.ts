import { endOfString, isObject } from './json-text.ts'

/** Members of an object or list that the window receives. */
export const MAX_MEMBERS = 500
/** Objects and lists within one another. */
const MAX_DEPTH = 16
/** Size of a JSON text in the window: its values, and a further one for each 100 characters of a text. */
const MAX_JSON_SIZE = 5_000
const CHARACTERS_PER_VALUE = 100
/** Longer texts are clipped afterwards. */
const MAX_COUNTED_LENGTH = 2_000
/** Space for the value that exceeds the limit. */
const MARGIN = 50
/** Share of the remaining size that one member of the outermost object may use. */
const MAX_SHARE = 0.75

/**
 * Name of the member that replaces omitted ones; its value is their number. In a list, an object with this
 * member is the last entry.
 */
const OMITTED = '…'
const LAST_MEMBER = /"…":(\d{1,9})(?=\})|\{"…":(\d{1,9})\}(?=\])/uy
const END = /\s*[\]}]/uy

const ELLIPSIS_CODE = 0x2026
const QUOTE = 0x22
const COMMA = 0x2c
const LEFT_BRACKET = 0x5b
const RIGHT_BRACKET = 0x5d
const LEFT_BRACE = 0x7b
const RIGHT_BRACE = 0x7d

/** An object or list while its members are scanned. */
interface Container {
  readonly isList: boolean
  members: number
  /** Largest index of a list entry on the path to it. */
  readonly index: number
}

interface Excerpt {
  readonly text: string
  readonly size: number
  /** Sizes of the values by the bit length of the largest index of a list entry on their path. */
  readonly sizes: Readonly<Int32Array>
}

/**
 * Omits members of a JSON text that is too large to be shown, and states their number in their place.
 * Applied again, it changes nothing.
 */
export function excerptJson(json: string, maxSize = MAX_JSON_SIZE): string {
  const whole = scan(json, MAX_MEMBERS, Infinity)
  if (whole.size <= maxSize) return whole.text
  // All lists keep equally many entries, so that a long one does not hide those that follow it.
  let entries = 1
  let size = whole.sizes[0] ?? 0
  for (const added of whole.sizes.subarray(1)) {
    size += added
    if (size > maxSize - MARGIN) break
    entries *= 2
  }
  return scan(json, Math.min(entries, MAX_MEMBERS), maxSize - MARGIN).text
}

function scan(json: string, maxEntries: number, maxSize: number): Excerpt {
  const sizes = new Int32Array(10)
  const parts: string[] = []
  const containers: Container[] = []
  let copied = 0
  let size = 0
  let sizeLimit = maxSize
  let index = 0
  let tokenEnd = 0

  const add = (values: number, length: number): void => {
    const added = values + Math.floor(Math.min(length, MAX_COUNTED_LENGTH) / CHARACTERS_PER_VALUE)
    size += added
    const bits = 32 - Math.clz32(index)
    sizes[bits] = (sizes[bits] ?? 0) + added
  }
  const isFull = ({ isList, members }: Container): boolean => {
    const depth = containers.length
    // One member of the outermost object must not use up the size of the others.
    if (depth === 1) sizeLimit = size + (maxSize - size) * MAX_SHARE
    const maxMembers = depth > MAX_DEPTH ? 0 : isList ? maxEntries : MAX_MEMBERS
    return members >= maxMembers || size >= (depth === 1 ? maxSize : sizeLimit)
  }
  /**
   * Starts the member at `start`, or replaces it and those after it.
   * @param end where the previous member or the bracket ends
   * @returns where to continue
   */
  const startMember = (start: number, end: number): number => {
    const container = containers.at(-1)
    if (container === undefined) return start
    if (omittedAt(json, start) === null && !isFull(container)) {
      index = container.isList ? Math.max(container.index, container.members) : container.index
      container.members += 1
      add(1, 0)
      return start
    }
    const omitted = skipMembers(json, start)
    const marker = `"${OMITTED}":${String(omitted.count)}`
    parts.push(
      json.slice(copied, end),
      container.members > 0 ? ',' : '',
      container.isList ? `{${marker}}` : marker,
    )
    copied = omitted.end
    return omitted.end
  }

  for (let offset = 0; offset < json.length;) {
    const code = json.charCodeAt(offset)
    const next = offset + 1
    switch (code) {
      case QUOTE:
        tokenEnd = endOfString(json, offset)
        add(0, tokenEnd - offset)
        offset = tokenEnd
        continue
      case LEFT_BRACE:
      case LEFT_BRACKET:
        containers.push({ isList: code === LEFT_BRACKET, members: 0, index })
        offset = isEmptyFrom(json, next) ? next : startMember(next, next)
        break
      case COMMA:
        add(0, offset - tokenEnd)
        offset = startMember(next, offset)
        break
      case RIGHT_BRACE:
      case RIGHT_BRACKET:
        add(0, offset - tokenEnd)
        containers.pop()
        index = containers.at(-1)?.index ?? 0
        offset = next
        break
      default:
        offset = next
        continue
    }
    tokenEnd = offset
  }
  if (parts.length === 0) return { text: json, size, sizes }
  parts.push(json.slice(copied))
  return { text: parts.join(''), size, sizes }
}

/** Counts the members from an offset on, and returns where their object or list ends. */
function skipMembers(json: string, start: number): { readonly count: number; readonly end: number } {
  let count = omittedAt(json, start) ?? 1
  let depth = 0
  for (let offset = start; offset < json.length; offset += 1) {
    switch (json.charCodeAt(offset)) {
      case QUOTE:
        offset = endOfString(json, offset) - 1
        break
      case COMMA:
        if (depth === 0) count += omittedAt(json, offset + 1) ?? 1
        break
      case LEFT_BRACE:
      case LEFT_BRACKET:
        depth += 1
        break
      case RIGHT_BRACE:
      case RIGHT_BRACKET:
        if (depth === 0) return { count, end: offset }
        depth -= 1
        break
      default:
    }
  }
  return { count, end: json.length }
}

/** Returns the number of members that the member at an offset replaces; null if it replaces none. */
function omittedAt(json: string, start: number): number | null {
  if (json.charCodeAt(start + 1) !== ELLIPSIS_CODE && json.charCodeAt(start + 2) !== ELLIPSIS_CODE)
    return null
  LAST_MEMBER.lastIndex = start
  const [, inObject, inList] = LAST_MEMBER.exec(json) ?? []
  const count = inObject ?? inList
  return count === undefined ? null : Number(count)
}

/** Returns whether an object or list ends at an offset, apart from white space. */
function isEmptyFrom(json: string, start: number): boolean {
  END.lastIndex = start
  return END.test(json)
}

/** Returns the number of members that an excerpt of an object or list omits. */
export function omittedCount(value: unknown): number {
  const marker: unknown = Array.isArray(value) ? value.at(-1) : value
  const count = isObject(marker) && Object.hasOwn(marker, OMITTED) ? marker[OMITTED] : 0
  if (Array.isArray(value) && isObject(marker) && Object.keys(marker).length > 1) return 0
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0
}

/** Returns an object or list without the member that states how many are omitted. */
export function keptMembers<Value>(value: Value): Value {
  if (omittedCount(value) === 0) return value
  if (Array.isArray(value)) return value.slice(0, -1) as Value
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== OMITTED)) as Value
}
