import { toFault } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { CampaignService } from '../service/types.ts'
import type { StoreWriter } from '../store/operations.ts'
import { isConnectivityError } from './connectivity.ts'
import { refusalOf } from './fetch-record.ts'

/** Requests at a time; the limiter of the connection applies too. */
const REQUESTS_IN_FLIGHT = 4

/** The result for a campaign; `skipped` if it was downloaded or removed meanwhile. */
export type DetailsResult = 'fetched' | 'forbidden' | 'missing' | 'skipped' | 'failed'

export interface FetchDetailsOptions {
  readonly service: Pick<CampaignService, 'getCampaign'>
  readonly store: Pick<StoreWriter, 'storeRecord'>
  readonly signal: AbortSignal
  /** Called after each campaign; `fault` explains a failure. */
  readonly onResult: (campaignId: string, result: DetailsResult, fault: Fault | null) => void
}

/**
 * Fetches the records of campaigns that are not downloaded (service interface, 4.1), one request each. What was
 * fetched is stored at once, so that a later run continues. After a failure of the connection, the key or
 * the cache, no further request begins. Returns the fault that ended the run; null if every campaign has a result.
 */
export async function fetchDetails(
  campaignIds: readonly string[],
  { service, store, signal, onResult }: FetchDetailsOptions,
): Promise<Fault | null> {
  const remaining = campaignIds.values()
  let end: Fault | null = null
  const storeAnswer = async (campaignId: string, answer: Answer): Promise<void> => {
    try {
      const isStored = await store.storeRecord(campaignId, answer)
      onResult(campaignId, isStored ? answer.state : 'skipped', null)
    } catch (error) {
      const fault = toFault(error)
      // Any other fault of the cache, such as a full disk, concerns every record.
      if (fault.code === 'badAnswer') onResult(campaignId, 'failed', fault)
      else end ??= fault
    }
  }
  const run = async (): Promise<void> => {
    // A record is stored while the next one is requested.
    let storing = Promise.resolve()
    for (const campaignId of remaining) {
      const answer = await request(campaignId, service, signal)
      await storing
      if (!('fault' in answer)) storing = storeAnswer(campaignId, answer)
      else if (endsAll(answer.fault)) end ??= answer.fault
      else onResult(campaignId, 'failed', answer.fault)
      if (end !== null) break
    }
    await storing
  }
  await Promise.all(Array.from({ length: REQUESTS_IN_FLIGHT }, run))
  return end
}

/** What is stored of a campaign. */
type Answer = Parameters<StoreWriter['storeRecord']>[1]

async function request(
  campaignId: string,
  service: FetchDetailsOptions['service'],
  signal: AbortSignal,
): Promise<Answer | { readonly fault: Fault }> {
  try {
    return { state: 'fetched', bytes: await service.getCampaign(campaignId, { signal }) }
  } catch (error) {
    const refusal = refusalOf(error)
    return refusal === null ? { fault: toFault(error) } : { state: refusal.state }
  }
}

/** Returns whether every further request would fail too. */
function endsAll(fault: Fault): boolean {
  return fault.code === 'cancelled' || fault.code === 'serviceUnauthorized' || isConnectivityError(fault)
}
