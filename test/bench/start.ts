// Start to a usable list at several sizes, compared with an empty Electron window in the same run: from the
// start of the process to the end of the first frame with rows.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../build/bundle.ts'
import { DIST } from '../../build/paths.ts'
import { emptyApplication, filledDataFolder, removeFolder } from './desktop.ts'
import { recordFigure } from './figures.ts'
import {
  itemCount,
  milliseconds,
  percentile,
  printTable,
  ratio,
  runCount,
  sizesFromArguments,
} from './table.ts'
import { timeStart, watchedApplication } from './watched-start.ts'

const RUNS = runCount(9)
const GOAL = 1.3

await bundle({ quiet: true })
const empty = await emptyApplication()
const watchedEmpty = await watchedApplication(join(empty, 'main.mjs'), { rows: false })
const watchedOwn = await watchedApplication(join(DIST, 'main.js'), { rows: true })
const emptyData = await mkdtemp(join(tmpdir(), 'campaign-desk-empty-data-'))
const rows: string[][] = []
for (const size of sizesFromArguments()) {
  const { folder } = await filledDataFolder(size)
  const ours: number[] = []
  const floor: number[] = []
  // In turns, so that a varying machine affects both; the first of each warms up the disk.
  for (let run = 0; run <= RUNS; run += 1) {
    const emptyTime = await timeStart(watchedEmpty, emptyData)
    const ownTime = await timeStart(watchedOwn, folder)
    if (emptyTime === null || ownTime === null) break
    if (run === 0) continue
    floor.push(emptyTime)
    ours.push(ownTime)
  }
  await removeFolder(folder)
  if (ours.length === 0) break
  const [own, minimum] = [percentile(ours, 0.5), percentile(floor, 0.5)]
  recordFigure({
    name: 'start to a list with rows',
    items: size,
    value: own,
    unit: 'ms',
    limit: { name: 'empty window', value: minimum },
    goal: { ratio: GOAL },
  })
  rows.push([
    `${itemCount(size)} items`,
    milliseconds(own),
    milliseconds(percentile(ours, 0.95)),
    milliseconds(minimum),
    milliseconds(percentile(floor, 0.95)),
    ratio(own / minimum),
  ])
}
for (const folder of [empty, watchedEmpty, watchedOwn, emptyData]) await removeFolder(folder)

if (rows.length === 0) {
  process.stdout.write('\nStart: skipped, because Electron is not installed (npm run electron:fallback).\n')
} else {
  printTable(
    `Start to a list with rows, median of ${String(RUNS)} (goal: ${ratio(GOAL)} an empty Electron window)`,
    ['', 'ours', 'p95', 'empty window', 'p95', 'ratio'],
    rows,
  )
}
