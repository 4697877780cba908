import type { Named } from './where-words.ts'
import { WHERE_ERRORS } from '../strings/command-line-where.ts'

/** An error in a condition, with its offset in the text. */
export class WhereError extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.name = 'WhereError'
    this.offset = offset
  }
}

/** A word or value, with its offset in the text. */
export interface Token {
  readonly text: string
  readonly offset: number
  readonly isQuoted: boolean
}

const SPACE = /\s*/uy
const WORD = /[^\s,()]+/uy
/** The end of a condition within a bare value. */
const CONJUNCTION = /\s(?:and|or)(?=[\s(]|$)/iu

/** Reads the words of a condition. */
export class Scanner {
  readonly text: string
  offset = 0
  /** Number of open parentheses, within which a closing one ends a value. */
  depth = 0

  constructor(text: string) {
    this.text = text
  }

  /** Skips white space, and returns whether the text ends here. */
  isAtEnd(): boolean {
    this.offset = this.#endOf(SPACE)
    return this.offset >= this.text.length
  }

  /** Returns the next word without reading it; empty at the end. */
  peekWord(): Token {
    this.isAtEnd()
    const end = this.#endOf(WORD)
    return { text: this.text.slice(this.offset, end), offset: this.offset, isQuoted: false }
  }

  /** Reads a character if it is next. */
  readCharacter(character: string): boolean {
    if (this.isAtEnd() || this.text[this.offset] !== character) return false
    this.offset += 1
    return true
  }

  /** Reads the longest of these names that is next, ignoring case; null if none is. */
  readName<Value>(names: readonly Named<Value>[]): Named<Value> | null {
    this.isAtEnd()
    let longest: Named<Value> | null = null
    let end = this.offset
    for (const named of names) {
      const [name, , mustPrecede] = named
      const nameEnd = this.#endOfName(name)
      if (nameEnd <= end) continue
      if (mustPrecede !== undefined && this.#endOf(mustPrecede, nameEnd) === nameEnd) continue
      longest = named
      end = nameEnd
    }
    this.offset = end
    return longest
  }

  /**
   * Reads a value: in quotation marks, or up to “and”, “or”, and within parentheses “)”.
   * @param endsAtComma whether further values may follow
   */
  readValue(endsAtComma: boolean): Token {
    this.isAtEnd()
    const { offset } = this
    const quote = this.text[offset]
    if (quote === '"' || quote === "'") return this.#readQuoted(quote)
    const rest = this.text.slice(offset)
    const ends = [
      /^(?:and|or)(?=[\s(]|$)/iu.test(rest) ? 0 : rest.search(CONJUNCTION),
      endsAtComma ? rest.indexOf(',') : -1,
      this.depth > 0 ? rest.indexOf(')') : -1,
    ].filter((end) => end >= 0)
    const text = rest.slice(0, Math.min(...ends, rest.length)).trimEnd()
    this.offset = offset + text.length
    return { text, offset, isQuoted: false }
  }

  #readQuoted(quote: string): Token {
    const start = this.offset
    let text = ''
    for (let offset = start + 1; offset < this.text.length; offset += 1) {
      const character = this.text[offset] ?? ''
      if (character !== quote) {
        text += character
      } else if (this.text[offset + 1] === quote) {
        text += quote
        offset += 1
      } else {
        this.offset = offset + 1
        return { text, offset: start, isQuoted: true }
      }
    }
    throw new WhereError(start, WHERE_ERRORS.quote)
  }

  /** Returns the end of a name if it is next, else the current offset. Its spaces match any white space. */
  #endOfName(name: string): number {
    const words = name.split(' ').map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`))
    const boundary = /\w$/u.test(name) ? String.raw`(?![\w/])` : '(?![=<>!])'
    return this.#endOf(new RegExp(words.join(String.raw`\s+`) + boundary, 'iuy'))
  }

  /** Returns the end of a sticky expression that matches at an offset, else the offset. */
  #endOf(expression: RegExp, offset = this.offset): number {
    expression.lastIndex = offset
    return expression.test(this.text) ? expression.lastIndex : offset
  }
}
