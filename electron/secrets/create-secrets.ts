import pLimit from 'p-limit'
import type { KeyStatus } from '../contract/connection.ts'
import { fault, keychainFault } from './keychain-faults.ts'
import { loadKeychain, type KeychainLoader } from './keychain.ts'
import type { Keychain, Secrets } from './types.ts'

/** The service under which the keychain stores the keys; the account is the connection's id. */
export const KEYCHAIN_SERVICE = 'Campaign Desk'

export interface SecretsOptions {
  readonly keychain?: KeychainLoader
  /**
   * Maximum wait for the keychain, in milliseconds. A keychain may show a prompt and answer only after the
   * person; a late answer is used when it arrives.
   */
  readonly readLimitMs?: number
  readonly writeLimitMs?: number
}

/** What is known of a connection's key. */
interface Known {
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
  readonly #oneAtATime = pLimit(1)
  readonly #known = new Map<string, Known>()
  /** Number of changes of each key, so that a slow earlier change does not overwrite a later one. */
  readonly #decisions = new Map<string, number>()
  readonly #reading = new Map<string, Promise<void>>()
  #keychain: Promise<Keychain | null> | null = null

  constructor(options: SecretsOptions) {
    this.#load = options.keychain ?? (() => loadKeychain())
    this.#readLimitMs = options.readLimitMs ?? 5_000
    this.#writeLimitMs = options.writeLimitMs ?? 15_000
  }

  async get(connectionId: string): Promise<string | null> {
    const knownKey = this.#known.get(connectionId)?.key ?? null
    if (knownKey !== null) return knownKey
    const reading = this.#reading.get(connectionId) ?? this.#read(connectionId)
    this.#reading.set(connectionId, reading)
    if (!(await inTime(reading, this.#readLimitMs))) this.#noteSlow(connectionId)
    return this.#known.get(connectionId)?.key ?? null
  }

  async set(connectionId: string, key: string): Promise<KeyStatus> {
    if (key === '') {
      await this.remove(connectionId)
      return NO_KEY
    }
    const decision = this.#decide(connectionId)
    this.#known.set(connectionId, { key, status: { storage: 'session', reason: null } })
    const writing = this.#call(async () => {
      if (!this.#stands(connectionId, decision)) return
      const status = await this.#write(connectionId, key)
      if (this.#stands(connectionId, decision)) this.#known.set(connectionId, { key, status })
    })
    if (!(await inTime(writing, this.#writeLimitMs))) this.#noteSlow(connectionId)
    return this.#statusNow(connectionId)
  }

  async remove(connectionId: string): Promise<void> {
    this.#decide(connectionId)
    this.#known.set(connectionId, { key: null, status: NO_KEY })
    const removing = this.#call(async () => {
      const keychain = await this.#open()
      await keychain?.deletePassword(KEYCHAIN_SERVICE, connectionId).catch(() => false)
    })
    await inTime(removing, this.#readLimitMs)
  }

  async status(connectionId: string): Promise<KeyStatus> {
    if (!this.#known.has(connectionId)) await this.get(connectionId)
    return this.#statusNow(connectionId)
  }

  #statusNow(connectionId: string): KeyStatus {
    return this.#known.get(connectionId)?.status ?? NO_KEY
  }

  #decide(connectionId: string): number {
    const decision = (this.#decisions.get(connectionId) ?? 0) + 1
    this.#decisions.set(connectionId, decision)
    return decision
  }

  #stands(connectionId: string, decision: number): boolean {
    return (this.#decisions.get(connectionId) ?? 0) === decision
  }

  /** Resolves when the call has ended, successfully or not. */
  #call(call: () => Promise<void>): Promise<void> {
    return this.#oneAtATime(call).catch(() => undefined)
  }

  /** The module is loaded once, because a missing one does not appear while the application runs. */
  #open(): Promise<Keychain | null> {
    this.#keychain ??= this.#load().catch(() => null)
    return this.#keychain
  }

  async #read(connectionId: string): Promise<void> {
    const decision = this.#decisions.get(connectionId) ?? 0
    await this.#call(async () => {
      if (!this.#stands(connectionId, decision)) return
      const answer = await this.#ask(connectionId)
      if (this.#stands(connectionId, decision)) this.#known.set(connectionId, answer)
    })
    this.#reading.delete(connectionId)
  }

  async #ask(connectionId: string): Promise<Known> {
    const keychain = await this.#open()
    if (keychain === null)
      return { key: null, status: { storage: 'none', reason: fault('keychainMissing', 'read').sentence } }
    try {
      const key = await keychain.getPassword(KEYCHAIN_SERVICE, connectionId)
      return { key, status: key === null ? NO_KEY : IN_KEYCHAIN }
    } catch (error) {
      return { key: null, status: { storage: 'none', reason: keychainFault(error, 'read').sentence } }
    }
  }

  /** Writes and verifies: only a key that the keychain returns is reported as saved. */
  async #write(connectionId: string, key: string): Promise<KeyStatus> {
    const keychain = await this.#open()
    if (keychain === null) return { storage: 'session', reason: fault('keychainMissing', 'write').sentence }
    try {
      await keychain.setPassword(KEYCHAIN_SERVICE, connectionId, key)
      if ((await keychain.getPassword(KEYCHAIN_SERVICE, connectionId)) === key) return IN_KEYCHAIN
      return {
        storage: 'session',
        reason: fault('keychainRefused', 'write', 'it did not give the key back').sentence,
      }
    } catch (error) {
      const { code, sentence } = keychainFault(error, 'write')
      // An older key must not reappear at the next start in place of the refused one.
      if (code === 'keychainRefused')
        await keychain.deletePassword(KEYCHAIN_SERVICE, connectionId).catch(() => false)
      return { storage: 'session', reason: sentence }
    }
  }

  /** Records that the keychain has not answered; it is probably asking the person to unlock it. */
  #noteSlow(connectionId: string): void {
    const { key, status } = this.#known.get(connectionId) ?? { key: null, status: NO_KEY }
    if (status.storage === 'keychain') return
    const [storage, access] = key === null ? (['none', 'read'] as const) : (['session', 'write'] as const)
    this.#known.set(connectionId, {
      key,
      status: { storage, reason: fault('keychainLocked', access).sentence },
    })
  }
}

/** Waits for work that never rejects, up to a limit; returns whether it ended in time. */
async function inTime(work: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, limitMs, false)
  })
  const ended = await Promise.race([work.then(() => true as const), limit])
  clearTimeout(timer)
  return ended
}
