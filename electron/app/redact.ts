/** Shorter texts occur within ordinary words, and removing them would garble the log. */
const MIN_SECRET_LENGTH = 4
/** Longer secrets are searched for in pieces of this many characters, which keeps each pattern small. */
const PIECE_LENGTH = 256

const REDACTED = '…'

const TOKEN = /[^\s"'<>]+/gu
const QUERY = /\?[^=?]*=.*/u
/** Up to the last at sign, because a password may contain others. */
const USER_INFO = /:\/\/[^/?#]*@/gu
const AUTHORIZATION = /(\bauthorization["']?\s{0,8}[:=,]\s{0,8})[^\r\n]+/giu

/** Removes secrets, query strings, and user names and passwords in addresses from texts. */
export interface Redactor {
  readonly conceal: (secret: string) => void
  /** Takes time linear in the length of the text. */
  readonly redact: (text: string) => string
}

/**
 * Creates a redactor. A concealed secret is recognized in any case, also in base64 (with any bytes around
 * it), hex, JSON, percent and form encoding, and in mixtures of the last three.
 */
export function createRedactor(): Redactor {
  const patterns = new Map<string, RegExp>()
  return {
    conceal(secret) {
      const characters = Array.from(secret.toWellFormed())
      for (let start = 0; start < characters.length; start += PIECE_LENGTH) {
        // The last piece overlaps the previous one, so that it is not too short.
        const from = Math.max(0, Math.min(start, characters.length - PIECE_LENGTH))
        const piece = characters.slice(from, from + PIECE_LENGTH).join('')
        if (piece.length >= MIN_SECRET_LENGTH && !patterns.has(piece)) patterns.set(piece, patternOf(piece))
      }
    },
    redact(text) {
      let safe = text
      // The longest first: one secret may be part of another.
      for (const [, pattern] of [...patterns].sort(([a], [b]) => b.length - a.length))
        safe = safe.replace(pattern, REDACTED)
      return safe.replace(AUTHORIZATION, `$1${REDACTED}`).replace(TOKEN, redactToken)
    },
  }
}

/** Redacts addresses in a text without blanks or quotes. */
function redactToken(token: string): string {
  const scheme = token.indexOf('://')
  const query = scheme === -1 ? token.search(QUERY) : token.slice(scheme).search(/[?#]/u)
  const end = query === -1 ? token.length : Math.max(scheme, 0) + query
  const address = token.slice(0, end).replace(USER_INFO, '://')
  return end === token.length ? address : `${address}?${REDACTED}`
}

function patternOf(secret: string): RegExp {
  const bytes = Buffer.from(secret)
  const literal = Array.from(secret, encodings).join('')
  const variants = [
    literal,
    bytes.toString('hex'),
    ...base64Of(bytes).map((text) => `${escapePattern(text)}[\\w+/-]?`),
  ]
  return new RegExp(variants.filter((variant) => variant !== '').join('|'), 'giu')
}

/** A pattern for one character: itself, and as URLs, forms and JSON encode it. */
function encodings(character: string): string {
  const percent = Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(
    '',
  )
  const units = Array.from({ length: character.length }, (_, index) =>
    character.charCodeAt(index).toString(16).padStart(4, '0'),
  )
  const json = units.map((unit) => `\\\\u${unit}`).join('')
  const short = JSON.stringify(character).slice(1, -1)
  const forms = new Set([escapePattern(character), percent, json, escapePattern(short)])
  if (character === ' ') forms.add('\\+')
  if (character === '/') forms.add('\\\\/')
  return `(?:${[...forms].join('|')})`
}

/**
 * The base64 texts, in both alphabets, of bytes that follow zero, one or two others: without the characters
 * at the ends that depend on the neighbors. Empty for those that would be too short to be recognized.
 */
function base64Of(bytes: Buffer): readonly string[] {
  const texts = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/u, '')
    const start = before === 0 ? 0 : before + 1
    const isWhole = (before + bytes.length) % 3 === 0
    return text.slice(start, isWhole ? undefined : -1)
  })
  const long = texts.filter((text) => text.length >= MIN_SECRET_LENGTH)
  return [...new Set(long.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]))]
}

/** Returns a pattern that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
}
