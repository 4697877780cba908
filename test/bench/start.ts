// Start to a usable list, and resident memory, against an empty Electron window in the same run.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../build/bundle.ts'
import {
  emptyApplication,
  filledDataFolder,
  removeFolder,
  residentMegabytes,
  startCampaignDesk,
  startDesktop,
  type Running,
} from './desktop.ts'
import { milliseconds, percentile, printTable, ratio, sizesFromArguments } from './table.ts'

const RUNS = 7

interface Sample {
  readonly readyMs: number
  readonly megabytes: number
}

async function measure(start: () => Promise<Running | null>): Promise<Sample | null> {
  const running = await start()
  if (running === null) return null
  const megabytes = await residentMegabytes(running.app)
  await running.app.close()
  return { readyMs: running.readyMs, megabytes }
}

const median = (samples: readonly Sample[], of: keyof Sample): number =>
  percentile(
    samples.map((sample) => sample[of]),
    0.5,
  )

await bundle({ quiet: true })
const empty = await emptyApplication()
const emptyData = await mkdtemp(join(tmpdir(), 'campaign-desk-empty-data-'))
const rows: string[][] = []
for (const size of sizesFromArguments([10_000, 100_000])) {
  const { folder } = await filledDataFolder(size)
  const ours: Sample[] = []
  const floor: Sample[] = []
  // In turn, so that a machine that changes its pace changes it for both; the first of each warms the disk.
  for (let run = 0; run <= RUNS; run++) {
    const emptySample = await measure(() => startDesktop(empty, emptyData))
    const ownSample = await measure(() => startCampaignDesk(folder))
    if (emptySample === null || ownSample === null) break
    if (run === 0) continue
    floor.push(emptySample)
    ours.push(ownSample)
  }
  await removeFolder(folder)
  if (ours.length === 0) break
  const [readyMs, floorMs] = [median(ours, 'readyMs'), median(floor, 'readyMs')]
  const [memory, floorMemory] = [median(ours, 'megabytes'), median(floor, 'megabytes')]
  rows.push([
    size.toLocaleString('en-GB'),
    milliseconds(readyMs),
    milliseconds(floorMs),
    ratio(readyMs / floorMs),
    `${memory.toFixed(0)} MB`,
    `+${(memory - floorMemory).toFixed(0)} MB`,
  ])
}
await removeFolder(empty)
await removeFolder(emptyData)

if (rows.length === 0) {
  process.stdout.write('\nStart: left out, there is no Electron here (npm run electron:fallback).\n')
} else {
  printTable(
    `Start to "ready", median of ${String(RUNS)} (goal: 1.3 × an empty Electron window; memory: +120 MB)`,
    ['items', 'ready', 'empty window', 'ratio', 'resident', 'above empty'],
    rows,
  )
}
