// Scrolling in the real Electron: the bar is dragged through the whole list and back, and the wheel is
// turned, with input events at the pace of a hand, whether the page keeps up or not. Frames are those that
// the compositor presented, from its own trace: what the page thinks of its frames leaves out what is drawn
// beside it. Rows that have not come are told by the page; what is seen bare, because the compositor was
// ahead of it, by pictures that are taken in a second turn. The same is done with a plain tall element in an
// empty window, which is the limit on this machine.
import type { Page } from 'playwright'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../build/bundle.ts'
import { framesOf, type Frames } from './compositor.ts'
import {
  emptyApplication,
  filledDataFolder,
  removeFolder,
  startCampaignDesk,
  startDesktop,
  type Running,
} from './desktop.ts'
import { atPace, handOn, STEP_MS, STEPS } from './hand.ts'
import { longestBareTime } from './seen.ts'
import { itemCount, milliseconds, percentile, printTable, sizesFromArguments } from './table.ts'

const LONG_FRAME_MS = 50
/** Between the letters of two rows there is less. */
const BARE_PIXELS = 60

/** As high as the list asks for at most, with something to be seen moving, and a bar like the list's. */
const TALL = `<style>
  body { margin: 0 }
  ::-webkit-scrollbar { width: 11px }
  ::-webkit-scrollbar-thumb { background: gray }
  .grid { height: 100vh; overflow: auto }
  .grid div { height: 8000000px; background: repeating-linear-gradient(white 0 20px, gray 20px 34px) }
</style><div class="grid"><div></div></div>`

interface Scrolled extends Frames {
  readonly what: string
  /** Longest time in milliseconds in which a part of the list was seen bare. */
  readonly bare: number
  /** Longest time in milliseconds in which a row in sight had not come. */
  readonly blank: number
}

/** Begins to note how long rows in sight are missing. */
async function watchBlanks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch = globalThis as unknown as { blank: number; watching: boolean }
    const grid = document.querySelector('.grid')
    let since: number | null = null
    watch.blank = 0
    watch.watching = true
    const isBlank = (): boolean => {
      const head = grid?.querySelector('.header-group')
      if (grid === null || head === null || head === undefined) return false
      const view = grid.getBoundingClientRect()
      const header = head.getBoundingClientRect().bottom
      let covered = 0
      for (const row of grid.querySelectorAll('.row:not(.pending)')) {
        const { top, bottom } = row.getBoundingClientRect()
        covered += Math.max(0, Math.min(bottom, view.bottom) - Math.max(top, header))
      }
      // The bar at the lower end, and rounding, take some pixels.
      return covered < view.bottom - header - 20
    }
    const look = (now: number): void => {
      if (since !== null) watch.blank = Math.max(watch.blank, now - since)
      since = isBlank() ? (since ?? now) : null
      if (watch.watching) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

async function blankTime(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const watch = globalThis as unknown as { blank: number; watching: boolean }
    watch.watching = false
    return watch.blank
  })
}

async function scrollTop(page: Page): Promise<number> {
  return await page.evaluate(() => document.querySelector('.grid')?.scrollTop ?? 0)
}

async function scrollAll({ app, page }: Running): Promise<readonly Scrolled[]> {
  const cdp = await page.context().newCDPSession(page)
  const hand = await handOn(page, cdp, '.grid')
  const { box } = hand
  /** What the list shows, without its head and bars. */
  const inside = { x: box.x + 40, y: box.y + 40, width: box.width / 2, height: box.height - 60 }
  const measure = async (what: string, send: (step: number) => Promise<unknown>): Promise<Scrolled> => {
    await watchBlanks(page)
    const frames = await framesOf(page, cdp, () => atPace(send))
    const blank = await blankTime(page)
    // Again, for taking pictures takes its time from the frames.
    const bare = await longestBareTime({ app, cdp }, inside, BARE_PIXELS, () => atPace(send))
    return { what, ...frames, blank, bare }
  }
  await hand.take()
  const results = [
    await measure('bar dragged down', (step) => hand.drag(step / STEPS)),
    await measure('bar dragged up', (step) => hand.drag(1 - step / STEPS / 2)),
  ]
  await hand.letGo()
  const before = await scrollTop(page)
  if (before === 0) throw new Error('The bar was not dragged')
  results.push(await measure('wheel', hand.wheel))
  if ((await scrollTop(page)) === before) throw new Error('The wheel was not turned')
  await app.close()
  return results
}

function line(name: string, { what, gaps, dropped, blank, bare }: Scrolled): string[] {
  return [
    `${name}: ${what}`,
    String(gaps.length + 1),
    ...[percentile(gaps, 0.5), percentile(gaps, 0.95), Math.max(...gaps)].map(milliseconds),
    String(gaps.filter((gap) => gap > LONG_FRAME_MS).length),
    String(dropped),
    milliseconds(blank),
    milliseconds(bare),
  ]
}

await bundle({ quiet: true })
const empty = await emptyApplication(TALL)
const emptyData = await mkdtemp(join(tmpdir(), 'campaign-desk-empty-data-'))
const rows: string[][] = []
for (const size of sizesFromArguments()) {
  const floor = await startDesktop(empty, emptyData)
  if (floor === null) break
  for (const scrolled of await scrollAll(floor)) rows.push(line('plain element', scrolled))
  const { folder } = await filledDataFolder(size)
  const running = await startCampaignDesk(folder)
  if (running !== null) {
    await running.page.locator('.grid [aria-rowindex="2"]').waitFor()
    for (const scrolled of await scrollAll(running)) rows.push(line(`${itemCount(size)} items`, scrolled))
  }
  await removeFolder(folder)
}
await removeFolder(empty)
await removeFolder(emptyData)

if (rows.length === 0) {
  process.stdout.write('\nScrolling: left out, there is no Electron here (npm run electron:fallback).\n')
} else {
  printTable(
    `Scrolling, ${String(STEPS)} input events at ${String(STEP_MS)} ms (goals: no frame over ${String(LONG_FRAME_MS)} ms, no row missing for over 100 ms)`,
    ['', 'frames', 'median', 'p95', 'longest', 'over 50 ms', 'dropped', 'rows missing', 'seen bare'],
    rows,
  )
}
