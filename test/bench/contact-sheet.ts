// Viewing pictures in the real Electron after all were fetched from a service on this computer: the scroll
// bar of the contact sheet, with and without groups, and of the list is dragged through all items and back,
// and the wheel is turned, at the pace of a hand; frames are those that the compositor presented. Also
// measures memory after repetitions, how long visible pictures are missing after a jump, and how long the
// viewer takes to show a picture.
import type { Page } from 'playwright'
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundle } from '../../build/bundle.ts'
import type { Bridge } from '../../electron/contract/bridge.ts'
import { startTestService } from '../support/service/start.ts'
import { framesOf, type Frames } from './compositor.ts'
import { removeFolder, startCampaignDesk, type Running } from './desktop.ts'
import { atPace, handOn, STEP_MS, STEPS } from './hand.ts'
import { memoryOf } from './memory-use.ts'
import { itemCount, milliseconds, percentile, printTable, sizesFromArguments } from './table.ts'

const LONG_FRAME_MS = 50
const OPENINGS = 15
/** Repetitions until the window’s memory is stable. */
const ROUNDS = 5
const DEFAULT_SIZES = [2_000, 20_000] as const
const KEY = 'bench'
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

async function groupBy(page: Page, column: 'Element' | 'No groups'): Promise<void> {
  await page.getByRole('button', { name: /^Group/u }).click()
  await page.getByRole('menuitemradio', { name: column }).click()
  await page.locator(column === 'No groups' ? '.sheet[role=listbox]' : '.sheet[role=tree]').waitFor()
}

/**
 * Returns the milliseconds from a jump in the list until every visible picture is shown or reported as
 * missing.
 */
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
      return (
        inSight.length > 0 && inSight.every((cell) => cell.querySelector('img.visible, .nothing') !== null)
      )
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

/** Returns the milliseconds from the key until the picture is in the viewer. */
async function openingTimes(page: Page): Promise<readonly number[]> {
  const times: number[] = []
  await page.locator('.sheet').focus()
  await page.keyboard.press('Control+Home')
  for (let opening = 1; opening <= OPENINGS; opening += 1) {
    await page.keyboard.press('ArrowRight')
    if ((await page.locator('.cell.active img.visible').count()) === 0) continue
    await page.evaluate(() => {
      const watch = globalThis as unknown as { opened: Promise<number> }
      watch.opened = new Promise((resolve) => {
        const pressed = (event: KeyboardEvent): void => {
          if (event.key !== 'Enter') return
          removeEventListener('keydown', pressed, true)
          const begin = event.timeStamp
          const look = (now: number): void => {
            if (document.querySelector('dialog .stage img.visible') === null) requestAnimationFrame(look)
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

/** Opens the campaign, fetches its pictures, and waits for them. */
async function fetchPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { api } = window as unknown as { readonly api: Bridge }
    const state = await api['app.state']()
    const connectionId = state.ok ? (state.value.connections[0]?.id ?? '') : ''
    const campaigns = await api['campaigns.list']({ connectionId })
    for (const { id, itemCount } of campaigns.ok ? campaigns.value : []) {
      if (itemCount === 0) continue
      await api['pictures.start']({ connectionId, campaignId: id })
      for (;;) {
        const counted = await api['pictures.state']({ connectionId, campaignId: id })
        if (!counted.ok) throw new Error(counted.error.message)
        if (counted.value.available === counted.value.total) break
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  })
}

/** Returns the window’s memory in bytes after each pass through the whole sheet. */
async function memoryOverRounds({ app, page }: Running): Promise<readonly number[]> {
  const held: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.locator('.sheet').evaluate(async (sheet) => {
      const frame = (): Promise<number> => new Promise(requestAnimationFrame)
      const steps = 120
      for (let step = 0; step <= 2 * steps; step += 1) {
        const share = step <= steps ? step / steps : 2 - step / steps
        sheet.scrollTop = (sheet.scrollHeight - sheet.clientHeight) * share
        await frame()
        await frame()
      }
    })
    const { renderer } = await memoryOf(app)
    held.push(renderer.anonymous ?? renderer.workingSet)
  }
  return held
}

await bundle({ quiet: true })
for (const size of sizesFromArguments(DEFAULT_SIZES)) {
  const service = await startTestService({ key: KEY, items: size, campaigns: 1, limit: { max: 1_000 } })
  const data = await mkdtemp(join(tmpdir(), 'campaign-desk-bench-'))
  await promisify(execFile)(
    process.execPath,
    [CLI, 'sync', '--base-url', service.url, '--all', '--data', data],
    { env: { ...process.env, CAMPAIGN_DESK_API_KEY: KEY } },
  )
  const running = await startCampaignDesk(data)
  if (running === null) {
    process.stdout.write(
      '\nContact sheet: left out, there is no Electron here (npm run electron:fallback).\n',
    )
  } else {
    const { app, page } = running
    await page.locator('.grid [aria-rowindex="2"]').waitFor()
    await fetchPictures(page)
    const plain = await scrollAll(running, '.grid')
    await page.getByRole('tab', { name: 'Artwork' }).click()
    await page.locator('.sheet img.visible').first().waitFor()
    const frames = await scrollAll(running, '.sheet')
    await groupBy(page, 'Element')
    const grouped = await scrollAll(running, '.sheet')
    await groupBy(page, 'No groups')
    const held = await memoryOverRounds(running)
    const leaps = await leapTimes(page)
    const openings = await openingTimes(page)
    await app.close()
    printTable(
      `Contact sheet of ${itemCount(size)} items, ${String(STEPS)} input events at ${String(STEP_MS)} ms (goals: no frame over ${String(LONG_FRAME_MS)} ms, viewer opened within 100 ms)`,
      ['', 'count', 'median', 'p95', 'longest', 'over 50 ms', 'dropped'],
      [
        ...plain.map(([what, frame]) => scrolledLine(`rows: ${what}`, frame)),
        ...frames.map(([what, frame]) => scrolledLine(`pictures: ${what}`, frame)),
        ...grouped.map(([what, frame]) => scrolledLine(`pictures in groups: ${what}`, frame)),
        line('pictures after a leap', leaps, '', ''),
        line('viewer opened', openings, '', ''),
      ],
    )
    const megabytes = held.map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(', ')
    process.stdout.write(`\n  The window holds, each time it has gone through all of it: ${megabytes}\n`)
  }
  await removeFolder(data)
  await service.close()
}
