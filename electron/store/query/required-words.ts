import { wordsOf } from '../../contract/fold.ts'

/** An escape as a whole: what it stands for is not looked into unless it is a plain sign. */
const ESCAPE =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|\d+|[^])/uy
const CLASS = /\[(?:\\[^]|[^\]\\])*\]/uy
/** Other braces are signs by themselves where the engine lets them pass. */
const COUNT = /\{\d+(?:,\d*)?\}/uy
/** A quantifier that lets what stands before it come not at all; of a count that is not looked into. */
const MAY_BE_LEFT_OUT = /^[*?{]/u
/** The beginning of a group that matches what it holds. */
const GROUP_OPENING = /^\((?:\?:|\?<[^=!][^>]*>|(?!\?))/u
const PLAIN_ESCAPE = /^\\[!-/:-@[-`{-~]$/u
/** The one letter whose other case folds to nothing, as a mark does; and halves of characters. */
const UNCERTAIN = /[\u0345\u0399\u03b9\u1fbe\p{Surrogate}]/u

/** What a text must have: a folded word, all of some needs, or one of some. */
export type RequiredWords =
  | { readonly word: string }
  | { readonly all: readonly RequiredWords[] }
  | { readonly any: readonly RequiredWords[] }

/**
 * What every text has in which a valid pattern is found, so that an index of words leaves few texts for the
 * engine; null when that is nothing. It only sees what it is sure of: what may be left out is no need.
 */
export function requiredWordsOf(pattern: string): RequiredWords | null {
  const branches = branchesOf(pattern).map(needOfBranch)
  const needs = branches.filter((need) => need !== null)
  if (needs.length < branches.length) return null
  return needs.length === 1 ? (needs[0] ?? null) : { any: needs }
}

/** What stands between the bars of a pattern, those inside groups and classes aside. */
function branchesOf(pattern: string): readonly string[] {
  const branches: string[] = []
  let start = 0
  for (let at = 0; at < pattern.length;) {
    if (pattern[at] === '|') {
      branches.push(pattern.slice(start, at))
      start = at + 1
    }
    at = endOfPart(pattern, at)
  }
  return [...branches, pattern.slice(start)]
}

function needOfBranch(branch: string): RequiredWords | null {
  const pieces: string[] = []
  const groups: RequiredWords[] = []
  let piece: string[] = []
  const endPiece = (): void => {
    pieces.push(piece.join(''))
    piece = []
  }
  for (let at = 0; at < branch.length;) {
    const sign = String.fromCodePoint(branch.codePointAt(at) ?? 0)
    const end = sign.length > 1 ? at + sign.length : endOfPart(branch, at)
    switch (sign) {
      case '(': {
        endPiece()
        const need = MAY_BE_LEFT_OUT.test(branch.slice(end)) ? null : needOfGroup(branch.slice(at, end))
        if (need !== null) groups.push(need)
        break
      }
      case '\\':
        if (PLAIN_ESCAPE.test(branch.slice(at, end))) piece.push(branch.slice(at + 1, end))
        else endPiece()
        break
      case '*':
      case '?':
      case '{':
        piece.pop()
        endPiece()
        break
      case '[':
      case '+':
      case '.':
      case '^':
      case '$':
      case ')':
      case ']':
      case '}':
        endPiece()
        break
      default:
        if (UNCERTAIN.test(sign)) endPiece()
        else piece.push(sign)
    }
    at = end
  }
  endPiece()
  const needs = [...wordsOf(pieces.join(' ')).map((word) => ({ word })), ...groups]
  return needs.length < 2 ? (needs[0] ?? null) : { all: needs }
}

/** A group as a whole, with its brackets. What only looks around may stand outside the text's words. */
function needOfGroup(group: string): RequiredWords | null {
  const opening = GROUP_OPENING.exec(group)
  return opening === null || !group.endsWith(')') ? null : requiredWordsOf(group.slice(opening[0].length, -1))
}

/** Behind the class, group, escape or count that begins here; behind any other sign. */
function endOfPart(pattern: string, at: number): number {
  switch (pattern.charAt(at)) {
    case '(':
      return endOfGroup(pattern, at)
    case '[':
      return endOf(CLASS, pattern, at)
    case '\\':
      return endOf(ESCAPE, pattern, at)
    case '{':
      return endOf(COUNT, pattern, at)
    default:
      return at + 1
  }
}

/** Behind the bracket that closes the group which begins here. */
function endOfGroup(pattern: string, start: number): number {
  let depth = 0
  for (let at = start; at < pattern.length;) {
    const sign = pattern[at]
    if (sign === '\\') at = endOf(ESCAPE, pattern, at)
    else if (sign === '[') at = endOf(CLASS, pattern, at)
    else {
      if (sign === '(') depth += 1
      if (sign === ')') depth -= 1
      at += 1
      if (depth === 0) return at
    }
  }
  return pattern.length
}

/** Behind what an expression finds here, which is at least one character. */
function endOf(expression: RegExp, pattern: string, at: number): number {
  expression.lastIndex = at
  return expression.test(pattern) ? expression.lastIndex : at + 1
}
