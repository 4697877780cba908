// Input while a download runs: from a key to the frame that shows its effect, with the window in use, beside the same
// input while nothing runs.
import { spawn } from 'node:child_process'
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
const LEAST_KEYS = 150

/** Keeps how long the window took for each key, up to the frame that shows its effect (Event Timing API). */
async function watchInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    const target = globalThis as unknown as { taken: number[] }
    target.taken = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') target.taken.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** Presses keys in the list as long as `goOn` says; milliseconds for each, those below 16 as 16. */
async function press(page: Page, goOn: (pressed: number) => boolean): Promise<number[]> {
  await page.evaluate(() => {
    ;(globalThis as unknown as { taken: number[] }).taken = []
  })
  let pressed = 0
  for (; goOn(pressed); pressed += 1) {
    await page.keyboard.press(KEYS[pressed % KEYS.length] ?? 'ArrowDown')
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const taken = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            resolve((globalThis as unknown as { taken: number[] }).taken)
          }),
        )
      }),
  )
  return [...taken, ...Array.from({ length: Math.max(0, pressed - taken.length) }, () => 16)]
}

/** Connects to the service and begins to download its only campaign. */
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
for (const size of sizesFromArguments([10_000, 100_000])) {
  const service = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/service/run.ts'), '--items', String(size), '--campaigns', '1'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [url] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
  const { folder } = await filledDataFolder(ITEMS_IN_VIEW)
  const running = await startCampaignDesk(folder)
  if (running !== null) {
    const { app, page } = running
    await page.locator('[role=row][aria-rowindex="3"]').click()
    await watchInput(page)
    const idle = await press(page, (pressed) => pressed < LEAST_KEYS)
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
    const row = (what: string, taken: readonly number[]): string[] => [
      `${size.toLocaleString('en-GB')} items, ${what}`,
      String(taken.length),
      milliseconds(percentile(taken, 0.5)),
      milliseconds(percentile(taken, 0.99)),
      milliseconds(Math.max(...taken)),
    ]
    rows.push(row('nothing runs', idle), row('downloading', busy))
  }
  service.kill()
  await removeFolder(folder)
}
if (rows.length === 0) {
  process.stdout.write('\nInput: left out, there is no Electron here (npm run electron:fallback).\n')
} else {
  printTable(
    'From a key to the frame with its effect (goal: p99 50 ms while downloading; less than 16 ms counts as 16)',
    ['', 'keys', 'median', 'p99', 'most'],
    rows,
  )
}
