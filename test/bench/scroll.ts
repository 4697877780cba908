// Scrolling in the real Electron: the scroll bar is dragged to the end and back to the middle, and the wheel is
// turned, with input events at the pace of a hand even if the page lags. Frames are those that the compositor
// presented, from its trace: the frames of the page omit parallel drawing. The page reports missing rows;
// blank areas, where the compositor was ahead of the page, are found in screenshots during a second pass. The
// limit on this machine is the same with a plain tall element in an empty window.
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
  type RunningDesktop,
} from './desktop.ts'
import { atPace, createPointer, STEP_MS, STEPS } from './pointer.ts'
import { recordDrawing, recordFigure } from './figures.ts'
import { longestBlankTime } from './blank-areas.ts'
import { itemCount, milliseconds, percentile, printTable, sizesFromArguments } from './table.ts'

const LONG_FRAME_MS = 50
/** Exceeds the gap between the letters of two rows. */
const MIN_BLANK_PIXELS = 60

/** The maximum height of the list, with visible movement and a scroll bar like the list’s. */
const TALL = `<style>
  body { margin: 0 }
  ::-webkit-scrollbar { width: 11px }
  ::-webkit-scrollbar-thumb { background: gray }
  .grid { height: 100vh; overflow: auto }
  .grid div { height: 8000000px; background: repeating-linear-gradient(white 0 20px, gray 20px 34px) }
</style><div class="grid"><div></div></div>`

interface Scrolled extends Frames {
  readonly movement: string
  /** Longest time in milliseconds in which a part of the list was blank. */
  readonly blankMs: number
  /** Longest time in milliseconds in which a visible row was missing. */
  readonly missingMs: number
}

/** Starts to record how long visible rows are missing. */
async function watchMissingRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch = globalThis as unknown as { missingMs: number; isWatching: boolean }
    const grid = document.querySelector('.grid')
    let since: number | null = null
    watch.missingMs = 0
    watch.isWatching = true
    const hasMissingRows = (): boolean => {
      const headerGroup = grid?.querySelector('.header-group')
      if (grid === null || headerGroup === null || headerGroup === undefined) return false
      const view = grid.getBoundingClientRect()
      const header = headerGroup.getBoundingClientRect().bottom
      let covered = 0
      for (const row of grid.querySelectorAll('.row:not(.pending)')) {
        const { top, bottom } = row.getBoundingClientRect()
        covered += Math.max(0, Math.min(bottom, view.bottom) - Math.max(top, header))
      }
      // Tolerance for the bar at the lower end and for rounding.
      return covered < view.bottom - header - 20
    }
    const check = (now: number): void => {
      if (since !== null) watch.missingMs = Math.max(watch.missingMs, now - since)
      since = hasMissingRows() ? (since ?? now) : null
      if (watch.isWatching) requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  })
}

async function missingRowsTime(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const watch = globalThis as unknown as { missingMs: number; isWatching: boolean }
    watch.isWatching = false
    return watch.missingMs
  })
}

async function scrollTop(page: Page): Promise<number> {
  return await page.evaluate(() => document.querySelector('.grid')?.scrollTop ?? 0)
}

async function scrollAll({ app, page }: RunningDesktop): Promise<readonly Scrolled[]> {
  const cdp = await page.context().newCDPSession(page)
  const pointer = await createPointer(page, cdp, '.grid')
  const { box } = pointer
  /** The area of the rows, without header and scroll bars. */
  const inside = { x: box.x + 40, y: box.y + 40, width: box.width / 2, height: box.height - 60 }
  const measure = async (movement: string, send: (step: number) => Promise<unknown>): Promise<Scrolled> => {
    await watchMissingRows(page)
    const frames = await framesOf(page, cdp, () => atPace(send))
    const missingMs = await missingRowsTime(page)
    // A second pass, because screenshots slow down the frames.
    const blankMs = await longestBlankTime({ app, cdp }, inside, MIN_BLANK_PIXELS, () => atPace(send))
    return { movement, ...frames, missingMs, blankMs }
  }
  await pointer.pressBar()
  const results = [
    await measure('bar dragged down', (step) => pointer.dragBar(step / STEPS)),
    await measure('bar dragged up', (step) => pointer.dragBar(1 - step / STEPS / 2)),
  ]
  await pointer.releaseBar()
  const before = await scrollTop(page)
  if (before === 0) throw new Error('The bar was not dragged')
  results.push(await measure('wheel', pointer.wheel))
  if ((await scrollTop(page)) === before) throw new Error('The wheel was not turned')
  await app.close()
  return results
}

function longestFrame(scrolled: readonly Scrolled[]): number {
  return Math.max(...scrolled.flatMap(({ gaps }) => gaps))
}

function line(name: string, { movement, gaps, dropped, missingMs, blankMs }: Scrolled): string[] {
  return [
    `${name}: ${movement}`,
    String(gaps.length),
    ...[percentile(gaps, 0.5), percentile(gaps, 0.95), Math.max(...gaps)].map(milliseconds),
    String(gaps.filter((gap) => gap > LONG_FRAME_MS).length),
    String(dropped),
    milliseconds(missingMs),
    milliseconds(blankMs),
  ]
}

await bundle({ quiet: true })
const empty = await emptyApplication(TALL)
const emptyData = await mkdtemp(join(tmpdir(), 'campaign-desk-empty-data-'))
const rows: string[][] = []
for (const size of sizesFromArguments()) {
  const floor = await startDesktop(empty, emptyData)
  if (floor === null) break
  recordDrawing(
    await floor.app.evaluate(({ app }) => !app.getGPUFeatureStatus().gpu_compositing.startsWith('enabled')),
  )
  const limit = await scrollAll(floor)
  rows.push(...limit.map((scrolled) => line('plain element', scrolled)))
  const { folder } = await filledDataFolder(size)
  const running = await startCampaignDesk(folder)
  if (running !== null) {
    await running.page.locator('.grid [aria-rowindex="2"]').waitFor()
    const own = await scrollAll(running)
    rows.push(...own.map((scrolled) => line(`${itemCount(size)} items`, scrolled)))
    recordFigure({
      name: 'scrolling, longest frame',
      items: size,
      value: longestFrame(own),
      unit: 'ms',
      limit: { name: 'plain element', value: longestFrame(limit) },
      goal: { value: LONG_FRAME_MS },
    })
  }
  await removeFolder(folder)
}
await removeFolder(empty)
await removeFolder(emptyData)

if (rows.length === 0) {
  process.stdout.write(
    '\nScrolling: skipped, because Electron is not installed (npm run electron:fallback).\n',
  )
} else {
  printTable(
    `Scrolling, ${String(STEPS)} input events at ${String(STEP_MS)} ms (goals: no frame over ${String(LONG_FRAME_MS)} ms, no row missing for over 100 ms)`,
    ['', 'frames', 'median', 'p95', 'longest', 'over 50 ms', 'dropped', 'rows missing', 'blank area'],
    rows,
  )
}
