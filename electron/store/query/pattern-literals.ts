import { wordsOf } from '../../contract/fold.ts'

/** An escape as a whole: what it stands for is not looked into unless it is a plain sign. */
const ESCAPE =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|\d+|[^])/uy
const CLASS = /\[(?:\\[^]|[^\]\\])*\]/uy
const COUNT = /\{[^}]*\}/uy
const PLAIN_ESCAPE = /^\\[!-/:-@[-`{-~]$/u
/** The one letter whose other case folds to nothing, as a mark does; and halves of characters. */
const UNCERTAIN = /[\u0345\u0399\u03b9\u1fbe\p{Surrogate}]/u

/**
 * Folded words that stand in every text that a valid pattern matches, so that an index of words leaves few texts for the
 * engine. It only sees what it is sure of: what is in a group, beside a branch or may be left out gives no word.
 */
export function literalsOf(pattern: string): readonly string[] {
  const pieces: string[] = []
  let piece: string[] = []
  const endPiece = (): void => {
    pieces.push(piece.join(''))
    piece = []
  }
  for (let at = 0; at < pattern.length;) {
    const sign = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
    let end = at + sign.length
    switch (sign) {
      case '|':
        return []
      case '(':
        end = endOfGroup(pattern, at)
        endPiece()
        break
      case '[':
        end = endOf(CLASS, pattern, at)
        endPiece()
        break
      case '\\':
        end = endOf(ESCAPE, pattern, at)
        if (PLAIN_ESCAPE.test(pattern.slice(at, end))) piece.push(pattern.slice(at + 1, end))
        else endPiece()
        break
      case '*':
      case '?':
      case '{':
        piece.pop()
        end = sign === '{' ? endOf(COUNT, pattern, at) : end
        endPiece()
        break
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
  return wordsOf(pieces.join(' '))
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
