import { AppError } from '../contract/app-error.ts'
import type { JobRun } from './types.ts'

/** Why the service refuses a campaign's record; its items may still be available. */
export interface Refusal {
  readonly state: 'forbidden' | 'missing'
  readonly error: AppError
}

/** Fetches and stages a campaign's record (service interface, 4.1). Returns why it was refused, or null. */
export async function fetchRecord(
  campaignId: string,
  downloadId: number,
  { service, store, signal, report }: JobRun,
): Promise<Refusal | null> {
  try {
    const bytes = await service.getCampaign(campaignId, { signal })
    const { name } = await store.stageRecord(downloadId, { state: 'fetched', bytes })
    if (name !== null) report({ campaignName: name })
    return null
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    await store.stageRecord(downloadId, { state: refusal.state })
    return refusal
  }
}

/** Returns why the service refused a record; null for other errors. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'serviceForbidden') return { state: 'forbidden', error }
  return error.code === 'serviceNotFound' ? { state: 'missing', error } : null
}
