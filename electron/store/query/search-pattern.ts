import { AppError } from '../../contract/app-error.ts'
import { isSpace } from '../ingest/word-index.ts'
import { requiredWordsOf, type RequiredWords } from './required-words.ts'
import { PATTERN_REASONS } from '../../contract/strings/store.ts'

/**
 * What a person typed, ready to be matched. `whole` matches one text. `lines` finds the same in many texts at
 * once, which stand in one long text, a line each; null for a pattern of which that is not certain.
 */
export interface SearchPattern {
  readonly source: string
  readonly whole: RegExp
  readonly lines: RegExp | null
  /** What every text has in which it is found; null: nothing that is known. */
  readonly need: RequiredWords | null
  /** Whether it is found in a text just when it is found in one of its words by itself. */
  readonly isInWord: boolean
}

const METACHARACTER = /[\\^$.*+?()[\]{}|]/
const LINE_TERMINATORS = ['\n', '\r', '\u2028', '\u2029']

/** Groups that change nothing but what belongs together or stands near. */
const KNOWN_GROUPS = ['(?:', '(?=', '(?!', '(?<']

/** What other engines understand and JavaScript's does not, inside brackets (POSIX). */
const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: 'A-Fa-f0-9',
}

/** A bracketed class that may hold POSIX ones. */
const POSIX_BRACKETS = /\\[^]|\[(?:\[:\w+:\]|\\[^]|[^\]\\])*\]/g

/**
 * In JavaScript's own reading: an escape, a bracketed class, the beginning of a group with a question mark.
 */
const TOKEN =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?[^]/g

/**
 * Reads a search pattern. The service compares case-insensitively (service interface, 4.2, rule 1); its
 * engine is not named, so the pattern is taken in JavaScript's Unicode mode first, in which letters of every
 * script have their cases and `.` is one character, and in the lenient old mode if that refuses it (`\-`, a
 * lone `{`). What people know from other engines is translated: `(?i)` at the beginning, `\A`, `\Z`, `\z`,
 * `[[:alpha:]]`. Throws `searchInvalid` with the engine's reason.
 */
export function parsePattern(source: string): SearchPattern {
  const translated = translate(source)
  const whole = compile(translated)
  return {
    source,
    whole,
    lines: compileForLines(translated, whole.flags),
    need: requiredWordsOf(translated),
    isInWord: staysInWord(translated, whole),
  }
}

/** Whether the pattern is just a text, without any of the signs that mean something. */
function isLiteral(source: string): boolean {
  return !METACHARACTER.test(source)
}

function compile(source: string): RegExp {
  try {
    return new RegExp(source, 'iu')
  } catch {
    try {
      return new RegExp(source, 'i')
    } catch (cause) {
      throw new AppError('searchInvalid', { cause, params: { reason: reasonOf(cause) } })
    }
  }
}

/** "Invalid regular expression: /(/i: Unterminated group" says it all after its last colon. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? (cause.message.split(': ').at(-1) ?? '') : ''
  return message === '' ? PATTERN_REASONS.incomplete : message.charAt(0).toLowerCase() + message.slice(1)
}

function translate(source: string): string {
  const pattern = source.startsWith('(?i)') ? source.slice('(?i)'.length) : source
  if (isLiteral(pattern)) return pattern
  return pattern.replaceAll(POSIX_BRACKETS, (token) => {
    if (token === '\\A') return '^'
    if (token === '\\Z' || token === '\\z') return '$'
    if (!token.startsWith('[')) return token
    return token.replaceAll(/\[:(\w+):\]/g, (whole, name: string) => POSIX_CLASSES[name] ?? whole)
  })
}

/**
 * The pattern for texts that stand in lines: with `m`, `^` and `$` are the ends of a line, and nothing may
 * match a line end. Every escape and every class that would is kept from it; in a separate text it would
 * find none, so that changes nothing there. What changes flags in the middle of a pattern is not looked into.
 */
function compileForLines(pattern: string, flags: string): RegExp | null {
  if (LINE_TERMINATORS.some((terminator) => pattern.includes(terminator))) return null
  if (Array.from(pattern.matchAll(TOKEN), ([token]) => token).some((token) => isUncertain(token, flags))) {
    return null
  }
  const guarded = pattern.replaceAll(TOKEN, (token) =>
    isCharacter(token) && matchesLineTerminator(token, flags) ? withoutLineTerminators(token) : token,
  )
  return new RegExp(guarded, `gm${flags}`)
}

/** Every character that stands between words, as a word index takes them apart. */
const SPACES = Array.from({ length: 0x10000 }, (_, code) => code)
  .filter(isSpace)
  .map((code) => String.fromCharCode(code))

/**
 * Whether all that it matches has no white space inside, and it asks for nothing around what it matches but
 * whether a word goes on there.
 */
function staysInWord(pattern: string, whole: RegExp): boolean {
  if (whole.test('')) return false
  const tokens = Array.from(pattern.matchAll(TOKEN), ([token]) => token)
  const others = pattern.replaceAll(TOKEN, '')
  if (/[.^$]/.test(others) || SPACES.some((space) => others.includes(space))) return false
  return tokens.every((token) => {
    if (token.startsWith('(?')) return token === '(?:'
    if (!isCharacter(token)) return /^\\[bB]$/.test(token)
    const expression = new RegExp(token, whole.flags)
    return !SPACES.some((space) => expression.test(space))
  })
}

function isUncertain(token: string, flags: string): boolean {
  if (token.startsWith('(?')) return !KNOWN_GROUPS.includes(token)
  // A backreference; in the lenient mode it may also be a character by its octal number, a line end's too.
  return /^\\\d/.test(token) && !flags.includes('u')
}

/** Whether a token stands for one character, and not for a place, a group or what a group has matched. */
function isCharacter(token: string): boolean {
  return !/^(?:\(\?|\\[bBk\d])/.test(token)
}

function matchesLineTerminator(token: string, flags: string): boolean {
  const expression = new RegExp(token, flags)
  return LINE_TERMINATORS.some((terminator) => expression.test(terminator))
}

function withoutLineTerminators(token: string): string {
  // A negated class that began with a hyphen would take it for the middle of a range.
  if (token.startsWith('[^') && !token.startsWith('[^-')) return `[^\\n\\r\\u2028\\u2029${token.slice(2)}`
  return `(?:(?![\\n\\r\\u2028\\u2029])${token})`
}
