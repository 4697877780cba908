import { wordsOf } from '../../contract/fold.ts'

/** A whole escape. Only escaped plain characters are analyzed. */
const ESCAPE =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|\d+|[^])/uy
const CLASS = /\[(?:\\[^]|[^\]\\])*\]/uy
/** Other braces are literal where the engine accepts them. */
const COUNT = /\{\d+(?:,\d*)?\}/uy
/** A quantifier that may allow zero occurrences; counts are not analyzed. */
const OPTIONAL_QUANTIFIER = /^[*?{]/u
/** The start of a group that matches its content. */
const GROUP_START = /^\((?:\?:|\?<[^=!][^>]*>|(?!\?))/u
const PLAIN_ESCAPE = /^\\[!-/:-@[-`{-~]$/u
/** Iota, whose other case may fold to nothing, and surrogates. */
const UNCERTAIN = /[\u0345\u0399\u03b9\u1fbe\p{Surrogate}]/u

/** A condition on texts: contains a folded word, meets all conditions, or one of them. */
export type RequiredWords =
  | { readonly word: string }
  | { readonly all: readonly RequiredWords[] }
  | { readonly any: readonly RequiredWords[] }

/**
 * Returns words that every match of a valid pattern contains, so that an index of words excludes most texts,
 * or null if there are none. Optional parts are ignored.
 */
export function findRequiredWords(pattern: string): RequiredWords | null {
  const branches = splitBranches(pattern).map(findBranchWords)
  const conditions = branches.filter((words) => words !== null)
  if (conditions.length < branches.length) return null
  return conditions.length === 1 ? (conditions[0] ?? null) : { any: conditions }
}

/** Splits a pattern at its top-level bars. */
function splitBranches(pattern: string): readonly string[] {
  const branches: string[] = []
  let start = 0
  for (let offset = 0; offset < pattern.length;) {
    if (pattern[offset] === '|') {
      branches.push(pattern.slice(start, offset))
      start = offset + 1
    }
    offset = endOfPart(pattern, offset)
  }
  return [...branches, pattern.slice(start)]
}

function findBranchWords(branch: string): RequiredWords | null {
  const literals: string[] = []
  const groups: RequiredWords[] = []
  let literal: string[] = []
  const endLiteral = (): void => {
    literals.push(literal.join(''))
    literal = []
  }
  for (let offset = 0; offset < branch.length;) {
    const character = String.fromCodePoint(branch.codePointAt(offset) ?? 0)
    const end = character.length > 1 ? offset + character.length : endOfPart(branch, offset)
    switch (character) {
      case '(': {
        endLiteral()
        const words = OPTIONAL_QUANTIFIER.test(branch.slice(end))
          ? null
          : findGroupWords(branch.slice(offset, end))
        if (words !== null) groups.push(words)
        break
      }
      case '\\':
        if (PLAIN_ESCAPE.test(branch.slice(offset, end))) literal.push(branch.slice(offset + 1, end))
        else endLiteral()
        break
      case '*':
      case '?':
      case '{':
        literal.pop()
        endLiteral()
        break
      case '[':
      case '+':
      case '.':
      case '^':
      case '$':
      case ')':
      case ']':
      case '}':
        endLiteral()
        break
      default:
        if (UNCERTAIN.test(character)) endLiteral()
        else literal.push(character)
    }
    offset = end
  }
  endLiteral()
  const conditions = [...wordsOf(literals.join(' ')).map((word) => ({ word })), ...groups]
  return conditions.length < 2 ? (conditions[0] ?? null) : { all: conditions }
}

/**
 * Returns the required words of a group. Lookarounds are ignored, because they may match outside the word.
 */
function findGroupWords(group: string): RequiredWords | null {
  const start = GROUP_START.exec(group)
  return start === null || !group.endsWith(')') ? null : findRequiredWords(group.slice(start[0].length, -1))
}

/** Returns the offset after the class, group, escape, count or character. */
function endOfPart(pattern: string, offset: number): number {
  switch (pattern.charAt(offset)) {
    case '(':
      return endOfGroup(pattern, offset)
    case '[':
      return endOfMatch(CLASS, pattern, offset)
    case '\\':
      return endOfMatch(ESCAPE, pattern, offset)
    case '{':
      return endOfMatch(COUNT, pattern, offset)
    default:
      return offset + 1
  }
}

/** Returns the offset after the group. */
function endOfGroup(pattern: string, start: number): number {
  let depth = 0
  for (let offset = start; offset < pattern.length;) {
    const character = pattern[offset]
    if (character === '\\') offset = endOfMatch(ESCAPE, pattern, offset)
    else if (character === '[') offset = endOfMatch(CLASS, pattern, offset)
    else {
      if (character === '(') depth += 1
      if (character === ')') depth -= 1
      offset += 1
      if (depth === 0) return offset
    }
  }
  return pattern.length
}

/** Returns the offset after the match of an expression, at least one character. */
function endOfMatch(expression: RegExp, pattern: string, offset: number): number {
  expression.lastIndex = offset
  return expression.test(pattern) ? expression.lastIndex : offset + 1
}
