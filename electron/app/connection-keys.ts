import { createHash } from 'node:crypto'
import { AppError, badInput } from '../contract/app-error.ts'
import { hasKey, type Connection, type KeyChange, type KeyStatus } from '../contract/connection.ts'
import { KEY_CHANGE_REASONS } from '../contract/strings/connections.ts'
import { decodeBoundKey, encodeBoundKey, type BoundKey, type KeyBinding } from '../secrets/bound-key.ts'
import type { Secrets } from '../secrets/types.ts'
import { normalizeBaseUrl } from '../service/address-and-key.ts'
import type { Connections } from './types.ts'

/**
 * The API keys of connections. Each is bound to the origin, the certificate authority and the client
 * certificate that its connection had when a person entered the key. These are saved in files that others may
 * be able to write, so a key is released only while they are unchanged (docs/decisions/0034-bound-keys.md).
 */
export interface ConnectionKeys {
  /** Returns the key; null when there is none. Rejects with `keyWithheld` when the connection has changed. */
  get(connection: Connection): Promise<string | null>
  /** Returns where the key is; never rejects. */
  status(connection: Connection): Promise<KeyStatus>
  /** Saves a key for the connection as it is now. */
  save(connection: Connection, key: string): Promise<KeyStatus>
  /**
   * Binds the saved key, or another one, to the connection as it is now: a person has confirmed it. Rejects
   * with `badInput` when the connection is no longer as the person saw it, and with `keyMissing`.
   */
  confirm(connection: Connection, shown: KeyBinding, key: string | null): Promise<KeyStatus>
  /**
   * Returns the key with the origin that it was saved for, whatever origin the connection has now; null when
   * there is no key. Rejects with `keyWithheld` when its certificates have changed.
   */
  saved(connection: Connection): Promise<{ readonly key: string; readonly origin: string } | null>
  /**
   * Changes the certificates of a connection as a person asked for, and binds the key to them unless it is
   * withheld.
   */
  changeCertificates<Result>(connectionId: string, change: () => Promise<Result>): Promise<Result>
}

export interface ConnectionKeysParts {
  readonly secrets: Secrets
  readonly connections: Pick<Connections, 'authority' | 'clientCertificate' | 'get'>
}

export function createConnectionKeys({ secrets, connections }: ConnectionKeysParts): ConnectionKeys {
  async function bindingOf({ id, baseUrl }: Connection): Promise<KeyBinding> {
    if (baseUrl === null) throw new AppError('notFound')
    const { origin } = new URL(normalizeBaseUrl(baseUrl))
    const [authority, certificate] = await Promise.all([
      connections.authority(id),
      connections.clientCertificate(id),
    ])
    return { origin, trust: digestOf(authority, certificate) }
  }

  async function read(connectionId: string): Promise<BoundKey | null> {
    const text = await secrets.get(connectionId)
    return text === null ? null : decodeBoundKey(text)
  }

  const write = (connectionId: string, key: string, binding: KeyBinding): Promise<KeyStatus> =>
    secrets.set(connectionId, encodeBoundKey(key, binding))

  /**
   * Returns the key with the binding it has, and how the connection differs from that; null when there is no
   * key.
   */
  async function examine(connection: Connection) {
    const saved = await read(connection.id)
    if (saved === null) return null
    const now = await bindingOf(connection)
    // Nothing recorded where this key belongs; from its first use on it stays where it is used now.
    if (saved.binding === null) await write(connection.id, saved.key, now)
    const binding = saved.binding ?? now
    return { key: saved.key, binding, change: changeOf(binding, now) }
  }

  return {
    async get(connection) {
      const result = await examine(connection)
      if (result === null) return null
      if (result.change !== null) throw withheld(result.change)
      return result.key
    },
    async status(connection) {
      const status = await secrets.status(connection.id)
      if (!hasKey(status)) return status
      const { change = null } = (await examine(connection).catch(() => null)) ?? {}
      if (change === null) return secrets.status(connection.id)
      return { storage: 'withheld', reason: withheld(change).message, change }
    },
    save: async (connection, key) => write(connection.id, key, await bindingOf(connection)),
    async confirm(connection, shown, key) {
      const now = await bindingOf(connection)
      if (changeOf(shown, now) !== null) throw badInput(KEY_CHANGE_REASONS.changedAgain)
      const confirmed = key ?? (await read(connection.id))?.key
      if (confirmed === undefined) throw new AppError('keyMissing')
      return write(connection.id, confirmed, now)
    },
    async saved(connection) {
      const result = await examine(connection)
      if (result === null) return null
      if (result.change?.certificates === true) throw withheld(result.change)
      return { key: result.key, origin: result.binding.origin }
    },
    async changeCertificates(connectionId, change) {
      const connection = await connections.get(connectionId)
      const before = connection.baseUrl === null ? null : await examine(connection).catch(() => null)
      const result = await change()
      if (before?.change === null)
        await write(connectionId, before.key, await bindingOf(await connections.get(connectionId)))
      return result
    },
  }
}

/**
 * Returns a digest of the PEM of an authority and of the file of a client certificate; empty when there is
 * neither.
 */
function digestOf(authority: string | null, certificate: Uint8Array | null): string {
  if (authority === null && certificate === null) return ''
  const file = certificate === null ? null : Buffer.from(certificate).toString('base64')
  return createHash('sha256')
    .update(JSON.stringify([authority, file]))
    .digest('base64url')
}

function changeOf(saved: KeyBinding, now: KeyBinding): KeyChange | null {
  const certificates = saved.trust !== now.trust
  if (saved.origin === now.origin && !certificates) return null
  return { savedFor: saved.origin, ...now, certificates }
}

function withheld(change: KeyChange): AppError {
  return new AppError('keyWithheld', { params: { reason: KEY_CHANGE_REASONS.changed(change) } })
}
