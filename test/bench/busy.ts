// Input during a download: from a key to the end of its handlers, and to the frame that shows its effect,
// compared with the same input without a download. Without a graphics card, drawing uses the same processor
// cores.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright'
import type {} from '../../renderer/api.ts'
import { bundle } from '../../build/bundle.ts'
import { filledDataFolder, removeFolder, startCampaignDesk } from './desktop.ts'
import { milliseconds, percentile, printTable, sizesFromArguments } from './table.ts'

const ITEMS_IN_VIEW = 10_000
const KEYS = ['ArrowDown', 'ArrowDown', 'PageDown', 'ArrowUp', 'ArrowRight']
const MIN_KEYS = 150

/** Milliseconds from a key until the window has handled it, and until the effect is visible. */
interface Taken {
  readonly answered: number
  readonly shown: number
}

/** Shorter events are not reported (Event Timing API). */
const LEAST: Taken = { answered: 16, shown: 16 }

/** Records how long the window takes for each key. */
async function watchInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    const target = globalThis as unknown as { taken: Taken[] }
    target.taken = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.name === 'keydown')
          target.taken.push({ answered: entry.processingEnd - entry.startTime, shown: entry.duration })
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** Presses keys in the list as long as `goOn` says; returns the time of each. */
async function press(page: Page, goOn: (pressed: number) => boolean): Promise<Taken[]> {
  await page.evaluate(() => {
    ;(globalThis as unknown as { taken: Taken[] }).taken = []
  })
  let pressed = 0
  for (; goOn(pressed); pressed += 1) {
    await page.keyboard.press(KEYS[pressed % KEYS.length] ?? 'ArrowDown')
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const taken = await page.evaluate(
    () =>
      new Promise<Taken[]>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            resolve((globalThis as unknown as { taken: Taken[] }).taken)
          }),
        )
      }),
  )
  return [...taken, ...Array.from({ length: Math.max(0, pressed - taken.length) }, () => LEAST)]
}

/** Connects to the service and starts to download its only campaign. */
function startDownload(page: Page, baseUrl: string): Promise<void> {
  return page.evaluate(async (baseUrl) => {
    const made = await window.api['connections.create']({ baseUrl, key: 'bench' })
    if (!made.ok) throw new Error(made.error.message)
    const connectionId = made.value.connection.id
    const target = globalThis as unknown as { ended: boolean }
    target.ended = false
    const found = await window.api['downloads.discover']({ connectionId })
    if (!found.ok) throw new Error(found.error.message)
    window.api.on('download.progress', (job) => {
      if (job.state !== 'done') return
      if (job.kind === 'campaign') target.ended = true
      else void begin()
    })
    async function begin(): Promise<void> {
      const campaigns = await window.api['campaigns.list']({ connectionId })
      if (!campaigns.ok) throw new Error(campaigns.error.message)
      await window.api['downloads.start']({ connectionId, campaignIds: campaigns.value.map(({ id }) => id) })
    }
  }, baseUrl)
}

await bundle({ quiet: true })
const rows: string[][] = []
for (const size of sizesFromArguments()) {
  const service = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/service/run.ts'), '--items', String(size), '--campaigns', '1'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // A real service runs elsewhere: this one must leave resources to the window.
  if (service.pid !== undefined) setPriority(service.pid, constants.priority.PRIORITY_LOW)
  const [url] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
  const { folder } = await filledDataFolder(ITEMS_IN_VIEW)
  const running = await startCampaignDesk(folder)
  if (running !== null) {
    const { app, page } = running
    await page.locator('[role=row][aria-rowindex="3"]').click()
    await watchInput(page)
    const idle = await press(page, (pressed) => pressed < MIN_KEYS)
    await startDownload(page, url)
    let ended = false
    const end = page.waitForFunction(() => (globalThis as unknown as { ended: boolean }).ended, null, {
      timeout: 0,
    })
    void end.then(() => {
      ended = true
    })
    const busy = await press(page, () => !ended)
    await app.close()
    const row = (what: string, taken: readonly Taken[]): string[] => {
      const [answered, shown] = [taken.map((each) => each.answered), taken.map((each) => each.shown)]
      return [
        `${size.toLocaleString('en-GB')} items, ${what}`,
        String(taken.length),
        ...[percentile(answered, 0.5), percentile(answered, 0.99), Math.max(...answered)].map(milliseconds),
        ...[percentile(shown, 0.5), percentile(shown, 0.99), Math.max(...shown)].map(milliseconds),
      ]
    }
    rows.push(row('nothing runs', idle), row('downloading', busy))
  }
  service.kill()
  await removeFolder(folder)
}
if (rows.length === 0) {
  process.stdout.write('\nInput: left out, there is no Electron here (npm run electron:fallback).\n')
} else {
  printTable(
    'Input (goal: answered within 50 ms, p99, while downloading; less than 16 ms counts as 16)',
    ['', 'keys', 'answered', 'p99', 'most', 'shown', 'p99', 'most'],
    rows,
  )
}
