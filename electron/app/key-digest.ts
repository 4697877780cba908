import type { ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import * as v from 'valibot'

const SALT_BYTES = 16
const DIGEST_BYTES = 4

const hex = (bytes: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${String(bytes * 2)}}$`, 'u')))

/** `mark` is the digest; the name is that of earlier versions. */
export const keyDigestSchema = v.object({ salt: hex(SALT_BYTES), mark: hex(DIGEST_BYTES) })

/**
 * A digest of a key, stored so that connections of one address with different keys never share a cache: a
 * salted scrypt hash, truncated to four bytes. It distinguishes two keys (a false match happens once in four
 * billion), but does not reveal a key: each guess costs a slow hash, and so many keys share each digest that
 * even an exhaustive search could not identify the right one.
 */
export type KeyDigest = v.InferOutput<typeof keyDigestSchema>

export async function digestKey(key: string): Promise<KeyDigest> {
  const salt = crypto.getRandomValues(Buffer.alloc(SALT_BYTES))
  return { salt: salt.toString('hex'), mark: (await hash(key, salt)).toString('hex') }
}

/** Returns whether a digest was created from this key. */
export async function matchesKey(key: string, { salt, mark }: KeyDigest): Promise<boolean> {
  const { timingSafeEqual } = process.getBuiltinModule('node:crypto')
  return timingSafeEqual(await hash(key, Buffer.from(salt, 'hex')), Buffer.from(mark, 'hex'))
}

function hash(key: string, salt: Buffer): Promise<Buffer> {
  const { scrypt } = process.getBuiltinModule('node:crypto')
  const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
  return deriveKey(key, salt, DIGEST_BYTES, { N: 16_384, r: 8, p: 1 })
}
