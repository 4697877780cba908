/** Where a saved key may be sent. */
export interface KeyBinding {
  /** Origin of the service. */
  readonly origin: string
  /**
   * Digest of the certificate authority and the client certificate for that origin; empty if it has neither.
   */
  readonly trust: string
}

export interface BoundKey {
  readonly key: string
  /** Null for a key that was saved by a version without bindings. */
  readonly binding: KeyBinding | null
}

/** Start of an encoded key. Keys contain no line breaks, so a key alone is distinguishable. */
const HEADER = 'key-1'

/**
 * Returns a key with its binding as one text for the keychain. It is short, because Windows stores at
 * most 2,560 bytes, and has an even length, because `@napi-rs/keyring` reads keytar's entries on Windows as
 * UTF-16.
 */
export function encodeBoundKey(key: string, { origin, trust }: KeyBinding): string {
  const text = [HEADER, origin, trust, key].join('\n')
  return text.length % 2 === 0 ? text : `${text}\n`
}

/** Decodes a text from the keychain; returns null if it is damaged. */
export function decodeBoundKey(text: string): BoundKey | null {
  if (!text.includes('\n')) return { key: text, binding: null }
  const [header, origin, trust, key] = text.split('\n')
  if (header !== HEADER || origin === undefined || trust === undefined) return null
  return key === undefined || key === '' ? null : { key, binding: { origin, trust } }
}
