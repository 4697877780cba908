import { describe, expect, it } from 'vitest'
import type { ChangeKind } from '../../electron/contract/changes.ts'
import type { SampleItem } from '../../electron/sample/types.ts'
import { diffTexts } from '../../electron/store/changes/diff.ts'
import { setUpDownloads, type DownloadSetup } from '../support/download-setup.ts'

type State = ReadonlyMap<string, string>

/** The service’s current items of the campaign, as JSON text. */
function stateAt(setup: DownloadSetup, campaignId: string): State {
  return new Map(setup.serviceIds(campaignId).map((id) => [id, JSON.stringify(setup.service.items.find(id))]))
}

function difference(old: State, now: State): ReadonlyMap<string, readonly [ChangeKind, readonly string[]]> {
  const changes = new Map<string, readonly [ChangeKind, readonly string[]]>()
  for (const [id, text] of now) {
    const earlier = old.get(id)
    const fields = earlier === undefined ? [] : diffTexts(earlier, text)
    if (earlier === undefined) changes.set(id, ['added', []])
    else if (fields.length > 0) changes.set(id, ['changed', fields.map(({ path }) => path).sort()])
  }
  for (const id of old.keys()) if (!now.has(id)) changes.set(id, ['gone', []])
  return changes
}

/** Changes, deletes and adds items, depending on the seed. */
function mutate(setup: DownloadSetup, campaignId: string, seed: number): void {
  const { service } = setup
  const ids = setup.serviceIds(campaignId)
  const fields: readonly Partial<SampleItem>[] = [
    { qty: seed },
    { status: seed, hasArtwork: false },
    { itemId: { _id: 'item', name: `Renamed ${String(seed)}`, posNumber: `P-${String(seed)}` } },
  ]
  for (let index = seed % 7; index < ids.length; index += 11) {
    const id = ids[index] ?? ''
    if (index % 4 === 0) service.items.delete(id)
    else service.items.update(id, fields[index % fields.length] ?? {})
  }
  service.items.insert(campaignId, { qty: seed })
}

describe('the changes of downloads from a changing service', () => {
  it('equal the service’s changes since each download', async () => {
    await using setup = await setUpDownloads()
    const campaignId = setup.service.plan.campaigns[0]?.id ?? ''
    const states: State[] = []
    for (let round = 0; round < 4; round += 1) {
      if (round > 0) mutate(setup, campaignId, round)
      states.push(stateAt(setup, campaignId))
      expect(await setup.run(campaignId)).toMatchObject({ state: 'done' })
    }

    const downloads = (await setup.store.listDownloads(campaignId)).toReversed()
    expect(downloads).toHaveLength(states.length)
    const now = states.at(-1) ?? new Map<string, string>()
    for (const [index, { downloadKey }] of downloads.entries()) {
      const query = { campaignId, since: downloadKey, kinds: [], field: null, unseenOnly: false }
      const { rows, count } = await setup.store.readChanges(query, 0, 1_000)
      expect(count).toBe(rows.length)
      const reported = rows.map(
        ({ campaignItemId, kind, fields }) =>
          [campaignItemId, [kind, fields.map(({ path }) => path).sort()]] as const,
      )
      expect(new Map(reported)).toEqual(difference(states[index] ?? new Map(), now))
    }
    expect(
      downloads.slice(1).every(({ added, changed, deleted }) => added > 0 && changed > 0 && deleted > 0),
    ).toBe(true)
  })

  it('equal the service’s changes after a download of recent changes', async () => {
    await using setup = await setUpDownloads()
    const { service, store, downloads } = setup
    const campaignId = service.plan.campaigns[0]?.id ?? ''
    expect(await setup.run(campaignId)).toMatchObject({ state: 'done' })
    const [first = '', second = ''] = setup.serviceIds(campaignId)
    service.items.update(first, { qty: 4_711 })
    service.items.update(second, { status: 99 })
    const added = service.items.insert(campaignId)
    const [job] = downloads.start([campaignId], { mode: 'recent' })
    expect(await downloads.waitForEnd(job?.jobId ?? '')).toMatchObject({ state: 'done', mode: 'recent' })

    expect((await store.listDownloads(campaignId))[0]).toMatchObject({
      mode: 'recent',
      complete: true,
      added: 1,
      changed: 2,
      deleted: 0,
    })
    const query = { campaignId, since: null, kinds: [], field: null, unseenOnly: true }
    const { rows } = await store.readChanges(query, 0, 10)
    expect(new Map(rows.map(({ campaignItemId, fields }) => [campaignItemId, fields[0]?.path]))).toEqual(
      new Map([
        [first, 'qty'],
        [second, 'status'],
        [added, undefined],
      ]),
    )
  })
})
