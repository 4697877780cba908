import { PictureRefused, type FetchPicture, type PicturePurpose } from './picture-client.ts'
import type { PictureRef } from './renew-address.ts'
import type { PictureStatus, PictureCache } from './types.ts'

export interface PictureFetcherContext {
  readonly cache: Pick<PictureCache, 'put' | 'fail'>
  readonly fetchPicture: FetchPicture
  readonly purpose: PicturePurpose
  readonly renew: (address: string, ref: PictureRef, signal: AbortSignal) => Promise<string | null>
}

/** A picture that was fetched, or is missing, and is being written to the cache. */
export interface FetchedPicture {
  readonly bytes: number
  /** Resolves with its status when it is written. */
  readonly written: Promise<PictureStatus>
}

/**
 * Fetches a picture into the cache, or stores the reason why it is missing. For an address that is refused or
 * not found, a new one is requested once. Rejects, and stores nothing, after a failure of the network or the
 * service, and with `cancelled`.
 */
export type PictureFetcher = (
  address: string,
  ref: PictureRef,
  signal: AbortSignal,
) => Promise<FetchedPicture>

export function createPictureFetcher({
  cache,
  fetchPicture,
  purpose,
  renew,
}: PictureFetcherContext): PictureFetcher {
  return async (address, ref, signal) => {
    try {
      const bytes = await fetchOrRenew(address, ref, signal)
      return { bytes: bytes.byteLength, written: cache.put(address, bytes) }
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      return { bytes: 0, written: cache.fail(address, error.problem) }
    }
  }

  async function fetchOrRenew(
    address: string,
    ref: PictureRef,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await fetchPicture(address, signal, purpose)
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      if (error.problem !== 'notFound' && error.problem !== 'forbidden') throw error
      // Without a new address, the first error applies.
      const renewed = await renew(address, ref, signal).catch(() => null)
      if (renewed === null) throw error
      return await fetchPicture(renewed, signal, purpose)
    }
  }
}
