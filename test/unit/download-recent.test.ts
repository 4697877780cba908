import { describe, expect, it } from 'vitest'
import type { DownloadMode } from '../../electron/contract/jobs.ts'
import { downloadCampaign } from '../../electron/download/download-campaign.ts'
import type { JobUpdate } from '../../electron/download/types.ts'
import {
  datedContent,
  idsOf,
  modelService,
  correctAnswer,
  type ModelOptions,
} from '../support/model-service.ts'
import { createModelStore } from '../support/model-store.ts'

async function download(
  options: ModelOptions,
  store: ReturnType<typeof createModelStore>,
  mode: DownloadMode,
) {
  const service = modelService(options)
  const news: JobUpdate[] = []
  const incompleteFault = await downloadCampaign('campaign', {
    service,
    store,
    mode,
    signal: new AbortController().signal,
    report: (told) => news.push(told),
    onChanged: () => undefined,
    onFound: () => undefined,
  })
  expect(store.openCount).toBe(0)
  const notes = news.flatMap(({ note }) => (typeof note === 'string' ? [note] : []))
  return {
    incompleteFault,
    notes,
    requests: service.requests.length,
    items: [...(store.snapshots.get('campaign')?.items.keys() ?? [])],
  }
}

const changed = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `item-${String(500 + at)}`)

/** The list after changes: the changed items are first and have the newest time. */
function afterChanges(list: readonly string[], count: number): Pick<ModelOptions, 'list' | 'content'> {
  const top = changed(count)
  const isChanged = new Set(top)
  const now = [...top, ...list.filter((id) => !isChanged.has(id))]
  return {
    list: () => now,
    content: (id) => (isChanged.has(id) ? { ...datedContent('new'), qty: 7 } : datedContent(id)),
  }
}

describe('a download of recent changes', () => {
  it('makes requests for the changes, not for all items', async () => {
    const figures: Record<number, Record<number, number>> = {}
    for (const items of [1_000, 10_000, 40_000]) {
      const list = idsOf(items)
      const counted: Record<number, number> = {}
      for (const changes of [0, 10, 300]) {
        const store = createModelStore()
        await download({ list: () => list }, store, 'full')
        const recent = await download(afterChanges(list, changes), store, 'recent')
        expect(recent).toMatchObject({ incompleteFault: null, notes: [] })
        expect(recent.items).toHaveLength(items)
        expect(store.snapshots.get('campaign')?.items.get('item-500')?.includes('"qty":7')).toBe(changes > 0)
        counted[changes] = recent.requests
      }
      figures[items] = counted
    }
    console.info(`requests for the items of so many and so many changes: ${JSON.stringify(figures)}`)
    expect(figures[1_000]).toEqual({ 0: 1, 10: 1, 300: 5 })
    expect(figures[10_000]).toEqual(figures[1_000])
    expect(figures[40_000]).toEqual(figures[1_000])
  })

  it('reports why all items must be read', async () => {
    const list = idsOf(500)
    const completeStore = async (options: Partial<ModelOptions> = {}) => {
      const store = createModelStore()
      await download({ list: () => list, ...options }, store, 'full')
      return store
    }
    const noteOf = async (options: Partial<ModelOptions>, store: ReturnType<typeof createModelStore>) => {
      const outcome = await download({ list: () => list, ...options }, store, 'recent')
      expect(outcome.incompleteFault).toBe(null)
      return outcome.notes[0]
    }
    expect(await noteOf({}, createModelStore())).toMatch(/no complete copy/u)
    expect(await noteOf({ list: () => list.slice(0, 499) }, await completeStore())).toMatch(/deleted/u)
    expect(await noteOf({ list: () => [...list, 'item-600'] }, await completeStore())).toMatch(
      /more new items than/u,
    )
    expect(await noteOf({ list: () => list.toReversed() }, await completeStore())).toMatch(
      /recent changes aren’t listed first/u,
    )
    const undated = { content: () => ({}) }
    expect(await noteOf(undated, await completeStore(undated))).toMatch(/no update times/u)
    const all = {
      content: (id: string) => ({ ...datedContent(id), qty: 1, updatedAt: '2026-02-01T00:00:00.000Z' }),
    }
    expect(await noteOf(all, await completeStore())).toMatch(/more than half/u)
    let isFirst = true
    const store = await completeStore()
    const behavior: ModelOptions['behavior'] = (request, now) => {
      const withoutEntity = isFirst ? now.slice(1, 2) : []
      isFirst = false
      return { ...correctAnswer()(request, now), withoutEntity }
    }
    expect(await noteOf({ behavior }, store)).toMatch(/no usable data/u)
  })
})

describe('a campaign that the service no longer lists', () => {
  it('is emptied only if its record exists and a second read is empty too', async () => {
    const store = createModelStore()
    await download({ list: () => idsOf(50) }, store, 'full')
    const emptied = await download({ list: () => [] }, store, 'full')
    expect(emptied).toMatchObject({ incompleteFault: null, requests: 2, items: [] })
  })

  it('keeps its items if only one response is empty', async () => {
    const store = createModelStore()
    await download({ list: () => idsOf(50) }, store, 'full')
    let requestCount = 0
    const outcome = await download({ list: () => (requestCount++ === 0 ? [] : idsOf(50)) }, store, 'full')
    expect(outcome.incompleteFault).toBe(null)
    expect(outcome.items).toHaveLength(50)
  })
})
