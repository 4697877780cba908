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
interface InputTimes {
  readonly handled: number
  readonly drawn: number
}

/** The Event Timing API reports no shorter events. */
const MIN_REPORTED: InputTimes = { handled: 16, drawn: 16 }

/** Records how long the window takes for each key. */
async function watchInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    const target = globalThis as unknown as { inputTimes: InputTimes[] }
    target.inputTimes = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.name === 'keydown')
          target.inputTimes.push({ handled: entry.processingEnd - entry.startTime, drawn: entry.duration })
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** Presses keys in the list as long as `continues` returns true; returns the time of each. */
async function press(page: Page, continues: (pressed: number) => boolean): Promise<InputTimes[]> {
  await page.evaluate(() => {
    ;(globalThis as unknown as { inputTimes: InputTimes[] }).inputTimes = []
  })
  let pressed = 0
  for (; continues(pressed); pressed += 1) {
    await page.keyboard.press(KEYS[pressed % KEYS.length] ?? 'ArrowDown')
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const inputTimes = await page.evaluate(
    () =>
      new Promise<InputTimes[]>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            resolve((globalThis as unknown as { inputTimes: InputTimes[] }).inputTimes),
          ),
        )
      }),
  )
  return [
    ...inputTimes,
    ...Array.from({ length: Math.max(0, pressed - inputTimes.length) }, () => MIN_REPORTED),
  ]
}

/** Connects to the service and starts to download its only campaign. */
function startDownload(page: Page, baseUrl: string): Promise<void> {
  return page.evaluate(async (url) => {
    const created = await window.api.call('connections.create', { baseUrl: url, key: 'bench' })
    if (!created.ok) throw new Error(created.error.message)
    const connectionId = created.value.connection.id
    const target = globalThis as unknown as { isDownloaded: boolean }
    target.isDownloaded = false
    const discovery = await window.api.call('downloads.discover', { connectionId })
    if (!discovery.ok) throw new Error(discovery.error.message)
    window.api.on('download.progress', (job) => {
      if (job.state !== 'done') return
      if (job.kind === 'campaign') target.isDownloaded = true
      else void downloadAll()
    })
    async function downloadAll(): Promise<void> {
      const campaigns = await window.api.call('campaigns.list', { connectionId })
      if (!campaigns.ok) throw new Error(campaigns.error.message)
      await window.api.call('downloads.start', {
        connectionId,
        campaignIds: campaigns.value.map(({ id }) => id),
      })
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
    let isDownloaded = false
    const end = page.waitForFunction(
      () => (globalThis as unknown as { isDownloaded: boolean }).isDownloaded,
      null,
      { timeout: 0 },
    )
    void end.then(() => {
      isDownloaded = true
    })
    const busy = await press(page, () => !isDownloaded)
    await app.close()
    const row = (state: string, times: readonly InputTimes[]): string[] => {
      const [handled, drawn] = [times.map((each) => each.handled), times.map((each) => each.drawn)]
      return [
        `${size.toLocaleString('en-GB')} items, ${state}`,
        String(times.length),
        ...[percentile(handled, 0.5), percentile(handled, 0.99), Math.max(...handled)].map(milliseconds),
        ...[percentile(drawn, 0.5), percentile(drawn, 0.99), Math.max(...drawn)].map(milliseconds),
      ]
    }
    rows.push(row('idle', idle), row('downloading', busy))
  }
  service.kill()
  await removeFolder(folder)
}
if (rows.length === 0) {
  process.stdout.write('\nInput: skipped, because Electron is not installed (npm run electron:fallback).\n')
} else {
  printTable(
    'Input (goal: handled within 50 ms, p99, while downloading; less than 16 ms counts as 16)',
    ['', 'keys', 'handled', 'p99', 'max', 'drawn', 'p99', 'max'],
    rows,
  )
}
