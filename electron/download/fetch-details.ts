import { setTimeout } from 'node:timers/promises'
import { AppError, toFault } from '../contract/app-error.ts'
import type { DetailsResult } from '../contract/campaign.ts'
import type { Fault } from '../contract/faults.ts'
import type { CampaignService } from '../service/types.ts'
import type { StoreWriter } from '../store/operations.ts'
import type { RecordToStore } from '../store/types.ts'
import { isConnectivityError } from './connectivity.ts'
import { refusalOf } from './fetch-record.ts'

/** Requests at a time; the limiter of the connection applies too. */
const REQUESTS_IN_FLIGHT = 4
/** Consecutive failures after which the service counts as failed. */
const MAX_FAILURES_IN_A_ROW = 20
/** Answers that may wait for the store: more than arrive while a batch is collected and stored. */
const MAX_WAITING = 400
const MAX_WAITING_BYTES = 16 * 1024 * 1024
/** Time to collect a batch, because a transaction for each answer would take longer than the answers. */
const BATCH_DELAY_MS = 50

export interface FetchDetailsOptions {
  readonly service: Pick<CampaignService, 'getCampaign'>
  readonly store: Pick<StoreWriter, 'storeRecords'>
  readonly signal: AbortSignal
  /** Called after each campaign; `fault` explains a failure. */
  readonly onResult: (campaignId: string, result: DetailsResult, fault: Fault | null) => void
}

/**
 * Fetches the records of campaigns that are not downloaded (service interface, 4.1), one request each. They
 * are stored while others are requested, so that a later run continues. After a failure of the connection,
 * the key, the cache or many campaigns in a row, no further request begins. Campaigns that are added to the
 * set meanwhile are requested too. Returns the fault that ended the run; null if every campaign has a result.
 */
export async function fetchDetails(
  campaignIds: readonly string[] | ReadonlySet<string>,
  { service, store, signal, onResult }: FetchDetailsOptions,
): Promise<Fault | null> {
  const remaining = campaignIds.values()
  let end: Fault | null = null
  let failuresInARow = 0
  let waiting: RecordToStore[] = []
  let waitingBytes = 0
  let storing: Promise<void> | null = null
  /** Stores all that wait, until none does. */
  const storeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      await Promise.race([allRequested, setTimeout(BATCH_DELAY_MS)])
      const records = waiting
      waiting = []
      waitingBytes = 0
      try {
        const results = await store.storeRecords(records)
        for (const [index, record] of records.entries()) report(record, results[index] ?? false, onResult)
      } catch (error) {
        end ??= toFault(error)
      }
    }
    storing = null
  }
  const allStored = (): Promise<void> => storing ?? Promise.resolve()
  const run = async (): Promise<void> => {
    for (const campaignId of remaining) {
      const answer = await request(campaignId, service, signal)
      if (!('fault' in answer)) {
        failuresInARow = 0
        waiting.push({ campaignId, record: answer })
        if (answer.state === 'fetched') waitingBytes += answer.bytes.byteLength
        storing ??= storeWaiting()
        if (waiting.length > MAX_WAITING || waitingBytes > MAX_WAITING_BYTES) await allStored()
      } else if (answer.endsAll) end ??= answer.fault
      else {
        onResult(campaignId, 'failed', answer.fault)
        failuresInARow += 1
        if (failuresInARow >= MAX_FAILURES_IN_A_ROW) end ??= answer.fault
      }
      if (end !== null) return
    }
  }
  const allRequested = Promise.all(Array.from({ length: REQUESTS_IN_FLIGHT }, run))
  await allRequested
  await allStored()
  return end
}

function report(
  { campaignId, record }: RecordToStore,
  result: boolean | Fault,
  onResult: FetchDetailsOptions['onResult'],
): void {
  if (typeof result !== 'boolean') onResult(campaignId, 'failed', result)
  else onResult(campaignId, result ? record.state : 'skipped', null)
}

async function request(
  campaignId: string,
  service: FetchDetailsOptions['service'],
  signal: AbortSignal,
): Promise<RecordToStore['record'] | { readonly fault: Fault; readonly endsAll: boolean }> {
  try {
    return { state: 'fetched', bytes: await service.getCampaign(campaignId, { signal }) }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal !== null) return { state: refusal.state }
    const fault = toFault(error)
    return { fault, endsAll: endsAll(fault, error) }
  }
}

/** Returns whether every further request would fail too. */
function endsAll(fault: Fault, error: unknown): boolean {
  if (fault.code === 'cancelled' || fault.code === 'serviceUnauthorized') return true
  // A response, such as 504, may concern only this record.
  const hasResponse = error instanceof AppError && error.params.status !== undefined
  return isConnectivityError(fault) && !hasResponse
}
