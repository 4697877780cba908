/** The digits of a number. Identifiers of other systems can have more digits than a double. */
export class ExactNumber {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }
}

/**
 * Parses JSON text, with an {@link ExactNumber} for every number that `isExact` rejects. Throws a
 * `SyntaxError` as `JSON.parse` does.
 */
export function parseExactly(text: string, isExact: (digits: string, value: number) => boolean): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number') return value
    const digits = context?.source ?? String(value)
    return isExact(digits, value) ? value : new ExactNumber(digits)
  }) as unknown
}

/** Converts a parsed value to JSON text without white space; numbers keep their digits. */
export function jsonText(value: unknown): string {
  if (value instanceof ExactNumber) return value.digits
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`)
  return `{${members.join(',')}}`
}
