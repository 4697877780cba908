import type * as library from '@napi-rs/keyring'
import { describe, expect, it } from 'vitest'
import { decodeBoundKey, encodeBoundKey } from '../../electron/secrets/bound-key.ts'
import { keyringOf } from '../../electron/secrets/keyring.ts'

const BINDING = { origin: 'https://print.example', trust: 'x'.repeat(43) }
/** Maximum size of a Windows credential (CRED_MAX_CREDENTIAL_BLOB_SIZE). */
const WINDOWS_BYTES = 2_560

describe('an encoded key with its binding', () => {
  it.each(['key', 'keys', '{"key":"1"}', 'a b=c'])('is decoded to the same key: %s', (key) => {
    for (const binding of [BINDING, { ...BINDING, trust: '' }])
      expect(decodeBoundKey(encodeBoundKey(key, binding))).toEqual({ key, binding })
  })

  it('has an even number of bytes', () => {
    for (const key of ['key', 'keys']) expect(encodeBoundKey(key, BINDING).length % 2).toBe(0)
  })

  it('is distinguished from a key that an earlier version saved', () => {
    for (const key of ['plain', 'key-1', '{"origin":"https://print.example"}'])
      expect(decodeBoundKey(key)).toEqual({ key, binding: null })
  })

  it('is rejected if it is damaged', () => {
    for (const text of ['\n', 'key-1\nhttps://a.example', 'key-1\nhttps://a.example\n\n', 'key-2\na\nb\nc'])
      expect(decodeBoundKey(text)).toBeNull()
  })

  it('fits a key of 2,300 characters into a Windows credential', () => {
    const origin = `https://${'long-name.'.repeat(12)}example:8443`
    const text = encodeBoundKey('k'.repeat(2_300), { ...BINDING, origin })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(WINDOWS_BYTES)
  })
})

/** The used part of the library on Windows: entries are bytes, passwords are UTF-16. */
function windowsLibrary() {
  const entries = new Map<string, Buffer>()
  const write = (name: string, bytes: Buffer): Promise<void> => {
    if (bytes.length > WINDOWS_BYTES) return Promise.reject(new Error('TooLong'))
    entries.set(name, bytes)
    return Promise.resolve()
  }
  class AsyncEntry {
    readonly #name: string
    constructor(service: string, account: string) {
      this.#name = `${account}.${service}`
    }
    static withTarget(): AsyncEntry {
      return new AsyncEntry('', '')
    }
    getPassword = () => Promise.resolve(entries.get(this.#name)?.toString('utf16le') ?? null)
    setPassword = (password: string) => write(this.#name, Buffer.from(password, 'utf16le'))
    getSecret = () => Promise.resolve(entries.has(this.#name) ? [...(entries.get(this.#name) ?? [])] : null)
    setSecret = (secret: Uint8Array) => write(this.#name, Buffer.from(secret))
    deletePassword = () => Promise.resolve(entries.delete(this.#name))
  }
  const findCredentialsAsync = (_service: string, target = '') => {
    const bytes = entries.get(target)
    return Promise.resolve(
      bytes === undefined
        ? []
        : [{ account: target.split('/')[1] ?? '', password: bytes.toString('utf16le') }],
    )
  }
  return { entries, module: { AsyncEntry, findCredentialsAsync } as unknown as typeof library }
}

describe('the Windows Credential Manager through @napi-rs/keyring', () => {
  const text = encodeBoundKey('k'.repeat(2_400), BINDING)

  it('keeps a long key with its binding', async () => {
    const { keychain } = keyringOf(windowsLibrary().module, 'win32')
    await keychain.setPassword('Campaign Desk', 'a', text)
    expect(await keychain.getPassword('Campaign Desk', 'a')).toBe(text)
    expect(await keychain.getPassword('Campaign Desk', 'b')).toBeNull()
  })

  it('returns UTF-16 passwords of an earlier version', async () => {
    const { entries, module } = windowsLibrary()
    const { keychain } = keyringOf(module, 'win32')
    for (const password of ['plain-key', 'Schlüssel', 'ключ']) {
      entries.set('a.Campaign Desk', Buffer.from(password, 'utf16le'))
      expect(await keychain.getPassword('Campaign Desk', 'a')).toBe(password)
    }
  })

  it('returns bound keys that keytar wrote, of any length', async () => {
    const { entries, module } = windowsLibrary()
    const { keytarEntries } = keyringOf(module, 'win32')
    for (const key of ['even', 'odd']) {
      const bound = encodeBoundKey(key, BINDING)
      entries.set('Campaign Desk/a', Buffer.from(bound, 'utf8'))
      expect(await keytarEntries?.getPassword('Campaign Desk', 'a')).toBe(bound)
    }
  })
})
