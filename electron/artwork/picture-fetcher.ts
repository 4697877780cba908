import type { FetchPicture } from './picture-client.ts'
import { PictureRefused } from './problem.ts'
import type { PictureRef } from './renew-address.ts'
import type { PictureStatus, PictureCache } from './types.ts'

export interface PictureFetcherContext {
  readonly cache: Pick<PictureCache, 'put' | 'fail'>
  readonly fetchPicture: FetchPicture
  readonly renew: (known: string, place: PictureRef, signal: AbortSignal) => Promise<string | null>
}

/** A picture that was fetched, or is known not to be there, and is on its way into the cache. */
export interface FetchedPicture {
  readonly bytes: number
  /** What is known of it when it is kept. */
  readonly written: Promise<PictureStatus>
}

/**
 * Fetches a picture into the cache, or notes there why there is none. An address that is refused or not there
 * any more is asked for anew, once. Rejects where it was the network or the service, and with `cancelled`;
 * then nothing is noted.
 */
export type PictureFetcher = (
  address: string,
  place: PictureRef,
  signal: AbortSignal,
) => Promise<FetchedPicture>

export function createPictureFetcher({ cache, fetchPicture, renew }: PictureFetcherContext): PictureFetcher {
  return async (address, place, signal) => {
    try {
      const bytes = await fetchOrRenew(address, place, signal)
      return { bytes: bytes.byteLength, written: cache.put(address, bytes) }
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      return { bytes: 0, written: cache.fail(address, error.problem) }
    }
  }

  async function fetchOrRenew(
    address: string,
    place: PictureRef,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await fetchPicture(address, signal)
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      if (error.problem !== 'notFound' && error.problem !== 'forbidden') throw error
      // Where the record cannot be had either, what was said of the picture stands.
      const renewed = await renew(address, place, signal).catch(() => null)
      if (renewed === null) throw error
      return await fetchPicture(renewed, signal)
    }
  }
}
