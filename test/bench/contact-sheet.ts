// Pictures in the real Electron after all were fetched from a service on this computer: the scroll
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
import { removeFolder, startCampaignDesk, type RunningDesktop } from './desktop.ts'
import { atPace, createPointer, STEP_MS, STEPS } from './pointer.ts'
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
  { page }: RunningDesktop,
  list: '.grid' | '.sheet',
): Promise<readonly (readonly [movement: string, frames: Frames])[]> {
  const cdp = await page.context().newCDPSession(page)
  await page.locator(list).evaluate((scrolled) => {
    scrolled.scrollTop = 0
  })
  const pointer = await createPointer(page, cdp, list)
  await pointer.pressBar()
  const down = await framesOf(page, cdp, () => atPace((step) => pointer.dragBar(step / STEPS)))
  const up = await framesOf(page, cdp, () => atPace((step) => pointer.dragBar(1 - step / STEPS)))
  await pointer.releaseBar()
  const wheeled = await framesOf(page, cdp, () => atPace(pointer.wheel))
  return [
    ['bar dragged down', down],
    ['bar dragged up', up],
    ['wheel', wheeled],
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
async function jumpTimes(page: Page): Promise<readonly number[]> {
  return await page.evaluate(async (count) => {
    const sheet = document.querySelector('.sheet')
    if (sheet === null) return []
    const hasAllPictures = (): boolean => {
      const view = sheet.getBoundingClientRect()
      const visibleCells = [...sheet.querySelectorAll('.cell')].filter((cell) => {
        const { top, bottom } = cell.getBoundingClientRect()
        return bottom > view.top && top < view.bottom
      })
      return (
        visibleCells.length > 0 &&
        visibleCells.every((cell) => cell.querySelector('img.visible, .nothing') !== null)
      )
    }
    const frame = (): Promise<number> => new Promise(requestAnimationFrame)
    const times: number[] = []
    for (let jump = 1; jump <= count; jump += 1) {
      const begin = performance.now()
      sheet.scrollTop = (sheet.scrollHeight * ((jump * 7) % count)) / count
      await frame()
      while (!hasAllPictures() && performance.now() - begin < 5_000) await frame()
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
        const onKey = (event: KeyboardEvent): void => {
          if (event.key !== 'Enter') return
          removeEventListener('keydown', onKey, true)
          const begin = event.timeStamp
          const check = (now: number): void => {
            if (document.querySelector('dialog .stage img.visible') === null) requestAnimationFrame(check)
            else resolve(now - begin)
          }
          requestAnimationFrame(check)
        }
        addEventListener('keydown', onKey, true)
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
    const state = await api.call('app.state')
    const connectionId = state.ok ? (state.value.connections[0]?.id ?? '') : ''
    const campaigns = await api.call('campaigns.list', { connectionId })
    for (const { id, ...campaign } of campaigns.ok ? campaigns.value : []) {
      if (campaign.itemCount === 0) continue
      await api.call('pictures.start', { connectionId, campaignId: id })
      for (;;) {
        const pictures = await api.call('pictures.state', { connectionId, campaignId: id })
        if (!pictures.ok) throw new Error(pictures.error.message)
        if (pictures.value.available === pictures.value.total) break
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  })
}

/** Returns the window’s memory in bytes after each pass through the whole sheet. */
async function memoryOverRounds({ app, page }: RunningDesktop): Promise<readonly number[]> {
  const used: number[] = []
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
    used.push(renderer.anonymous ?? renderer.workingSet)
  }
  return used
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
      '\nContact sheet: skipped, because Electron is not installed (npm run electron:fallback).\n',
    )
  } else {
    const { app, page } = running
    await page.locator('.grid [aria-rowindex="2"]').waitFor()
    await fetchPictures(page)
    const rows = await scrollAll(running, '.grid')
    await page.getByRole('tab', { name: 'Artwork' }).click()
    await page.locator('.sheet img.visible').first().waitFor()
    const pictures = await scrollAll(running, '.sheet')
    await groupBy(page, 'Element')
    const grouped = await scrollAll(running, '.sheet')
    await groupBy(page, 'No groups')
    const memory = await memoryOverRounds(running)
    const jumps = await jumpTimes(page)
    const openings = await openingTimes(page)
    await app.close()
    printTable(
      `Contact sheet of ${itemCount(size)} items, ${String(STEPS)} input events at ${String(STEP_MS)} ms (goals: no frame over ${String(LONG_FRAME_MS)} ms, viewer opened within 100 ms)`,
      ['', 'count', 'median', 'p95', 'longest', 'over 50 ms', 'dropped'],
      [
        ...rows.map(([movement, frames]) => scrolledLine(`rows: ${movement}`, frames)),
        ...pictures.map(([movement, frames]) => scrolledLine(`pictures: ${movement}`, frames)),
        ...grouped.map(([movement, frames]) => scrolledLine(`pictures in groups: ${movement}`, frames)),
        line('pictures after a jump', jumps, '', ''),
        line('viewer opened', openings, '', ''),
      ],
    )
    const megabytes = memory.map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(', ')
    process.stdout.write(`\n  Memory of the window after each pass through the sheet: ${megabytes}\n`)
  }
  await removeFolder(data)
  await service.close()
}
