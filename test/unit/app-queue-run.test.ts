import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import { notificationText } from '../../electron/shell/notification-text.ts'
import { QueueRun, type ProgressBar, type RunSummary } from '../../electron/app/queue-run.ts'
import { HOSTILE_NAMES } from '../fixtures/hostile/texts.ts'

const job = (jobId: string, changes: Partial<DownloadJob> = {}): DownloadJob => ({
  jobId,
  connectionId: 'connection',
  kind: 'campaign',
  campaignId: `campaign-${jobId}`,
  campaignName: `Campaign ${jobId}`,
  state: 'running',
  mode: 'full',
  phase: 'reading',
  origin: 'person',
  pausedBy: null,
  note: null,
  pages: 0,
  items: 0,
  totalItems: null,
  campaignsFound: 0,
  itemsPerSecond: null,
  secondsLeft: null,
  recordState: null,
  deletions: null,
  changes: null,
  startedAt: 0,
  endedAt: null,
  error: null,
  ...changes,
})
const ended = (jobId: string, changes: Partial<DownloadJob> = {}): DownloadJob =>
  job(jobId, { state: 'done', items: 1_200, totalItems: 1_200, endedAt: 1, ...changes })
const failure = new AppError('serviceFailed', { params: { host: 'print.example' } }).toFault()

function trackRun() {
  const bars: (ProgressBar | null)[] = []
  const ends: RunSummary[] = []
  const clock = { now: 0 }
  const run = new QueueRun({
    onProgressBar: (bar) => bars.push(bar),
    onEnd: (summary) => ends.push(summary),
    now: () => clock.now,
  })
  return { run, bars, ends, clock }
}

describe('the progress bar of a queue run', () => {
  it('is indeterminate, then shows the fraction, then disappears', () => {
    const { run, bars } = trackRun()
    run.record(job('a', { state: 'waiting' }))
    run.record(job('a'))
    run.record(job('a', { items: 0, totalItems: 1_000 }))
    run.record(job('a', { items: 500, totalItems: 1_000 }))
    run.record(job('a', { items: 501, totalItems: 1_000 }))
    run.record(job('a', { items: 2_000, totalItems: 1_000 }))
    run.record(ended('a'))
    expect(bars).toEqual([
      { fraction: null, paused: false },
      { fraction: 0, paused: false },
      { fraction: 0.5, paused: false },
      { fraction: 1, paused: false },
      null,
    ])
  })

  it('weights all downloads equally', () => {
    const { run, bars } = trackRun()
    for (const id of ['a', 'b', 'c', 'd']) run.record(job(id, { state: 'waiting' }))
    run.record(ended('a'))
    run.record(job('b', { items: 50, totalItems: 100 }))
    expect(bars.at(-1)).toEqual({ fraction: 0.375, paused: false })
  })

  it('is paused without a network, and excludes downloads that the person paused', () => {
    const { run, bars, ends } = trackRun()
    run.record(job('a', { items: 50, totalItems: 100 }))
    run.record(job('b', { items: 10, totalItems: 100 }))
    run.record(job('b', { items: 10, totalItems: 100, state: 'paused', pausedBy: 'person' }))
    run.record(job('a', { items: 50, totalItems: 100, state: 'paused', pausedBy: 'offline' }))
    expect(bars.at(-1)).toEqual({ fraction: 0.5, paused: true })
    run.record(ended('a'))
    expect(bars.at(-1)).toBeNull()
    expect(ends).toMatchObject([{ jobs: [{ jobId: 'a' }] }])
  })

  it('is sent again to a new window', () => {
    const { run, bars } = trackRun()
    run.showProgressBarAgain()
    run.record(job('a', { items: 50, totalItems: 100 }))
    run.showProgressBarAgain()
    expect(bars).toEqual([null, { fraction: 0.5, paused: false }, { fraction: 0.5, paused: false }])
  })

  it('reports whether a download runs that no person started', () => {
    const { run } = trackRun()
    run.record(job('a'))
    expect(run.hasAutomatic).toBe(false)
    run.record(job('b', { origin: 'schedule' }))
    expect(run.hasAutomatic).toBe(true)
    run.record(ended('b', { origin: 'schedule' }))
    expect(run.hasAutomatic).toBe(false)
  })
})

describe('the end of a queue run', () => {
  it('is reported once, when nothing waits, with all ended downloads', () => {
    const { run, ends, clock } = trackRun()
    // A download that was already paused at start does not begin a run.
    run.record(job('old', { state: 'paused', pausedBy: 'person' }))
    run.record(job('a'))
    run.record(job('b', { state: 'waiting' }))
    clock.now = 20_000
    run.record(ended('a'))
    run.record(job('b'))
    run.record(job('c', { state: 'waiting' }))
    run.record(ended('c', { state: 'cancelled' }))
    clock.now = 31_000
    run.record(ended('b', { state: 'failed', error: failure }))
    run.record(ended('b', { state: 'failed', error: failure }))
    expect(ends.map(({ jobs, durationMs }) => [jobs.map(({ jobId }) => jobId), durationMs])).toEqual([
      [['a', 'b'], 31_000],
    ])
    run.record(job('d'))
    clock.now = 32_000
    run.record(ended('d', { state: 'cancelled' }))
    expect(ends).toHaveLength(1)
  })

  const text = (jobs: readonly DownloadJob[], durationMs = 60_000) =>
    notificationText({ jobs, durationMs }, 'win32')

  it('becomes a one-sentence notification after a long run', () => {
    expect(text([ended('a')], 30_000)).toBeNull()
    expect(text([ended('a')])).toEqual({ title: 'Download complete', body: 'Campaign a: 1,200 items.' })
    expect(text([ended('a', { mode: 'recent' })])?.body).toBe('Campaign a is up to date.')
    expect(text([ended('a', { state: 'failed', error: failure })])).toEqual({
      title: 'Download failed',
      body: `Campaign a: ${failure.message}`,
    })
    expect(text([ended('a', { state: 'incomplete', error: failure })])?.title).toBe('Download incomplete')
    const search = ended('s', { kind: 'discovery', campaignId: null, campaignName: null, campaignsFound: 1 })
    expect(text([search])).toEqual({ title: 'Search for campaigns complete', body: '1 campaign found.' })
    expect(text([{ ...search, state: 'failed', error: failure }])).toEqual({
      title: 'Search for campaigns failed',
      body: failure.message,
    })
  })

  it('reports details that were fetched', () => {
    const details = { fetched: 480, forbidden: 15, missing: 5, skipped: 0, failed: 0 }
    const fetched = ended('d', { kind: 'details', campaignId: null, campaignName: null, details })
    expect(text([fetched])).toEqual({
      title: 'Campaign details fetched',
      body: 'Details of 480 campaigns fetched. 15 refused, 5 not found.',
    })
    expect(text([{ ...fetched, state: 'failed', error: failure }])).toEqual({
      title: 'Campaign details couldn’t be fetched',
      body: failure.message,
    })
    expect(text([ended('a'), fetched])?.body).toBe(
      '1 campaign complete. Details of 480 campaigns fetched. 15 refused, 5 not found.',
    )
  })

  it('escapes markup on Linux and bidirectional controls everywhere', () => {
    const hostile = ended('a', { campaignName: HOSTILE_NAMES.markup })
    const plain = '<a href="x">Tom & Jerry</a>\\u202egnp\\n\\u2069'
    expect(text([hostile])?.body).toBe(`${plain}: 1,200 items.`)
    const onLinux = notificationText({ jobs: [hostile], durationMs: 60_000 }, 'linux')
    expect(onLinux?.body).toBe(
      '&lt;a href="x"&gt;Tom &amp; Jerry&lt;/a&gt;\\u202egnp\\n\\u2069: 1,200 items.',
    )
  })

  it('clips a long name and isolates a right-to-left name', () => {
    expect(text([ended('a', { campaignName: 'W'.repeat(100_000) })])?.body.length).toBeLessThan(400)
    expect(text([ended('a', { campaignName: 'שלום' })])?.body).toBe('\u2068שלום\u2069: 1,200 items.')
  })

  it('becomes one summary of several downloads', () => {
    const many = ['a', 'b', 'c'].map((id) => ended(id))
    expect(text(many)).toEqual({ title: 'Downloads ended', body: '3 campaigns complete.' })
    expect(
      text([
        ...many,
        ended('d', { state: 'failed', error: failure }),
        ended('e', { state: 'incomplete', error: failure }),
        ended('s', { kind: 'discovery', campaignsFound: 12 }),
      ])?.body,
    ).toBe('3 campaigns complete. 1 campaign incomplete. 1 download failed. 12 campaigns found.')
  })
})
