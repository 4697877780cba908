import fc from 'fast-check'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { difference, setUpDownloads, NO_DIFFERENCE, type DownloadSetup } from '../support/download-setup.ts'
import { isItems } from '../support/service/script.ts'

const campaignOf = (parts: DownloadSetup): string => {
  const campaign = parts.service.plan.campaigns[0]
  if (campaign === undefined) throw new Error('The plan has no campaign')
  return campaign.id
}

describe('downloads with a real service and store', () => {
  it('store every item of every campaign once, and the record', async () => {
    await using parts = await setUpDownloads({ items: 2_500 })
    const { downloads, service, store } = parts
    const ids = service.plan.campaigns.map(({ id }) => id)
    const ended = await Promise.all(downloads.start(ids).map(({ jobId }) => downloads.waitForEnd(jobId)))
    for (const job of ended) {
      const id = job.campaignId ?? ''
      expect(job).toMatchObject({ state: 'done', error: null, items: job.totalItems })
      expect(difference(await parts.storedIds(id), parts.serviceIds(id))).toEqual(NO_DIFFERENCE)
      const summary = (await store.getCampaign(id))?.summary
      expect(summary).toMatchObject({ copy: 'complete', itemCount: job.items, expectedCount: job.items })
    }
    expect(ended.reduce((sum, job) => sum + job.items, 0)).toBe(2_500)
    expect(service.requests.every(({ headers }) => headers['authorization'] === 'key')).toBe(true)
  })

  it('update the snapshot to the current list', async () => {
    await using parts = await setUpDownloads()
    const id = campaignOf(parts)
    await parts.run(id)
    const [first = '', second = ''] = parts.serviceIds(id)
    parts.service.items.delete(first)
    parts.service.items.update(second, { qty: 4_711 })
    const added = parts.service.items.insert(id)
    expect((await parts.run(id)).state).toBe('done')
    const copy = await parts.storedIds(id)
    expect(difference(copy, parts.serviceIds(id))).toEqual(NO_DIFFERENCE)
    expect(copy).toContain(added)
    expect(copy).not.toContain(first)
  })

  it.each([1, 7, 50, 1_000])('use the page size of %d items that the service applies', async (most) => {
    await using parts = await setUpDownloads({ items: 90, campaigns: 1, limit: { max: most } })
    const id = campaignOf(parts)
    expect((await parts.run(id)).state).toBe('done')
    expect(difference(await parts.storedIds(id), parts.serviceIds(id))).toEqual(NO_DIFFERENCE)
  })

  it('find a page size that the service accepts', async () => {
    await using parts = await setUpDownloads({ limit: { max: 30, ifExceeded: 'refuse' } })
    const id = campaignOf(parts)
    expect((await parts.run(id)).state).toBe('done')
    expect(difference(await parts.storedIds(id), parts.serviceIds(id))).toEqual(NO_DIFFERENCE)
  })
})

describe('the search for campaigns with a real service', () => {
  it('stores every campaign with its name and number of items', async () => {
    await using parts = await setUpDownloads({ items: 1_200, campaigns: 6 })
    const { jobId } = parts.downloads.discover()
    expect(await parts.downloads.waitForEnd(jobId)).toMatchObject({
      state: 'done',
      campaignsFound: 6,
      items: 1_200,
    })
    const known = await parts.store.listCampaigns()
    expect(new Map(known.map(({ id, expectedCount, copy }) => [id, [expectedCount, copy]]))).toEqual(
      new Map(parts.service.plan.campaigns.map(({ id, itemCount }) => [id, [itemCount, 'none']])),
    )
    expect((await parts.store.countItems()).items).toBe(0)
  })

  it('keeps campaigns found before an error of the service', async () => {
    await using parts = await setUpDownloads({ items: 2_000, campaigns: 6 })
    parts.service.script([
      { times: 2, behavior: { kind: 'correct' } },
      { behavior: { kind: 'status', status: 500 } },
    ])
    const { jobId } = parts.downloads.discover()
    expect(await parts.downloads.waitForEnd(jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'serviceFailed' },
    })
    expect((await parts.store.listCampaigns()).length).toBeGreaterThan(0)
  })
})

describe('an unreliable service', () => {
  it('causes a time-out if it hangs', async () => {
    const shortTimeouts = { timeouts: { responseMs: 200, idleMs: 200 }, retry: { attempts: 1 } }
    await using parts = await setUpDownloads({}, shortTimeouts)
    parts.service.script([{ when: isItems, behavior: { kind: 'hang', at: 'start' } }])
    expect(await parts.run(campaignOf(parts))).toMatchObject({
      state: 'failed',
      error: { code: 'timeout', retryable: true },
    })
  })

  it('is reported as unreachable', async () => {
    await using parts = await setUpDownloads()
    const id = campaignOf(parts)
    await parts.run(id)
    await parts.service.close()
    expect(await parts.run(id)).toMatchObject({ state: 'failed', error: { code: 'unreachable' } })
    expect(difference(await parts.storedIds(id), parts.serviceIds(id))).toEqual(NO_DIFFERENCE)
  })

  it('never causes an error that contains the key', async () => {
    await using parts = await setUpDownloads()
    parts.service.script([{ behavior: { kind: 'status', status: 500 } }])
    const job = await parts.run(campaignOf(parts))
    expect(job.error?.detail).toContain('500')
    expect(JSON.stringify(parts.reportedJobs)).not.toMatch(/"key"|\?|campaignId=/u)
  })
})

describe('recent changes', () => {
  it('report the count of the whole snapshot at the end', async () => {
    await using parts = await setUpDownloads()
    const id = campaignOf(parts)
    const { items } = await parts.run(id)
    expect(await parts.run(id, 'recent')).toMatchObject({
      state: 'done',
      mode: 'recent',
      items,
      totalItems: items,
    })
  })
})

describe('a campaign that cannot be read', () => {
  it('is reported, and keeps its snapshot', async () => {
    await using parts = await setUpDownloads()
    const id = campaignOf(parts)
    await parts.run(id)
    const before = await parts.storedIds(id)
    for (const item of before) parts.service.items.delete(item)
    for (const [record, code, recordState] of [
      ['forbidden', 'serviceForbidden', 'forbidden'],
      [null, 'serviceNotFound', 'missing'],
    ] as const) {
      parts.service.setCampaign(id, record)
      for (const mode of ['full', 'recent'] as const) {
        const job = await parts.run(id, mode)
        expect(job).toMatchObject({ state: 'failed', error: { code } })
        expect(job.error?.message).toContain('Your downloaded copy is unchanged')
        expect(difference(await parts.storedIds(id), before)).toEqual(NO_DIFFERENCE)
        const summary = (await parts.store.getCampaign(id))?.summary
        expect(summary).toMatchObject({ copy: 'complete', recordState })
      }
    }
  })

  it('leaves no data for an unknown id', async () => {
    await using parts = await setUpDownloads()
    expect(await parts.run('00000000-0000-4000-8000-000000000000')).toMatchObject({
      state: 'failed',
      error: { code: 'serviceNotFound' },
    })
    expect(await parts.run('no uuid')).toMatchObject({ state: 'failed' })
    expect(await parts.store.listCampaigns()).toEqual([])
  })
})

describe('a list that changes while it is read', () => {
  it('is complete only if the snapshot equals the final list', async () => {
    await using parts = await setUpDownloads({ items: 900, campaigns: 1, limit: { max: 50 } })
    const { service, store } = parts
    const id = campaignOf(parts)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 18 }),
        fc.constantFrom('insert', 'update', 'delete'),
        fc.nat(800),
        async (at, kind, chosen) => {
          const target = service.items.idsOf(id)[chosen % service.items.idsOf(id).length] ?? ''
          await store.removeCampaigns([id])
          service.script([
            { when: isItems, times: at, behavior: { kind: 'correct' } },
            {
              when: isItems,
              times: 1,
              behavior: {
                kind: 'wait',
                until: () => {
                  if (kind === 'insert') service.items.insert(id)
                  else if (kind === 'update') service.items.update(target, { qty: 1 })
                  else service.items.delete(target)
                  return Promise.resolve()
                },
              },
            },
          ])
          expect((await parts.run(id)).state).toBe('done')
          const copy = await parts.storedIds(id)
          // A change after the last page belongs to the next download.
          const changedTooLate = copy.length !== parts.serviceIds(id).length
          if (!changedTooLate) expect(difference(copy, parts.serviceIds(id))).toEqual(NO_DIFFERENCE)
          else expect(at).toBeGreaterThanOrEqual(17)
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('canceling', () => {
  it('never changes the snapshot in use', async () => {
    await using parts = await setUpDownloads({ items: 1_000, campaigns: 1, limit: { max: 50 } })
    const { service, downloads } = parts
    const id = campaignOf(parts)
    expect((await parts.run(id)).state).toBe('done')
    let copy = await parts.storedIds(id)
    await fc.assert(
      fc.asyncProperty(fc.nat(21), fc.nat(40), async (at, turns) => {
        service.items.update(copy[0] ?? '', { qty: 5 })
        service.items.insert(id)
        service.script([
          { times: at, behavior: { kind: 'correct' } },
          {
            times: 1,
            behavior: {
              kind: 'wait',
              until: async () => {
                for (let count = 0; count < turns; count += 1) await turn()
                downloads.cancel(jobId)
              },
            },
          },
        ])
        const [job] = downloads.start([id])
        const jobId = job?.jobId ?? ''
        const { state } = await downloads.waitForEnd(jobId)
        expect(['cancelled', 'done']).toContain(state)
        const after = await parts.storedIds(id)
        expect(difference(after, state === 'done' ? parts.serviceIds(id) : copy)).toEqual(NO_DIFFERENCE)
        copy = after
      }),
      { numRuns: 25 },
    )
  })
})
