// Patterns compared with ripgrep: the same regular expression over the same texts, in the store and with `rg`
// over a file with one item per line and tabs between its searched fields. Both count the matching items.
import { spawnSync } from 'node:child_process'
import { appendFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../build/bundle.ts'
import { hasProgram } from '../../build/host.ts'
import { installAdvice } from '../../build/system-packages.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { openStore } from '../../electron/store/open-store.ts'
import type { Store } from '../../electron/store/operations.ts'
import { temporaryFolder } from '../support/store.ts'
import { recordFigure } from './figures.ts'
import { fillCache } from './filled-cache.ts'
import { benchTexts, campaignSizes } from './items.ts'
import {
  itemCount,
  megabytes,
  milliseconds,
  percentile,
  printTable,
  ratio,
  runCount,
  sizesFromArguments,
} from './table.ts'

const ROUNDS = runCount(7)
const GOAL = 2
/** As in the application. */
const STORE_WORKER_URL = new URL('../../dist/store-worker.js', import.meta.url)

interface Comparison {
  readonly pattern: string
  /**
   * Why the two find different items: an end of a text is an end of a line only in the first and the last
   * field.
   */
  readonly differs?: string
}

const COMPARISONS: readonly Comparison[] = [
  { pattern: 'poster' },
  { pattern: 'half price' },
  { pattern: 'pos-0047' },
  { pattern: '夏祭り' },
  { pattern: 'poster|strip' },
  { pattern: '(till|fridge) (banner|strip)' },
  { pattern: 'w.bb?ler \\d{3} ' },
  { pattern: 'pos-\\d{3}[24]' },
  { pattern: '\\d\\s.\\s(half|winter)' },
  { pattern: '[aeiou]{2}[l-z]' },
  { pattern: '[0-9]{3}-[0-3]' },
  { pattern: '\\d{6}\\D\\d' },
  { pattern: '^counter', differs: 'anchors' },
  { pattern: '^(window|shelf) .*[0-5]7', differs: 'anchors' },
  { pattern: 'artwork 2$', differs: 'anchors' },
]

/** Milliseconds of each round, the first with nothing in memory, and the result. */
interface Outcome {
  readonly times: number[]
  found: number
}

const emptyOutcome = (): Outcome => ({ times: [], found: 0 })

/** One item per line. */
function writeTexts(file: string, items: number): void {
  writeFileSync(file, '')
  for (const [campaign, count] of campaignSizes(items).entries())
    appendFileSync(
      file,
      benchTexts(campaign, count)
        .map((texts) => `${texts.join('\t')}\n`)
        .join(''),
    )
}

function ripgrep(pattern: string, file: string): number {
  const { status, stdout, stderr } = spawnSync('rg', ['--no-config', '-c', '-i', '-e', pattern, file], {
    encoding: 'utf8',
  })
  if (status !== 0 && status !== 1) throw new Error(`rg: ${stderr}`)
  return Number(stdout)
}

async function searchStore(store: Store, pattern: string): Promise<number> {
  const { count } = await store.openResult(
    { ...EMPTY_QUERY, search: pattern, searchMode: 'pattern' },
    'bench',
  )
  return count
}

async function record(outcome: Outcome, work: () => Promise<number> | number): Promise<void> {
  const start = performance.now()
  outcome.found = await work()
  outcome.times.push(performance.now() - start)
}

/** Reports the pattern with the median ratio to ripgrep, and the one with the highest. */
function recordFigures(items: number, outcomes: readonly { own: Outcome; theirs: Outcome }[]): void {
  const pairs = outcomes.map(({ own, theirs }) => ({ own: laterMedian(own), theirs: laterMedian(theirs) }))
  const sorted = pairs.toSorted((a, b) => a.own / a.theirs - b.own / b.theirs)
  for (const [name, pair] of [
    ['regular expression, median', sorted[Math.floor(sorted.length / 2)]],
    ['regular expression, slowest', sorted.at(-1)],
  ] as const) {
    if (pair === undefined) continue
    const limit = { name: 'ripgrep', value: pair.theirs }
    recordFigure({ name, items, value: pair.own, unit: 'ms', limit, goal: { ratio: GOAL } })
  }
}

const laterMedian = ({ times }: Outcome): number => percentile(times.slice(1), 0.5)

const hasRipgrep = hasProgram('rg')
await bundle({ quiet: true })
for (const size of sizesFromArguments()) {
  const folder = await temporaryFolder()
  const [database, texts] = [join(folder.path, 'cache.db'), join(folder.path, 'texts.txt')]
  await fillCache(database, size)
  if (hasRipgrep) writeTexts(texts, size)
  const store = await openStore({ file: database, workerUrl: STORE_WORKER_URL })
  const outcomes = COMPARISONS.map((comparison) => ({
    comparison,
    own: emptyOutcome(),
    theirs: emptyOutcome(),
  }))
  const emptyFile = emptyOutcome()
  // In turns, so that a busy machine affects both, and the store has discarded the result of a pattern before
  // its next turn.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { comparison, own, theirs } of outcomes) {
      await record(own, () => searchStore(store, comparison.pattern))
      if (hasRipgrep) await record(theirs, () => ripgrep(comparison.pattern, texts))
    }
    if (hasRipgrep) await record(emptyFile, () => ripgrep('poster', '/dev/null'))
  }
  await store.close()
  const bytes = hasRipgrep ? `, ${megabytes(statSync(texts).size)} of text` : ''
  await folder.remove()
  for (const { comparison, own, theirs } of outcomes) {
    if (hasRipgrep && comparison.differs === undefined && own.found !== theirs.found)
      throw new Error(`/${comparison.pattern}/: ${String(own.found)} items, ${String(theirs.found)} with rg`)
  }
  if (hasRipgrep) recordFigures(size, outcomes)
  const ratios = outcomes.map(({ own, theirs }) => laterMedian(own) / laterMedian(theirs))
  printTable(
    `Patterns over ${itemCount(size)} items${bytes}, median of ${String(ROUNDS)} (goal: ${ratio(GOAL)} ripgrep)`,
    ['', 'items', 'first', 'ours', ...(hasRipgrep ? ['items of ripgrep', 'ripgrep', 'ratio'] : [])],
    [
      ...outcomes.map(({ comparison, own, theirs }, at) => [
        comparison.pattern,
        itemCount(own.found),
        milliseconds(own.times[0] ?? Number.NaN),
        milliseconds(laterMedian(own)),
        ...(hasRipgrep
          ? [
              comparison.differs ?? 'the same',
              milliseconds(laterMedian(theirs)),
              ratio(ratios[at] ?? Number.NaN),
            ]
          : []),
      ]),
      ...(hasRipgrep
        ? [
            ['rg over an empty file', '', '', '', '', milliseconds(laterMedian(emptyFile)), ''],
            ['median', '', '', '', '', '', ratio(percentile(ratios, 0.5))],
            ['worst', '', '', '', '', '', ratio(Math.max(...ratios))],
          ]
        : []),
    ],
  )
}
if (!hasRipgrep)
  process.stdout.write(
    `\nSkipped the comparison, because ripgrep is not installed: ${installAdvice(['ripgrep'])}\n`,
  )
