import { describe, expect, it } from 'vitest'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import { createFormat } from '../../renderer/state/format.ts'
import { snapshotStatus } from '../../renderer/views/campaign/snapshot-status.ts'
import { makeCampaign, makeDownload } from '../support/contract-values.ts'

const NOW = Date.UTC(2026, 10, 25, 12)
const HOURS_AGO = NOW - 2 * 3_600_000
const format = createFormat('en-GB')

function statusOf(change: Partial<CampaignSummary>, job?: DownloadJob): readonly (string | null)[] {
  const campaign = makeCampaign({ fetchedAt: HOURS_AGO, ...change })
  const { word, detail, tone } = snapshotStatus(campaign, { job, format, now: NOW, oldAfterDays: 7 })
  return [word, detail, tone]
}

describe('the status of a snapshot', () => {
  it('is its completeness with its age', () => {
    expect(statusOf({})).toEqual(['Complete', '2 h ago', 'good'])
    expect(statusOf({ copy: 'none', itemCount: 0, fetchedAt: null })).toEqual([
      'Not downloaded',
      null,
      'quiet',
    ])
  })

  it('needs attention if the snapshot is old, incomplete, or deleted in the service', () => {
    expect(statusOf({ fetchedAt: NOW - 8 * 86_400_000 })).toEqual(['Complete', '8 days ago', 'attention'])
    expect(statusOf({ copy: 'incomplete', itemCount: 365, expectedCount: 900 })).toEqual([
      'Incomplete',
      '365 of 900',
      'attention',
    ])
    expect(statusOf({ recordState: 'missing', isUnavailable: true })[0]).toBe('Deleted in the service')
    expect(statusOf({ recordState: 'forbidden', isUnavailable: true })[0]).toBe('No access')
  })

  it('is the download while there is one', () => {
    const job = makeDownload({ items: 365, totalItems: 640 })
    expect(statusOf({}, job)).toEqual(['Downloading', '57%', 'quiet'])
    expect(statusOf({}, { ...job, state: 'waiting' })).toEqual(['Waiting', null, 'quiet'])
    expect(statusOf({}, { ...job, state: 'paused', pausedBy: 'person' })).toEqual(['Paused', '57%', 'quiet'])
    expect(statusOf({}, makeDownload({ items: 0, totalItems: null }))[1]).toBeNull()
  })

  it('shows 100 % only when everything is there', () => {
    expect(statusOf({}, makeDownload({ items: 9_999, totalItems: 10_000 }))[1]).toBe('99%')
  })
})
