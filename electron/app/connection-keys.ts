import { AppError, badInput } from '../contract/app-error.ts'
import { hasKey, type Connection, type KeyChange, type KeyStatus } from '../contract/connection.ts'
import { messages } from '../contract/messages.ts'
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
  /** Returns where the key is stored. Never rejects. */
  status(connection: Connection): Promise<KeyStatus>
  /** Returns the same, after reading the keychain again if it has returned no key, as a locked one. */
  readStatus(connection: Connection): Promise<KeyStatus>
  /** Saves a key for the connection as it is now. */
  save(connection: Connection, key: string): Promise<KeyStatus>
  /**
   * Binds the saved key, or another one, to the connection as it is now: a person has confirmed it. Rejects
   * with `badInput` when the connection has changed since the person saw it, and with `keyMissing`.
   */
  confirm(connection: Connection, shownBinding: KeyBinding, key: string | null): Promise<KeyStatus>
  /**
   * Returns the key with the origin that it was saved for, whatever origin the connection has now; null when
   * there is no key. Rejects with `keyWithheld` when its certificates have changed.
   */
  getWithOrigin(connection: Connection): Promise<{ readonly key: string; readonly origin: string } | null>
  /**
   * Changes the certificates of a connection at a person's request, and binds the key to them unless it is
   * withheld.
   */
  changeCertificates<Result>(connectionId: string, change: () => Promise<Result>): Promise<Result>
}

export interface ConnectionKeysDependencies {
  readonly secrets: Secrets
  readonly connections: Pick<Connections, 'authority' | 'clientCertificate' | 'get'>
}

const NO_KEY_NEEDED: KeyStatus = { storage: 'notNeeded', reason: null }

export function createConnectionKeys({ secrets, connections }: ConnectionKeysDependencies): ConnectionKeys {
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

  /** Returns the key with its binding and how the connection differs from that; null when there is no key. */
  async function readWithChange(connection: Connection) {
    const saved = await read(connection.id)
    if (saved === null) return null
    const current = await bindingOf(connection)
    // A key of an earlier version has no binding, and is bound at its first use.
    if (saved.binding === null) await write(connection.id, saved.key, current)
    const binding = saved.binding ?? current
    return { key: saved.key, binding, change: changeOf(binding, current) }
  }

  async function status(connection: Connection): Promise<KeyStatus> {
    if (connection.kind === 'sample') return NO_KEY_NEEDED
    const saved = await secrets.status(connection.id)
    if (!hasKey(saved)) return saved
    const { change = null } = (await readWithChange(connection).catch(() => null)) ?? {}
    if (change === null) return secrets.status(connection.id)
    return { storage: 'withheld', reason: withheld(change).message, change }
  }

  return {
    async get(connection) {
      const result = await readWithChange(connection)
      if (result === null) return null
      if (result.change !== null) throw withheld(result.change)
      return result.key
    },
    status,
    async readStatus(connection) {
      if (connection.kind !== 'sample') await secrets.get(connection.id)
      return status(connection)
    },
    save: async (connection, key) => write(connection.id, key, await bindingOf(connection)),
    async confirm(connection, shownBinding, key) {
      const current = await bindingOf(connection)
      if (changeOf(shownBinding, current) !== null)
        throw badInput(messages.connections.keyReasons.changedAgain)
      const confirmed = key ?? (await read(connection.id))?.key
      if (confirmed === undefined) throw new AppError('keyMissing')
      return write(connection.id, confirmed, current)
    },
    async getWithOrigin(connection) {
      const result = await readWithChange(connection)
      if (result === null) return null
      if (result.change?.certificates === true) throw withheld(result.change)
      return { key: result.key, origin: result.binding.origin }
    },
    async changeCertificates(connectionId, change) {
      const connection = await connections.get(connectionId)
      const previous = connection.baseUrl === null ? null : await readWithChange(connection).catch(() => null)
      const result = await change()
      if (previous?.change === null)
        await write(connectionId, previous.key, await bindingOf(await connections.get(connectionId)))
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
  return process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(JSON.stringify([authority, file]))
    .digest('base64url')
}

/** Returns how a connection differs from the binding of its key; null if it does not. */
function changeOf(saved: KeyBinding, current: KeyBinding): KeyChange | null {
  const certificates = saved.trust !== current.trust
  if (saved.origin === current.origin && !certificates) return null
  return { savedFor: saved.origin, ...current, certificates }
}

function withheld(change: KeyChange): AppError {
  const { keyReasons } = messages.connections
  const reason =
    change.savedFor === change.origin
      ? keyReasons.certificatesChanged(change)
      : keyReasons.originChanged(change)
  return new AppError('keyWithheld', { params: { reason } })
}
