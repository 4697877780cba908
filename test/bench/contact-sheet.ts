// Looking at pictures in the real Electron, with the sample data, whose pictures need no network: the bar of the contact
// sheet, and of the same list as rows, is dragged through the whole list and back, and the wheel is turned, at the pace of
// a hand; frames are those that the compositor presented. Then, how long pictures in sight are missing after a leap, and
// how long the viewer takes from the key to the picture.
import type { Page } from 'playwright'
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundle } from '../../build/bundle.ts'
import { framesOf, type Frames } from './compositor.ts'
import { removeFolder, startCampaignDesk, type Running } from './desktop.ts'
import { atPace, handOn, STEP_MS, STEPS } from './hand.ts'
import { milliseconds, percentile, printTable } from './table.ts'

const LONG_FRAME_MS = 50
const OPENINGS = 15
const CLI = join(import.meta.dirname, '..', '..', 'electron', 'cli.ts')

async function scrollAll(
  { page }: Running,
  list: '.grid' | '.sheet',
): Promise<readonly (readonly [what: string, frames: Frames])[]> {
  const cdp = await page.context().newCDPSession(page)
  await page.locator(list).evaluate((scrolled) => {
    scrolled.scrollTop = 0
  })
  const hand = await handOn(page, cdp, list)
  await hand.take()
  const down = await framesOf(page, cdp, () => atPace((step) => hand.drag(step / STEPS)))
  const up = await framesOf(page, cdp, () => atPace((step) => hand.drag(1 - step / STEPS)))
  await hand.letGo()
  const turned = await framesOf(page, cdp, () => atPace(hand.wheel))
  return [
    ['bar dragged down', down],
    ['bar dragged up', up],
    ['wheel', turned],
  ]
}

/** Milliseconds from a leap to a place of the list until every picture in sight is there, or is said to be none. */
async function leapTimes(page: Page): Promise<readonly number[]> {
  return await page.evaluate(async (count) => {
    const sheet = document.querySelector('.sheet')
    if (sheet === null) return []
    const isWhole = (): boolean => {
      const view = sheet.getBoundingClientRect()
      const inSight = [...sheet.querySelectorAll('.cell')].filter((cell) => {
        const { top, bottom } = cell.getBoundingClientRect()
        return bottom > view.top && top < view.bottom
      })
      return inSight.length > 0 && inSight.every((cell) => cell.querySelector('img.there, .nothing') !== null)
    }
    const frame = (): Promise<number> => new Promise(requestAnimationFrame)
    const times: number[] = []
    for (let leap = 1; leap <= count; leap += 1) {
      const begin = performance.now()
      sheet.scrollTop = (sheet.scrollHeight * ((leap * 7) % count)) / count
      await frame()
      while (!isWhole() && performance.now() - begin < 5_000) await frame()
      times.push(performance.now() - begin)
    }
    return times
  }, OPENINGS)
}

/** Milliseconds from the key until the picture is in the viewer. */
async function openingTimes(page: Page): Promise<readonly number[]> {
  const times: number[] = []
  await page.locator('.sheet').focus()
  await page.keyboard.press('Control+Home')
  for (let opening = 1; opening <= OPENINGS; opening += 1) {
    await page.keyboard.press('ArrowRight')
    if ((await page.locator('.cell.active img.there').count()) === 0) continue
    await page.evaluate(() => {
      const watch = globalThis as unknown as { opened: Promise<number> }
      watch.opened = new Promise((resolve) => {
        const pressed = (event: KeyboardEvent): void => {
          if (event.key !== 'Enter') return
          removeEventListener('keydown', pressed, true)
          const begin = event.timeStamp
          const look = (now: number): void => {
            if (document.querySelector('dialog .stage img.there') === null) requestAnimationFrame(look)
            else resolve(now - begin)
          }
          requestAnimationFrame(look)
        }
        addEventListener('keydown', pressed, true)
      })
    })
    await page.keyboard.press('Enter')
    times.push(await page.evaluate(() => (globalThis as unknown as { opened: Promise<number> }).opened))
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
  }
  return times
}

const line = (name: string, times: readonly number[], ...rest: readonly string[]): string[] => [
  name,
  String(times.length),
  ...[percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)].map(milliseconds),
  ...rest,
]

function scrolledLine(name: string, { gaps, dropped }: Frames): string[] {
  return line(name, gaps, String(gaps.filter((gap) => gap > LONG_FRAME_MS).length), String(dropped))
}

await bundle({ quiet: true })
const data = await mkdtemp(join(tmpdir(), 'campaign-desk-bench-'))
await promisify(execFile)(process.execPath, [CLI, 'sync', '--sample', '--all', '--data', data])
const running = await startCampaignDesk(data)
if (running === null) {
  process.stdout.write('\nContact sheet: left out, there is no Electron here (npm run electron:fallback).\n')
} else {
  const { app, page } = running
  await page.locator('.grid [aria-rowindex="2"]').waitFor()
  const plain = await scrollAll(running, '.grid')
  await page.getByRole('tab', { name: 'Artwork' }).click()
  await page.locator('.sheet img.there').first().waitFor()
  const items = await page.locator('.sheet .cell').first().getAttribute('aria-setsize')
  const frames = await scrollAll(running, '.sheet')
  const leaps = await leapTimes(page)
  const openings = await openingTimes(page)
  await app.close()
  printTable(
    `Contact sheet of ${items ?? 'no'} items, ${String(STEPS)} input events at ${String(STEP_MS)} ms (goals: no frame over ${String(LONG_FRAME_MS)} ms, viewer opened within 100 ms)`,
    ['', 'count', 'median', 'p95', 'longest', 'over 50 ms', 'dropped'],
    [
      ...plain.map(([what, frame]) => scrolledLine(`rows: ${what}`, frame)),
      ...frames.map(([what, frame]) => scrolledLine(`pictures: ${what}`, frame)),
      line('pictures after a leap', leaps, '', ''),
      line('viewer opened', openings, '', ''),
    ],
  )
}
await removeFolder(data)
