import pLimit from 'p-limit'
import type { KeyStatus } from '../contract/connection.ts'
import { createKeychainFault, keychainFault } from './keychain-faults.ts'
import type { KeychainLoader } from './keychain.ts'
import type { Keychain, Secrets } from './types.ts'

/** The service under which the keychain stores the keys; the account is the connection's id. */
export const KEYCHAIN_SERVICE = 'Campaign Desk'

export interface SecretsOptions {
  readonly keychain?: KeychainLoader
  /**
   * Maximum wait for the keychain, in milliseconds. A keychain may prompt the person before it
   * responds; a late response is used when it arrives.
   */
  readonly readLimitMs?: number
  readonly writeLimitMs?: number
}

/** The last known key of a connection, and where it is stored. */
interface KeyState {
  readonly key: string | null
  readonly status: KeyStatus
}

const IN_KEYCHAIN: KeyStatus = { storage: 'keychain', reason: null }
const NO_KEY: KeyStatus = { storage: 'none', reason: null }

/**
 * Creates the storage of keys: the operating system's keychain, or memory for this session if it cannot be
 * used.
 */
export function createSecrets(options: SecretsOptions = {}): Secrets {
  return new KeyRing(options)
}

class KeyRing implements Secrets {
  readonly #load: KeychainLoader
  readonly #readLimitMs: number
  readonly #writeLimitMs: number
  /**
   * A call to the keychain may hang as long as a prompt is open, and each one blocks a thread of Node's small
   * pool; a few parallel calls would stop all file access.
   */
  readonly #queue = pLimit(1)
  readonly #states = new Map<string, KeyState>()
  /** Number of changes of each key. A slow earlier change must not overwrite a later one. */
  readonly #revisions = new Map<string, number>()
  readonly #pendingReads = new Map<string, Promise<void>>()
  #keychain: Promise<Keychain | null> | null = null

  constructor(options: SecretsOptions) {
    this.#load = options.keychain ?? (async () => (await import('./keychain.ts')).loadKeychain())
    this.#readLimitMs = options.readLimitMs ?? 5_000
    this.#writeLimitMs = options.writeLimitMs ?? 15_000
  }

  async get(connectionId: string): Promise<string | null> {
    const knownKey = this.#states.get(connectionId)?.key ?? null
    if (knownKey !== null) return knownKey
    const reading = this.#pendingReads.get(connectionId) ?? this.#read(connectionId)
    this.#pendingReads.set(connectionId, reading)
    if (!(await endsWithin(reading, this.#readLimitMs))) this.#recordTimeout(connectionId)
    return this.#states.get(connectionId)?.key ?? null
  }

  async set(connectionId: string, key: string): Promise<KeyStatus> {
    if (key === '') {
      await this.remove(connectionId)
      return NO_KEY
    }
    const revision = this.#startRevision(connectionId)
    this.#states.set(connectionId, { key, status: { storage: 'session', reason: null } })
    const writing = this.#enqueue(async () => {
      if (!this.#isCurrent(connectionId, revision)) return
      const status = await this.#write(connectionId, key)
      if (this.#isCurrent(connectionId, revision)) this.#states.set(connectionId, { key, status })
    })
    if (!(await endsWithin(writing, this.#writeLimitMs))) this.#recordTimeout(connectionId)
    return this.#currentStatus(connectionId)
  }

  async remove(connectionId: string): Promise<void> {
    this.#startRevision(connectionId)
    this.#states.set(connectionId, { key: null, status: NO_KEY })
    const removing = this.#enqueue(async () => {
      const keychain = await this.#open()
      await keychain?.deletePassword(KEYCHAIN_SERVICE, connectionId).catch(() => false)
    })
    await endsWithin(removing, this.#readLimitMs)
  }

  async status(connectionId: string): Promise<KeyStatus> {
    if (!this.#states.has(connectionId)) await this.get(connectionId)
    return this.#currentStatus(connectionId)
  }

  #currentStatus(connectionId: string): KeyStatus {
    return this.#states.get(connectionId)?.status ?? NO_KEY
  }

  #startRevision(connectionId: string): number {
    const revision = (this.#revisions.get(connectionId) ?? 0) + 1
    this.#revisions.set(connectionId, revision)
    return revision
  }

  #isCurrent(connectionId: string, revision: number): boolean {
    return (this.#revisions.get(connectionId) ?? 0) === revision
  }

  /** Resolves when the call has ended, successfully or not. */
  #enqueue(call: () => Promise<void>): Promise<void> {
    return this.#queue(call).catch(() => undefined)
  }

  /** The module is loaded once, because a missing one does not appear while the application runs. */
  #open(): Promise<Keychain | null> {
    this.#keychain ??= this.#load().catch(() => null)
    return this.#keychain
  }

  async #read(connectionId: string): Promise<void> {
    const revision = this.#revisions.get(connectionId) ?? 0
    await this.#enqueue(async () => {
      if (!this.#isCurrent(connectionId, revision)) return
      const state = await this.#readKeychain(connectionId)
      if (this.#isCurrent(connectionId, revision)) this.#states.set(connectionId, state)
    })
    this.#pendingReads.delete(connectionId)
  }

  async #readKeychain(connectionId: string): Promise<KeyState> {
    const keychain = await this.#open()
    if (keychain === null)
      return {
        key: null,
        status: { storage: 'none', reason: createKeychainFault('keychainMissing').sentence },
      }
    try {
      const key = await keychain.getPassword(KEYCHAIN_SERVICE, connectionId)
      return { key, status: key === null ? NO_KEY : IN_KEYCHAIN }
    } catch (error) {
      return { key: null, status: { storage: 'none', reason: keychainFault(error).sentence } }
    }
  }

  /** Writes the key and reads it again; only a key that the keychain returns is reported as saved. */
  async #write(connectionId: string, key: string): Promise<KeyStatus> {
    const keychain = await this.#open()
    if (keychain === null)
      return { storage: 'session', reason: createKeychainFault('keychainMissing').sentence }
    try {
      await keychain.setPassword(KEYCHAIN_SERVICE, connectionId, key)
      if ((await keychain.getPassword(KEYCHAIN_SERVICE, connectionId)) === key) return IN_KEYCHAIN
      return { storage: 'session', reason: createKeychainFault('keychainRefused').sentence }
    } catch (error) {
      const { code, sentence } = keychainFault(error)
      // An older key must not reappear at the next start in place of the refused one.
      if (code === 'keychainRefused')
        await keychain.deletePassword(KEYCHAIN_SERVICE, connectionId).catch(() => false)
      return { storage: 'session', reason: sentence }
    }
  }

  /** Records that the keychain has not responded; it is probably prompting the person to unlock it. */
  #recordTimeout(connectionId: string): void {
    const { key, status } = this.#states.get(connectionId) ?? { key: null, status: NO_KEY }
    if (status.storage === 'keychain') return
    const storage = key === null ? 'none' : 'session'
    this.#states.set(connectionId, {
      key,
      status: { storage, reason: createKeychainFault('keychainLocked').sentence },
    })
  }
}

/** Waits for work that never rejects, up to a limit; returns whether it ended in time. */
async function endsWithin(work: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, limitMs, false)
  })
  const hasEnded = await Promise.race([work.then(() => true as const), limit])
  clearTimeout(timer)
  return hasEnded
}
