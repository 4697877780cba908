// The timeline in the real Electron with 5,000 campaigns: the scroll bar is dragged through all of them, and
// the wheel scrolls, pans and zooms, with input events at the pace of a hand even if the page lags. Frames
// are those that the compositor presented. The limit on this machine is the same with a plain tall element in
// an empty window.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../build/bundle.ts'
import { createPreferencesFile } from '../../electron/app/settings-files.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { DEFAULT_PREFERENCES } from '../../electron/contract/preferences.ts'
import { CampaignRecords } from '../../electron/sample/campaigns.ts'
import { ItemGenerator } from '../../electron/sample/items.ts'
import { planSample } from '../../electron/sample/plan.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
import { buildItem, fillCampaign, type JsonObject } from '../support/store.ts'
import { framesOf } from './compositor.ts'
import {
  emptyApplication,
  filledDataFolder,
  removeFolder,
  startCampaignDesk,
  startDesktop,
  type RunningDesktop,
} from './desktop.ts'
import { atPace, createPointer, STEPS } from './pointer.ts'
import { milliseconds, percentile, printTable } from './table.ts'

const CAMPAIGNS = 5_000
const LONG_FRAME_MS = 50
const LIST = '.timeline-grid'
/** A modifier of an input event: Ctrl. */
const CTRL = 2
const WHEEL_PIXELS = 40
const ZOOM_STEPS = 8
/** As tall as the timeline. */
const TALL = `<style>
  body { margin: 0 }
  ::-webkit-scrollbar { width: 11px }
  ::-webkit-scrollbar-thumb { background: gray }
  .timeline-grid { height: 100vh; overflow: auto }
  .timeline-grid div { height: 170000px; background: repeating-linear-gradient(white 0 20px, gray 20px 34px) }
</style><div class="timeline-grid"><div></div></div>`

/** Creates a data folder with many campaigns, whose last view is the timeline. */
async function folderWithCampaigns(): Promise<string> {
  const { folder, connectionId } = await filledDataFolder(1_000)
  const file = connectionLayout(folder, connectionId).databaseFile
  const plan = planSample({ campaigns: CAMPAIGNS, items: 20 * CAMPAIGNS, now: Date.now() })
  const records = new CampaignRecords(new ItemGenerator(plan))
  const store = await openStore({ file, workerUrl: STORE_WORKER_URL })
  for (const { id, index } of plan.campaigns) {
    const item = buildItem(index, { campaignId: { _id: id, name: null }, hasArtwork: index % 7 > 0 })
    await fillCampaign(store, id, [item], { record: records.campaign(id) as JsonObject })
  }
  await store.close()
  await createPreferencesFile(folder).save({
    ...DEFAULT_PREFERENCES,
    lastView: { connectionId, campaignId: null, tab: 'timeline' },
  })
  return folder
}

async function measureAll(
  name: string,
  { app, page }: RunningDesktop,
  isTimeline: boolean,
): Promise<readonly string[][]> {
  const cdp = await page.context().newCDPSession(page)
  const pointer = await createPointer(page, cdp, LIST)
  const rows: string[][] = []
  const measure = async (movement: string, send: (step: number) => Promise<unknown>): Promise<void> => {
    const { gaps, dropped } = await framesOf(page, cdp, () => atPace(send))
    rows.push([
      `${name}: ${movement}`,
      String(gaps.length),
      ...[percentile(gaps, 0.5), percentile(gaps, 0.95), Math.max(...gaps)].map(milliseconds),
      String(gaps.filter((gap) => gap > LONG_FRAME_MS).length),
      String(dropped),
    ])
  }
  const wheel = (deltaX: number, deltaY: number, modifiers = 0): Promise<unknown> =>
    cdp.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      x: pointer.box.x + pointer.box.width / 2,
      y: pointer.box.y + pointer.box.height / 2,
      deltaX,
      deltaY,
      modifiers,
    })
  await pointer.pressBar()
  await measure('bar dragged down', (step) => pointer.dragBar(step / STEPS))
  await measure('bar dragged up', (step) => pointer.dragBar(1 - step / STEPS / 2))
  await pointer.releaseBar()
  await measure('wheel', () => wheel(0, WHEEL_PIXELS))
  if (isTimeline) {
    await measure('wheel sideways', (step) => wheel(step < STEPS / 2 ? WHEEL_PIXELS : -WHEEL_PIXELS, 0))
    // Back and forth, because nothing is drawn at the ends.
    await measure('wheel with Ctrl', (step) =>
      wheel(0, step % (2 * ZOOM_STEPS) < ZOOM_STEPS ? -WHEEL_PIXELS : WHEEL_PIXELS, CTRL),
    )
  }
  await app.close()
  return rows
}

await bundle({ quiet: true })
const empty = await emptyApplication(TALL)
const emptyData = await mkdtemp(join(tmpdir(), 'campaign-desk-empty-data-'))
const floor = await startDesktop(empty, emptyData)
const limits = floor === null ? [] : await measureAll('plain element', floor, false)
await removeFolder(empty)
await removeFolder(emptyData)
const folder = await folderWithCampaigns()
const running = await startCampaignDesk(folder)
if (running === null) {
  process.stdout.write(
    '\nTimeline: skipped, because Electron is not installed (npm run electron:fallback).\n',
  )
} else {
  await running.page.locator(`${LIST} [aria-rowindex="2"]`).waitFor()
  printTable(
    `Timeline of ${String(CAMPAIGNS)} campaigns (goal: no frame over ${String(LONG_FRAME_MS)} ms)`,
    ['', 'frames', 'median', 'p95', 'longest', 'over 50 ms', 'dropped'],
    [...limits, ...(await measureAll('timeline', running, true))],
  )
}
await removeFolder(folder)
