import { AppError } from '../../contract/app-error.ts'
import { isSpace } from '../ingest/word-index.ts'
import { findRequiredWords, type RequiredWords } from './required-words.ts'
import { messages } from '../../contract/messages.ts'

/**
 * A compiled pattern. `textPattern` matches one text; `lines` finds matches in many texts, one on each line,
 * and is null if that may differ.
 */
export interface SearchPattern {
  readonly source: string
  readonly textPattern: RegExp
  readonly lines: RegExp | null
  /** What every matching text contains; null if unknown. */
  readonly requiredWords: RequiredWords | null
  /** Whether a text matches exactly if one of its words does. */
  readonly isInWord: boolean
}

const METACHARACTER = /[\\^$.*+?()[\]{}|]/
const LINE_TERMINATORS = ['\n', '\r', '\u2028', '\u2029']

/** Groups that do not change flags. */
const KNOWN_GROUPS = ['(?:', '(?=', '(?!', '(?<']

/** POSIX classes, which JavaScript does not have. */
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

/** A class that may contain POSIX classes. */
const POSIX_BRACKETS = /\\[^]|\[(?:\[:\w+:\]|\\[^]|[^\]\\])*\]/g

/** A JavaScript escape, class, or start of a group with a question mark. */
const TOKEN =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?[^]/g

/**
 * Compiles a search pattern. The service matches case-insensitively with an unnamed engine (service
 * interface, 4.2, rule 1), so the pattern is compiled in JavaScript's Unicode mode, or in the lenient mode if
 * that rejects it (`\-`, a lone `{`). `(?i)` at the start, `\A`, `\Z`, `\z` and `[[:alpha:]]` are translated.
 * Throws `searchInvalid` with the engine's reason.
 */
export function parsePattern(source: string): SearchPattern {
  const translated = translate(source)
  const textPattern = compile(translated)
  return {
    source,
    textPattern,
    lines: compileForLines(translated, textPattern.flags),
    requiredWords: findRequiredWords(translated),
    isInWord: matchesWithinWord(translated, textPattern),
  }
}

/** What can follow any pattern as a further part of it: no quantifier, alternative or unfinished escape. */
const FURTHER_PART = /^(?:[\p{L}\p{N} _.-]|\\[dDwWsSbB])+$/u

/** Returns whether whatever matches a pattern certainly matches an earlier one, which it continues. */
export function continuesPattern(source: string, earlier: string): boolean {
  const part = source.slice(earlier.length)
  if (!source.startsWith(earlier) || !FURTHER_PART.test(part)) return false
  // A further digit makes another backreference.
  if (/\\\d+$/.test(earlier) && /^\d/.test(part)) return false
  // In the lenient mode, `a{1` and `a{1}` have nothing in common.
  return [earlier, source].every((each) => compile(translate(each)).unicode)
}

/** Returns whether a pattern has no metacharacters. */
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

/** Returns what follows the last colon: "Invalid regular expression: /(/i: Unterminated group". */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? (cause.message.split(': ').at(-1) ?? '') : ''
  return message === ''
    ? messages.reasons.pattern.incomplete
    : message.charAt(0).toLowerCase() + message.slice(1)
}

function translate(source: string): string {
  const pattern = source.startsWith('(?i)') ? source.slice('(?i)'.length) : source
  if (isLiteral(pattern)) return pattern
  return pattern.replaceAll(POSIX_BRACKETS, (token) => {
    if (token === '\\A') return '^'
    if (token === '\\Z' || token === '\\z') return '$'
    if (!token.startsWith('[')) return token
    return token.replaceAll(/\[:(\w+):\]/g, (match, name: string) => POSIX_CLASSES[name] ?? match)
  })
}

/**
 * Compiles a pattern for texts on separate lines, in which nothing may match a line end. Escapes and classes
 * that would are restricted, which makes no difference within a single text. Patterns that change flags are
 * not supported.
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

/** The characters that separate indexed words. */
const SPACES = Array.from({ length: 0x10000 }, (_, code) => code)
  .filter(isSpace)
  .map((code) => String.fromCharCode(code))

/** Returns whether matches contain no white space, and depend on nothing around them but word boundaries. */
function matchesWithinWord(pattern: string, textPattern: RegExp): boolean {
  if (textPattern.test('')) return false
  const tokens = Array.from(pattern.matchAll(TOKEN), ([token]) => token)
  const others = pattern.replaceAll(TOKEN, '')
  if (/[.^$]/.test(others) || SPACES.some((space) => others.includes(space))) return false
  return tokens.every((token) => {
    if (token.startsWith('(?')) return token === '(?:'
    if (!isCharacter(token)) return /^\\[bB]$/.test(token)
    const expression = new RegExp(token, textPattern.flags)
    return !SPACES.some((space) => expression.test(space))
  })
}

function isUncertain(token: string, flags: string): boolean {
  if (token.startsWith('(?')) return !KNOWN_GROUPS.includes(token)
  // A backreference, or in lenient mode an octal escape, which may be a line end.
  return /^\\\d/.test(token) && !flags.includes('u')
}

/** Returns whether a token matches one character, rather than a boundary, a group or a backreference. */
function isCharacter(token: string): boolean {
  return !/^(?:\(\?|\\[bBk\d])/.test(token)
}

function matchesLineTerminator(token: string, flags: string): boolean {
  const expression = new RegExp(token, flags)
  return LINE_TERMINATORS.some((terminator) => expression.test(terminator))
}

function withoutLineTerminators(token: string): string {
  // After a class, a hyphen at the start would become a range.
  if (token.startsWith('[^') && !token.startsWith('[^-')) return `[^\\n\\r\\u2028\\u2029${token.slice(2)}`
  return `(?:(?![\\n\\r\\u2028\\u2029])${token})`
}
