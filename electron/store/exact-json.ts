/**
 * A number as the digits that were received. Identifiers of other systems can have more digits than a double
 * keeps.
 */
export class ExactNumber {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }
}

/**
 * Parses a JSON text, with an {@link ExactNumber} for every number that `isKept` rejects; it receives the
 * digits as they were received. Throws a `SyntaxError` as `JSON.parse` does.
 */
export function parseExactly(text: string, isKept: (digits: string, value: number) => boolean): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number') return value
    const digits = context?.source ?? String(value)
    return isKept(digits, value) ? value : new ExactNumber(digits)
  }) as unknown
}

/** Returns a parsed value as JSON text without white space between its parts; numbers keep their digits. */
export function jsonText(value: unknown): string {
  if (value instanceof ExactNumber) return value.digits
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`)
  return `{${members.join(',')}}`
}
