import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { load } from 'js-yaml'
import * as v from 'valibot'

const addressSchema = v.object({
  provider: v.literal('github'),
  owner: v.string(),
  repo: v.string(),
  host: v.optional(v.string(), 'github.com'),
  protocol: v.optional(v.picklist(['https', 'http']), 'https'),
})

/** Where releases are published. */
export interface ReleaseSource {
  /** Address of all releases, without a trailing slash. */
  readonly releases: string
  /** Page of a release in the browser. */
  readonly pageOf: (version: string) => string
  readonly key: KeyObject
}

/** Parses the files of a build. Throws if they are not usable. */
export function readReleaseSource(addressFile: string, keyFile: string): ReleaseSource {
  const { owner, repo, host, protocol } = v.parse(addressSchema, load(addressFile))
  const key = createPublicKey(keyFile)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of the releases is not an Ed25519 key')
  const path = `${host}/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/releases`
  return {
    releases: `${protocol}://${path}`,
    pageOf: (version) => `https://${path}/tag/${tagOf(version)}`,
    key,
  }
}

/** Returns the tag of a version. */
export function tagOf(version: string): string {
  return `v${version}`
}

/** Returns whether `signature` (Base64) is the developers' signature of this text. */
export function isSigned(text: string, signature: string, key: KeyObject): boolean {
  return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'))
}
