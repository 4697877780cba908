import { endOfString } from '../contract/json-text.ts'
import { endOfValue } from './json-slices.ts'

/** The digits of a number. Identifiers of other systems can have more digits than a double. */
export class ExactNumber {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }
}

const QUOTE = 0x22
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
/** Starts the texts that replace numbers while JSON is parsed. A service cannot guess it. */
const MARKER = crypto.randomUUID()

/**
 * Parses JSON text, with an {@link ExactNumber} for every number that `isExact` rejects. `JSON.parse` with a
 * function for each value would fail at some thousand levels.
 * @param text must be valid JSON
 */
export function parseExactly(text: string, isExact: (digits: string, value: number) => boolean): unknown {
  let marked = ''
  let copied = 0
  for (let offset = 0; offset < text.length;) {
    const code = text.charCodeAt(offset)
    if (code === QUOTE) {
      offset = endOfString(text, offset)
      continue
    }
    if (code !== MINUS && (code < ZERO || code > NINE)) {
      offset += 1
      continue
    }
    const end = endOfValue(text, offset)
    const digits = text.slice(offset, end)
    if (!isExact(digits, Number(digits))) {
      marked += `${text.slice(copied, offset)}"${MARKER}${digits}"`
      copied = end
    }
    offset = end
  }
  if (copied === 0) return JSON.parse(text)
  return replaceMarked(JSON.parse(marked + text.slice(copied)))
}

/** Replaces marked texts in a parsed value, which it changes. */
function replaceMarked(value: unknown): unknown {
  const root = { value }
  const pending: object[] = [root]
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    for (const [name, member] of Object.entries(container) as [string, unknown][]) {
      if (typeof member === 'object' && member !== null) pending.push(member)
      if (typeof member !== 'string' || !member.startsWith(MARKER)) continue
      // An assignment to `__proto__` would add no member.
      const number = new ExactNumber(member.slice(MARKER.length))
      Object.defineProperty(container, name, { value: number })
    }
  }
  return root.value
}

/** A list or an object whose JSON text is unfinished. */
interface Container {
  /** Null for a list. */
  readonly names: readonly string[] | null
  readonly values: readonly unknown[]
  /** Index of the next value. */
  next: number
}

/** Converts a parsed value of any depth to JSON text without white space; numbers keep their digits. */
export function jsonText(value: unknown): string {
  const containers: Container[] = []
  let text = ''
  let current = value
  for (;;) {
    if (Array.isArray(current)) {
      containers.push({ names: null, values: current, next: 0 })
      text += '['
    } else if (typeof current !== 'object' || current === null) text += JSON.stringify(current)
    else if (current instanceof ExactNumber) text += current.digits
    else {
      containers.push({ names: Object.keys(current), values: Object.values(current), next: 0 })
      text += '{'
    }
    let container = containers.at(-1)
    while (container !== undefined && container.next === container.values.length) {
      text += container.names === null ? ']' : '}'
      containers.pop()
      container = containers.at(-1)
    }
    if (container === undefined) return text
    if (container.next > 0) text += ','
    if (container.names !== null) text += `${JSON.stringify(container.names[container.next])}:`
    current = container.values[container.next]
    container.next += 1
  }
}
