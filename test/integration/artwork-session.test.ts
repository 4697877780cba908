import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Artwork } from '../../electron/artwork/artwork.ts'
import type { DrawnPicture, DrawingPriority, PictureToDraw } from '../../electron/artwork/thumbnails.ts'
import type { PictureProblem, PictureRun } from '../../electron/contract/pictures.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { openConnection } from '../../electron/app/open-connection.ts'
import type { ConnectionSession, OpenConnectionOptions } from '../../electron/app/types.ts'
import { receivedResponse } from '../../electron/service/received-response.ts'
import { COSTLY } from '../fixtures/hostile/generate.ts'
import { animatedGif } from '../fixtures/hostile/pictures.ts'
import { avif, checkered, truncated, gif, jpeg, pdf, png, svg, text, webp } from '../support/pictures.ts'
import { makePdf } from '../support/make-pdf.ts'
import { isItems, type Behavior, type ReceivedRequest, type Step } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { ARTWORK_WORKER_URL, REVIEW_WORKER_URL, STORE_WORKER_URL } from '../support/entries.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'k-4711-very-distinctive'
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: TestService
let open: ConnectionSession[]
let reportedRuns: PictureRun[]
let limit: number
/** Pictures that were to be drawn, and the result of drawing. */
let drawn: PictureToDraw[]
let priorities: (DrawingPriority | undefined)[]
let drawing: DrawnPicture

beforeEach(async () => {
  folder = await temporaryFolder()
  service = await startTestService({ items: 12, campaigns: 1, key: KEY })
  open = []
  reportedRuns = []
  limit = 1e9
  drawn = []
  priorities = []
  drawing = jpeg(512, 307)
})
afterEach(async () => {
  await Promise.all(open.map((session) => session.close()))
  await service.close()
  await folder.remove()
})

/** In milliseconds. It ends only tests that hang, and the test of the limit calls its timers. */
const LIMIT_MS = 60_001

async function openSession(changes: Partial<OpenConnectionOptions> = {}) {
  const connections = createConnections(folder.path)
  const [existing] = await connections.list()
  const connection = existing ?? (await connections.create({ baseUrl: service.url, key: KEY }))
  const session = await openConnection(connection, {
    dataFolder: folder.path,
    secrets: {
      get: () => Promise.resolve(KEY),
      set: () => Promise.resolve({ storage: 'session', reason: null }),
      remove: () => Promise.resolve(),
      status: () => Promise.resolve({ storage: 'session', reason: null }),
    },
    fetch: (request) => fetch(request),
    sampleFetch: () => Promise.reject(new Error('this is no sample')),
    storeWorkerUrl: STORE_WORKER_URL,
    reviewWorkerUrl: REVIEW_WORKER_URL,
    readers: 1,
    service: { retry: { attempts: 2, baseDelayMs: 1 }, timeouts: { responseMs: LIMIT_MS, idleMs: LIMIT_MS } },
    pictures: {
      workerUrl: ARTWORK_WORKER_URL,
      fetchFromOtherHosts: () => changes.fetch ?? ((request) => fetch(request)),
      maxBytes: () => limit,
      onProgress: (run) => reportedRuns.push(run),
      draw: (picture, priority) => {
        drawn.push(picture)
        priorities.push(priority)
        return Promise.resolve(drawing)
      },
    },
    onProgress: () => undefined,
    onChanged: () => undefined,
    ...changes,
  })
  open.push(session)
  const { artwork } = session
  if (artwork === null) throw new Error('No pictures are kept')
  return { session, artwork, folder: connectionLayout(folder.path, connection.id).folder }
}

const campaignId = (): string => service.plan.campaigns[0]?.id ?? ''

/** Assigns these pictures by name or address to the items in order; the others have none. */
function givePictures(names: readonly string[], origin = service.origin): void {
  for (const [index, id] of service.items.idsOf(campaignId()).entries()) {
    const name = names[index]
    const item = service.items.find(id)
    if (item === undefined) continue
    const artworks =
      name === undefined
        ? []
        : [
            {
              _id: `a-${String(index)}`,
              name,
              fileId: { thumbnailUrl: URL.canParse(name) ? name : `${origin}/files/${name}` },
            },
          ]
    service.items.update(id, {
      itemId: { ...item.itemId, _id: `i-${String(index)}`, name: `Item ${String(index)}`, artworks },
    })
  }
}

const isFile =
  (name: string) =>
  ({ path }: ReceivedRequest): boolean =>
    path === `/files/${name}`
const answers = (name: string, behavior: Behavior, times?: number): Step => ({
  when: isFile(name),
  behavior,
  ...(times === undefined ? {} : { times }),
})
const sends = (name: string, body: Uint8Array, contentType = 'image/png'): Step =>
  answers(name, { kind: 'bytes', body, contentType })
const pictureRequests = (from: TestService = service): readonly ReceivedRequest[] =>
  from.requests.filter(({ path }) => path.startsWith('/files/'))

async function downloadItems(session: ConnectionSession): Promise<void> {
  const [job] = session.downloads.start([campaignId()])
  const ended = await session.downloads.waitForEnd(job?.jobId ?? '')
  expect(ended.state).toBe('done')
}

async function waitForRun(fits: (run: PictureRun) => boolean): Promise<PictureRun> {
  await expect.poll(() => reportedRuns.some(fits), { interval: 5 }).toBe(true)
  return reportedRuns.findLast(fits) ?? Promise.reject(new Error('unreachable'))
}

const hasEnded = ({ state }: PictureRun): boolean => !['waiting', 'running', 'paused'].includes(state)

async function keyOf(session: ConnectionSession, name: string): Promise<number> {
  const query = { ...EMPTY_QUERY, campaignIds: [campaignId()] }
  const { resultId, count } = await session.store.openResult(query, 'test')
  const { rows } = await session.store.readWindow(resultId, 0, count, [])
  return rows.find(({ artworkNames }) => artworkNames === name)?.key ?? -1
}

const thumbnail = async (session: ConnectionSession, artwork: Artwork, name: string) =>
  artwork.serve({ itemKey: await keyOf(session, name), artworkIndex: 0, size: 'thumbnail' })

describe('the pictures of a campaign', () => {
  it('are downloaded after its items, and available without a network after a restart', async () => {
    givePictures(['a.png', 'b.jpg', 'c.svg'])
    service.script([sends('a.png', png(1)), sends('b.jpg', jpeg()), sends('c.svg', svg())])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    expect(await waitForRun(hasEnded)).toMatchObject({
      state: 'done',
      origin: 'schedule',
      pictures: 3,
      totalPictures: 3,
      campaignName: service.plan.campaigns[0]?.name,
    })
    expect(await artwork.state(campaignId())).toMatchObject({ total: 3, available: 3, missing: [] })
    expect(await artwork.readyShares()).toEqual(new Map([[campaignId(), 100]]))
    expect(pictureRequests()).toHaveLength(3)
    expect(pictureRequests().every(({ headers }) => headers['authorization'] === KEY)).toBe(true)
    await session.close()
    await service.close()

    const again = await openSession({ fetch: () => Promise.reject(new Error('no network was to be used')) })
    expect(await thumbnail(again.session, again.artwork, 'b.jpg')).toMatchObject({
      bytes: jpeg(),
      contentType: 'image/jpeg',
    })
    expect(await again.artwork.state(campaignId())).toMatchObject({ total: 3, available: 3 })
  })

  it('can be removed, and leave what else the connection has', async () => {
    givePictures(['a.png', 'b.png'])
    service.script([sends('a.png', png(1)), sends('b.png', png(2))])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    await waitForRun(hasEnded)
    const connections = createConnections(folder.path)
    const [before] = await connections.storage()
    await artwork.clear()
    expect(await artwork.state(campaignId())).toMatchObject({ total: 2, available: 0 })
    const [after] = await connections.storage()
    expect(after?.connectionId).toBe(before?.connectionId)
    expect(before?.artwork).toBeGreaterThan(after?.artwork ?? Infinity)
    expect(after?.campaigns).toBeGreaterThan(10_000)
    expect(await session.store.countItems()).toEqual({
      campaigns: 1,
      items: service.plan.campaigns[0]?.itemCount,
    })
  })

  it('are requested once for all items, and again only if they are missing', async () => {
    givePictures(['a.png', 'a.png', 'a.png', 'b.png'])
    service.script([sends('a.png', png(1)), answers('b.png', { kind: 'status', status: 500 })])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    const incomplete = await waitForRun(hasEnded)
    expect(incomplete).toMatchObject({ state: 'incomplete', missing: [{ problem: 'notFetched', count: 1 }] })
    expect(await artwork.readyShares()).toEqual(new Map([[campaignId(), 50]]))
    expect(artwork.runs.list()).toHaveLength(1)
    session.dismissDownloads([incomplete.jobId])
    expect(artwork.runs.list()).toEqual([])
    service.requests.length = 0
    service.script([sends('b.png', png(2))])
    await artwork.start(campaignId(), 'person')
    expect(await waitForRun((run) => hasEnded(run) && run.origin === 'person')).toMatchObject({
      state: 'done',
    })
    expect(pictureRequests().map(({ path }) => path)).toEqual(['/files/b.png'])
    expect(await artwork.state(campaignId())).toMatchObject({ total: 2, available: 2 })
  })

  it('are downloaded when a missing one is viewed, and then cached', async () => {
    givePictures(['a.png'])
    // Large enough for its own file.
    const largeSvg = svg('width="10" height="10"', '<path d="M0 0"/>'.repeat(10_000))
    service.script([answers('a.png', { kind: 'status', status: 500 }, 2), sends('a.png', largeSvg)])
    const { session, artwork, folder: sessionFolder } = await openSession()
    await downloadItems(session)
    await waitForRun(hasEnded)
    // It failed a moment ago.
    expect(await thumbnail(session, artwork, 'a.png')).toBeNull()
    await artwork.start(campaignId(), 'person')
    await waitForRun((run) => hasEnded(run) && run.origin === 'person')
    await rm(join(sessionFolder, 'pictures'), { recursive: true })
    service.requests.length = 0
    expect(await thumbnail(session, artwork, 'a.png')).toMatchObject({ contentType: 'image/jpeg' })
    expect(await thumbnail(session, artwork, 'a.png')).toMatchObject({ contentType: 'image/jpeg' })
    expect(pictureRequests()).toHaveLength(1)
  })

  it('resume after a restart, and stay paused if the person paused them', async () => {
    givePictures(['a.png', 'b.png'])
    service.script([
      sends('a.png', png(1)),
      answers('b.png', { kind: 'hang', at: 'start' }, 1),
      sends('b.png', png(2)),
    ])
    const first = await openSession({ keepsQueue: true })
    await downloadItems(first.session)
    const run = await waitForRun(({ pictures, state }) => pictures === 1 && state === 'running')
    first.artwork.runs.pause(run.jobId)
    await waitForRun(({ pausedBy }) => pausedBy === 'person')
    await first.session.close()

    reportedRuns = []
    const second = await openSession({ keepsQueue: true })
    await waitForRun(({ pausedBy }) => pausedBy === 'person')
    service.requests.length = 0
    second.artwork.runs.resume(null)
    expect(await waitForRun(hasEnded)).toMatchObject({ state: 'done', pictures: 2 })
    expect(pictureRequests().map(({ path }) => path)).toEqual(['/files/b.png'])
    await second.session.close()

    reportedRuns = []
    const third = await openSession({ keepsQueue: true })
    await third.session.close()
    expect(reportedRuns).toEqual([])
    // One that has not resumed yet would still be in the file.
    const queue = await readFile(join(third.folder, 'picture-queue.json'), 'utf8')
    expect(JSON.parse(queue)).toEqual({ downloads: [] })
  })

  it('keep the previous version when a download changes their address', async () => {
    givePictures(['a.png', 'b.png'])
    service.script([sends('a.png', png(1)), sends('b.png', png(2)), sends('c.png', png(3))])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    await waitForRun(hasEnded)
    expect(await artwork.previousVersion(await keyOf(session, 'a.png'), 0)).toBeNull()
    reportedRuns = []
    givePictures(['c.png', 'b.png'])
    await downloadItems(session)
    await waitForRun(hasEnded)
    const itemKey = await keyOf(session, 'c.png')
    const ref = { itemKey, artworkIndex: 0, size: 'thumbnail' } as const
    expect(await artwork.previousVersion(itemKey, 0)).toMatchObject({ isCached: true })
    expect(await artwork.serve(ref)).toMatchObject({ bytes: png(3) })
    expect(await artwork.servePrevious(ref)).toMatchObject({ bytes: png(1) })
    expect(await artwork.previousVersion(await keyOf(session, 'b.png'), 0)).toBeNull()
    expect(await artwork.servePrevious({ ...ref, itemKey: await keyOf(session, 'b.png') })).toBeNull()
  })

  it('are reduced once if they are costly, and cached', async () => {
    givePictures(['a.png'])
    service.script([sends('a.png', checkered(2_500, 1_500))])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    await waitForRun(hasEnded)
    const ref = { itemKey: await keyOf(session, 'a.png'), artworkIndex: 0, size: 'thumbnail' } as const
    for (const look of [artwork.serve(ref), artwork.serve(ref)])
      expect(await look).toMatchObject({ bytes: jpeg(512, 307), contentType: 'image/jpeg' })
    expect(drawn).toMatchObject([
      { kind: 'png', bytes: checkered(2_500, 1_500), pixels: 3_750_000, edge: 512 },
    ])
    await session.close()
    open = []
    const again = await openSession()
    expect(await thumbnail(again.session, again.artwork, 'a.png')).toMatchObject({ bytes: jpeg(512, 307) })
    expect(drawn).toHaveLength(1)
  })

  it('have no thumbnail if drawing fails or returns a large picture', async () => {
    givePictures(['a.pdf', 'b.png'])
    service.script([sends('a.pdf', makePdf()), sends('b.png', checkered(2_500, 1_500))])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    await waitForRun(hasEnded)
    for (const [name, made] of [
      ['a.pdf', 'failed'],
      ['b.png', jpeg(4_000, 4_000)],
    ] as const) {
      drawing = made
      expect(await thumbnail(session, artwork, name)).toBeNull()
      expect(await thumbnail(session, artwork, name)).toBeNull()
    }
    expect(drawn).toHaveLength(2)
    const document = await artwork.document(await keyOf(session, 'a.pdf'), 0, 'now')
    expect(await document?.read()).toEqual(makePdf())
    expect(await artwork.document(await keyOf(session, 'b.png'), 0, 'now')).toBeNull()
  })

  it('are served as drawn pictures if they are SVG or AVIF', async () => {
    givePictures(['a.svg', 'b.avif'])
    service.script([sends('a.svg', svg()), sends('b.avif', avif())])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    await waitForRun(hasEnded)
    for (const name of ['a.svg', 'b.avif']) {
      const itemKey = await keyOf(session, name)
      const served = { bytes: jpeg(512, 307), contentType: 'image/jpeg' }
      expect(await artwork.serveCached(itemKey, 0, 'background')).toMatchObject(served)
      for (const size of ['thumbnail', 'full'] as const)
        expect(await artwork.serve({ itemKey, artworkIndex: 0, size })).toMatchObject(served)
    }
    // A printed thumbnail, which is stored, and the preview, for each.
    expect(priorities).toEqual(['background', 'foreground', 'background', 'foreground'])
  })

  it('are printed as thumbnails, which are drawn once, and as files if they cannot be drawn', async () => {
    givePictures(['a.pdf', 'b.png', 'c.png'])
    const files = { 'b.png': checkered(2_500, 1_500), 'c.png': checkered(2_600, 1_500) }
    service.script([
      sends('a.pdf', makePdf()),
      ...Object.entries(files).map(([name, bytes]) => sends(name, bytes)),
    ])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    await waitForRun(hasEnded)
    for (const name of ['a.pdf', 'b.png', 'a.pdf', 'b.png'])
      expect(await artwork.serveCached(await keyOf(session, name), 0, 'background')).toMatchObject({
        bytes: jpeg(512, 307),
        contentType: 'image/jpeg',
      })
    expect(priorities).toEqual(['background', 'background'])
    drawing = 'failed'
    expect(await artwork.serveCached(await keyOf(session, 'c.png'), 0, 'background')).toMatchObject({
      bytes: files['c.png'],
      contentType: 'image/png',
    })
  })

  it('are served as smaller previews above 20 megapixels in all frames', async () => {
    givePictures(['a.png', 'b.gif', 'c.png', 'd.gif'])
    service.script([
      sends('a.png', png(1, 2, 3, 5_000, 4_001)),
      sends('b.gif', animatedGif(1_000, 1_000, 21)),
      sends('c.png', png(1, 2, 3, 5_000, 4_000)),
      sends('d.gif', animatedGif(1_000, 1_000, 20)),
    ])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    await waitForRun(hasEnded)
    for (const [name, contentType, isReduced] of [
      ['a.png', 'image/jpeg', true],
      ['b.gif', 'image/jpeg', true],
      ['c.png', 'image/png', false],
      ['d.gif', 'image/gif', false],
    ] as const) {
      const itemKey = await keyOf(session, name)
      expect(await artwork.serve({ itemKey, artworkIndex: 0, size: 'full' })).toMatchObject({ contentType })
      expect(await artwork.readCachedFile(itemKey, 0)).toMatchObject({ isReduced })
    }
    expect(drawn).toMatchObject([
      { kind: 'png', edge: 512 },
      { kind: 'png', maxPixels: 16_000_000 },
      { kind: 'gif', edge: 512 },
      { kind: 'gif', maxPixels: 16_000_000 },
    ])
  })

  it('are stored but not drawn if that is too costly, also after a restart', async () => {
    givePictures(['a.svg', 'b.svg'])
    const hostile = text(COSTLY['nested-use.svg'] ?? '')
    service.script([sends('a.svg', hostile), sends('b.svg', svg())])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    expect(await waitForRun(hasEnded)).toMatchObject({ state: 'done', pictures: 2 })
    // Only the drawing process detects the other one.
    drawing = 'tooComplex'
    for (const name of ['a.svg', 'b.svg']) expect(await thumbnail(session, artwork, name)).toBeNull()
    expect(drawn).toMatchObject([{ kind: 'svg', bytes: svg() }])
    await session.close()
    open = []

    drawing = jpeg(512, 307)
    const again = await openSession()
    for (const name of ['a.svg', 'b.svg']) {
      const itemKey = await keyOf(again.session, name)
      for (const size of ['thumbnail', 'full'] as const)
        expect(await again.artwork.serve({ itemKey, artworkIndex: 0, size })).toBeNull()
      expect(await again.artwork.serveCached(itemKey, 0, 'background')).toBeNull()
      expect(await again.artwork.missingReason(itemKey, 0)).toBe('notDrawn')
      expect(await again.artwork.readCachedFile(itemKey, 0)).toMatchObject({ isTooComplex: true })
    }
    expect(drawn).toHaveLength(1)
    expect(await again.artwork.state(campaignId())).toMatchObject({ available: 2, missing: [] })
  })

  it('are not downloaded if that is turned off, and follow a changed choice', async () => {
    givePictures(['a.png'])
    service.script([sends('a.png', png(1))])
    const { session, artwork } = await openSession()
    await artwork.setChoice(campaignId(), { choice: 'none', forField: false })
    await downloadItems(session)
    expect(await thumbnail(session, artwork, 'a.png')).toBeNull()
    const itemKey = await keyOf(session, 'a.png')
    expect(await artwork.missingReason(itemKey, 0)).toBe('notDownloaded')
    expect(await artwork.missingReason(itemKey, 99)).toBe('noPicture')
    expect(await artwork.state(campaignId())).toMatchObject({ choice: 'none', total: null })
    expect([reportedRuns, pictureRequests()]).toEqual([[], []])
    expect(await artwork.readyShares()).toEqual(new Map())
    await artwork.setChoice(campaignId(), { choice: 'full', forField: true })
    await waitForRun(hasEnded)
    expect(await artwork.state(campaignId())).toMatchObject({ choice: 'full', forField: true, available: 1 })
  })

  it('stop when canceled, and keep downloaded pictures', async () => {
    givePictures(['a.png', 'b.png'])
    let reached: () => void = () => undefined
    const requested = new Promise<void>((resolve) => (reached = resolve))
    const never = new Promise<void>(() => undefined)
    const waitForever = (): Promise<void> => {
      reached()
      return never
    }
    service.script([sends('a.png', png(1)), answers('b.png', { kind: 'wait', until: waitForever })])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    await requested
    const running = await waitForRun(({ state, pictures }) => state === 'running' && pictures === 1)
    artwork.runs.cancel(running.jobId)
    expect(await waitForRun(hasEnded)).toMatchObject({ state: 'cancelled' })
    expect(await artwork.state(campaignId())).toMatchObject({ total: 2, available: 1 })
  })

  it('evict others at the size limit, except those for the field', async () => {
    givePictures(['a.png', 'b.png'])
    service.script([sends('a.png', png(1)), sends('b.png', png(2))])
    limit = 1
    const { session, artwork } = await openSession()
    await downloadItems(session)
    expect(await waitForRun(hasEnded)).toMatchObject({ state: 'incomplete', pictures: 0 })
    await artwork.setChoice(campaignId(), { choice: 'thumbnails', forField: true })
    await artwork.start(campaignId(), 'person')
    expect(await waitForRun((run) => hasEnded(run) && run.origin === 'person')).toMatchObject({ pictures: 2 })
  })

  it('are no longer protected when the campaign is deleted, also if none were used before', async () => {
    givePictures(['a.png'])
    service.script([sends('a.png', png(1))])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    await waitForRun(hasEnded)
    await artwork.setChoice(campaignId(), { choice: 'thumbnails', forField: true })
    await session.close()
    const later = await openSession()
    await later.artwork.forgetCampaigns([campaignId()])
    expect(await later.artwork.readyShares()).toEqual(new Map())
  })

  it('need no file when a campaign without any is deleted', async () => {
    const { artwork, folder: connectionFolder } = await openSession()
    await artwork.forgetCampaigns([campaignId()])
    expect(await readdir(connectionFolder)).not.toContain('pictures.db')
  })

  it('use the new addresses of a later download', async () => {
    givePictures(['a.png'])
    service.script([sends('a.png', png(1)), sends('b.png', png(2))])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    await waitForRun(hasEnded)
    reportedRuns.length = 0
    givePictures(['b.png'])
    await downloadItems(session)
    await waitForRun(hasEnded)
    expect(await thumbnail(session, artwork, 'b.png')).toMatchObject({ bytes: png(2) })
    expect(await artwork.state(campaignId())).toMatchObject({ total: 1, available: 1 })
  })
})

describe('a refused or missing picture address', () => {
  it.each([403, 404])('is renewed once from the item’s record (%i)', async (status) => {
    givePictures(['old.png', 'gone.png'])
    service.script([
      answers('old.png', { kind: 'status', status }),
      answers('gone.png', { kind: 'status', status }),
      sends('new.png', png(1)),
    ])
    const { session, artwork } = await openSession()
    await artwork.setChoice(campaignId(), { choice: 'none', forField: false })
    await downloadItems(session)
    givePictures(['new.png', 'gone.png'])
    service.requests.length = 0
    await artwork.setChoice(campaignId(), { choice: 'thumbnails', forField: false })
    const problem = status === 403 ? 'forbidden' : 'notFound'
    expect(await waitForRun(hasEnded)).toMatchObject({ pictures: 1, missing: [{ problem, count: 1 }] })
    const searches = service.requests.filter(isItems).map(({ query }) => query['search'])
    expect([...searches].sort()).toEqual(['Item 0', 'Item 1'])
    expect(
      pictureRequests()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['/files/gone.png', '/files/new.png', '/files/old.png'])
    expect(await thumbnail(session, artwork, 'old.png')).toMatchObject({ bytes: png(1) })
  })
})

describe('a response in place of a picture', () => {
  const CASES: readonly (readonly [what: string, behavior: Behavior, problem: PictureProblem | null])[] = [
    ['a picture under another type', { kind: 'bytes', body: gif(), contentType: 'text/plain' }, null],
    ['a WebP', { kind: 'bytes', body: webp() }, null],
    ['an AVIF', { kind: 'bytes', body: avif() }, null],
    ['a PDF', { kind: 'bytes', body: pdf(), contentType: 'application/pdf' }, null],
    [
      'a picture with script',
      { kind: 'bytes', body: svg('onload="alert(1)"', '<script>alert(1)</script>') },
      null,
    ],
    [
      'a page declared as a picture',
      { kind: 'bytes', body: text('<html><script>1</script></html>') },
      'notAPicture',
    ],
    ['a page to sign in', { kind: 'login' }, 'notAPicture'],
    ['nothing', { kind: 'bytes', body: new Uint8Array() }, 'notAPicture'],
    ['half a PNG', { kind: 'bytes', body: truncated(png(1)) }, 'damaged'],
    ['half a JPEG', { kind: 'bytes', body: truncated(jpeg()) }, 'damaged'],
    ['a picture of ten gigapixels', { kind: 'bytes', body: png(1, 0, 0, 100_000, 100_000) }, 'tooManyPixels'],
    ['more than 50 megabytes', { kind: 'bytes', body: new Uint8Array(51 * 1024 * 1024) }, 'tooLarge'],
    ['403', { kind: 'status', status: 403 }, 'forbidden'],
    ['404', { kind: 'status', status: 404 }, 'notFound'],
    ['an unusual status', { kind: 'status', status: 418 }, 'notFetched'],
    ['500', { kind: 'status', status: 500 }, 'notFetched'],
    ['an interrupted connection', { kind: 'cut', at: 'start' }, 'notFetched'],
    ['a redirect to a local address', { kind: 'redirect', to: 'http://127.0.0.1:9/x.png' }, 'badAddress'],
    ['a redirect to a file', { kind: 'redirect', to: 'file:///etc/passwd' }, 'badAddress'],
    ['an endless redirect', { kind: 'redirect', to: '/files/odd' }, 'badAddress'],
  ]

  it.each(CASES)('is handled: %s', async (_what, behavior, problem) => {
    givePictures(['odd', 'good'])
    service.script([answers('odd', behavior), sends('good', png(1))])
    const { session, artwork } = await openSession()
    await downloadItems(session)
    expect(await waitForRun(hasEnded)).toMatchObject({
      pictures: problem === null ? 2 : 1,
      missing: problem === null ? [] : [{ problem, count: 1 }],
    })
    const ref = { itemKey: await keyOf(session, 'odd'), artworkIndex: 0, size: 'full' } as const
    if (problem !== null) expect(await artwork.missingReason(ref.itemKey, 0)).toBe(problem)
    const served = await artwork.serve(ref)
    expect(served === null).toBe(problem !== null)
    expect(await thumbnail(session, artwork, 'good')).not.toBeNull()
  })

  it('times out if it never comes, and is waited for if it is slow', async () => {
    givePictures(['slow', 'never'])
    service.script([
      { when: isFile('slow'), behavior: { kind: 'slow', beforeMs: 50, betweenMs: 10 } },
      answers('never', { kind: 'hang', at: 'start' }),
    ])
    const responses: string[] = []
    let isNever = false
    const endWaits: (() => void)[] = []
    const { setTimeout } = globalThis
    using timers = vi.spyOn(globalThis, 'setTimeout')
    timers.mockImplementation((call: () => void, milliseconds?: number, ...values: []) => {
      // The first limited wait after the request is that for its response.
      if (isNever && milliseconds === LIMIT_MS) endWaits.push(call)
      return setTimeout(call, milliseconds, ...values)
    })
    const { session } = await openSession({
      service: { retry: { attempts: 1 }, timeouts: { responseMs: LIMIT_MS, idleMs: LIMIT_MS } },
      fetch: async (request) => {
        isNever ||= request.url.endsWith('/never')
        const response = await fetch(request)
        responses.push(request.url)
        return response
      },
    })
    await downloadItems(session)
    await expect.poll(() => endWaits.length > 0 && responses.some((url) => url.endsWith('/slow'))).toBe(true)
    endWaits[0]?.()
    // The test service responds slowly with 404.
    const ended = await waitForRun(hasEnded)
    expect(ended.missing).toHaveLength(2)
    expect(ended.missing).toContainEqual({ problem: 'notFetched', count: 1 })
  })

  describe('an untrusted certificate of one host', () => {
    let broken: TestService
    beforeEach(async () => {
      await service.close()
      service = await startTestService({ items: 40, campaigns: 1, key: KEY })
      broken = await startTestService({ items: 1, campaigns: 1, tls: true })
    })
    afterEach(() => broken.close())

    const onBroken = (count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => `${broken.origin}/files/${String(index)}`)

    it('does not stop downloads from other hosts', async () => {
      givePictures([...onBroken(30), 'a.png', 'b.png', 'c.png', 'd.png'])
      service.script([
        { when: ({ path }) => path.startsWith('/files/'), behavior: { kind: 'bytes', body: png(1) } },
      ])
      const { session } = await openSession()
      await downloadItems(session)
      expect(await waitForRun(hasEnded)).toMatchObject({
        state: 'incomplete',
        pictures: 4,
        missing: [{ problem: 'notFetched', count: 30 }],
      })
    })

    it('fails the run if no other host has pictures', async () => {
      givePictures(onBroken(30))
      const { session } = await openSession()
      await downloadItems(session)
      expect(await waitForRun(hasEnded)).toMatchObject({ state: 'failed', error: { code: 'tls' } })
    })
  })

  describe('a host among others', () => {
    const addressesOn = (host: string, count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => `https://${host}/files/${String(index)}`)

    /** Runs a download of pictures from two hosts; `respond` is called for those of the other one. */
    async function fetchBeside(respond: () => Response): Promise<PictureRun> {
      await service.close()
      service = await startTestService({ items: 40, campaigns: 1, key: KEY })
      givePictures([...addressesOn('other.example', 14), ...addressesOn('steady.example', 26)])
      const { session } = await openSession({
        fetch: async (request) => {
          const { hostname } = new URL(request.url)
          if (hostname === 'other.example') return respond()
          return hostname === 'steady.example' ? new Response(png(1)) : fetch(request)
        },
      })
      await downloadItems(session)
      return waitForRun(hasEnded)
    }

    it('does not stop the download with a status that HTTP does not allow', async () => {
      expect(await fetchBeside(() => receivedResponse(999, [], null))).toMatchObject({
        state: 'incomplete',
        pictures: 26,
        missing: [{ problem: 'notFetched', count: 14 }],
      })
    })

    it('does not stop the download if it fails after its first picture', async () => {
      let requests = 0
      const ended = await fetchBeside(() => {
        requests += 1
        if (requests === 1) return new Response(png(2))
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })
      })
      expect(ended).toMatchObject({
        state: 'incomplete',
        pictures: 27,
        missing: [{ problem: 'notFetched', count: 13 }],
      })
    })
  })

  it('that redirects to another origin is followed without the key', async () => {
    const other = await startTestService({ items: 1, campaigns: 1, tls: true })
    other.script([{ behavior: { kind: 'bytes', body: png(7) } }])
    try {
      givePictures(['sent-on', 'good'])
      service.script([
        answers('sent-on', { kind: 'redirect', to: `${other.origin}/files/elsewhere` }),
        sends('good', png(1)),
      ])
      const seen: Request[] = []
      const { session, artwork } = await openSession({
        // Node’s `fetch` trusts no self-signed certificate; only the destination matters here.
        fetch: (request) => {
          seen.push(request)
          return request.url.startsWith(other.origin) ? Promise.resolve(new Response(png(7))) : fetch(request)
        },
      })
      await downloadItems(session)
      expect(await waitForRun(hasEnded)).toMatchObject({ state: 'done', pictures: 2 })
      expect(await thumbnail(session, artwork, 'sent-on')).toMatchObject({ bytes: png(7) })
      const [elsewhere, own] = [true, false].map((isOther) =>
        seen.filter(({ url }) => url.startsWith(other.origin) === isOther),
      )
      expect(elsewhere?.map(({ headers }) => headers.get('authorization'))).toEqual([null])
      expect(own?.every(({ headers }) => headers.get('authorization') === KEY)).toBe(true)
    } finally {
      await other.close()
    }
  })

  it('that redirects back from another origin is followed without the key', async () => {
    const other = 'https://elsewhere.example'
    givePictures(['sent-back'])
    service.script([answers('sent-back', { kind: 'redirect', to: `${other}/on` }), sends('back', png(1))])
    const seen: Request[] = []
    const { session } = await openSession({
      fetch: (request) => {
        seen.push(request)
        const back = { status: 302, headers: { location: `${service.origin}/files/back` } }
        return request.url.startsWith(other) ? Promise.resolve(new Response(null, back)) : fetch(request)
      },
    })
    await downloadItems(session)
    await waitForRun(hasEnded)
    const keyAt = (end: string): readonly (string | null)[] =>
      seen.filter(({ url }) => url.endsWith(end)).map(({ headers }) => headers.get('authorization'))
    expect(keyAt('/sent-back')).toEqual([KEY])
    expect(keyAt('/on')).toEqual([null])
    expect(keyAt('/back')).toEqual([null])
  })

  it('with Retry-After is repeated after the requested time', async () => {
    givePictures(['a.png'])
    service.script([
      answers('a.png', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }, 1),
      sends('a.png', png(1)),
    ])
    const { session } = await openSession()
    await downloadItems(session)
    expect(await waitForRun(hasEnded)).toMatchObject({ state: 'done', pictures: 1 })
    expect(pictureRequests()).toHaveLength(2)
  })
})
