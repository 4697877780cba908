/** Where a saved key may be sent. */
export interface KeyBinding {
  /** Origin of the service. */
  readonly origin: string
  /** Digest of the certificate authority and the client certificate that are used there; empty: neither. */
  readonly trust: string
}

export interface BoundKey {
  readonly key: string
  /** Null: the key was saved by a version that stored the key alone. */
  readonly binding: KeyBinding | null
}

/** A key never contains a line break, so no key can be mistaken for this. */
const HEADER = 'key-1'

/**
 * Returns a key with its binding as one text for the keychain. It is short, because Windows stores 2,560
 * bytes at most, and of an even length, because `@napi-rs/keyring` reads what keytar wrote on Windows in
 * pairs of bytes.
 */
export function encodeBoundKey(key: string, { origin, trust }: KeyBinding): string {
  const text = [HEADER, origin, trust, key].join('\n')
  return text.length % 2 === 0 ? text : `${text}\n`
}

/** Returns what a text of the keychain contains; null when it is damaged. */
export function decodeBoundKey(text: string): BoundKey | null {
  if (!text.includes('\n')) return { key: text, binding: null }
  const [header, origin, trust, key] = text.split('\n')
  if (header !== HEADER || origin === undefined || trust === undefined) return null
  return key === undefined || key === '' ? null : { key, binding: { origin, trust } }
}
