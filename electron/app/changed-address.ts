import { AppError, badInput } from '../contract/app-error.ts'
import type { Connection } from '../contract/connection.ts'
import { messages } from '../contract/messages.ts'
import type { Store } from '../store/operations.ts'
import type { ConnectionKeys } from './connection-keys.ts'

/** What a person enters to change the base address of a connection. */
export interface NewAddress {
  /** Normalized. */
  readonly baseUrl: string
  /** Null: the saved key is used. */
  readonly key: string | null
  /** Another origin to which the person allows the saved key to be sent; null: none. */
  readonly sendKeyTo: string | null
}

/**
 * Returns the key for a new address of a connection. The saved key goes to another origin than the one that
 * it was saved for only when the person has confirmed exactly that origin. Throws `badInput` without the
 * confirmation, `keyMissing` when no key is saved, and `keyWithheld` when the certificates of the connection
 * have changed.
 */
export async function keyForAddress(
  connection: Connection,
  { baseUrl, key, sendKeyTo }: NewAddress,
  keys: Pick<ConnectionKeys, 'getWithOrigin'>,
): Promise<string> {
  if (connection.baseUrl === null) throw new AppError('notFound')
  const saved = await keys.getWithOrigin(connection)
  if (key !== null) return key
  if (saved === null) throw new AppError('keyMissing')
  const { origin } = new URL(baseUrl)
  if (origin !== saved.origin && origin !== sendKeyTo) {
    const reason = messages.connections.addressReasons.keyNotConfirmed({ origin })
    throw badInput(reason)
  }
  return saved.key
}

/**
 * Returns the store for downloads of a connection whose address was changed. Data of the old address proves
 * nothing about the new one, so a partial download restarts, and a snapshot is compared in full.
 *
 * @param changedAt in milliseconds since 1970
 */
export function storeAfterAddressChange(store: Store, changedAt: number): Store {
  return {
    ...store,
    async beginDownload(campaignId, kind, options) {
      if (kind === 'recent' && campaignId !== null) {
        const fetchedAt = (await store.getCampaign(campaignId))?.summary.fetchedAt ?? 0
        if (fetchedAt < changedAt) throw new AppError('badInput')
      }
      const unfinished = await store.listUnfinished()
      const isFromOldAddress = unfinished.some(
        (each) => each.campaignId === campaignId && each.startedAt < changedAt,
      )
      return store.beginDownload(campaignId, kind, isFromOldAddress ? { ...options, fresh: true } : options)
    },
  }
}
