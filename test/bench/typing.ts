// Keystroke to rows in the application: keys are pressed in the search field like on a keyboard, and the page
// measures from each input event to the end of the frame with the rows of that search. The rows are compared
// with those of the bridge for the same search.
import type { Page } from 'playwright'
import { detectSearchMode } from '../../electron/contract/search-mode.ts'
import type {} from '../../renderer/api.ts'
import { bundle } from '../../build/bundle.ts'
import { recordFigure } from './figures.ts'
import { filledDataFolder, removeFolder, startCampaignDesk } from './desktop.ts'
import { installStopwatch, timeKey, type Keystroke } from './stopwatch.ts'
import {
  isShortRun,
  itemCount,
  milliseconds,
  percentile,
  printTable,
  ratio,
  sizesFromArguments,
} from './table.ts'

const GOAL_MS = 100
/** Between keys, as people type: about seven per second. */
const BETWEEN_KEYS_MS = 150
/**
 * Pause after the prefix, so that a late effect of it is not attributed to the next key: no search takes
 * longer.
 */
const AFTER_PREFIX_MS = 2_000
const FEW_HITS = 100

/** A typed search; its keys are measured after its prefix, which is entered at once. */
interface TypedSearch {
  readonly kind: 'words' | 'fields' | 'pattern'
  readonly prefix?: string
  readonly keys: string
}

// A space changes no row, and half a term is invalid: those belong to the prefix.
const ALL_SEARCHES: readonly TypedSearch[] = [
  { kind: 'words', keys: 'poster' },
  { kind: 'words', prefix: 'poster ', keys: 'a1' },
  { kind: 'words', prefix: 'wobbler ', keys: '77' },
  { kind: 'words', keys: 'counter' },
  { kind: 'words', prefix: 'counter ', keys: 'displ' },
  { kind: 'words', keys: 'half' },
  { kind: 'words', prefix: 'half ', keys: 'pric' },
  { kind: 'words', keys: 'pos-000' },
  { kind: 'words', keys: 'cafe' },
  { kind: 'words', keys: '夏祭り' },
  { kind: 'words', keys: '4711' },
  { kind: 'words', prefix: 'pos-004', keys: '711' },
  { kind: 'words', prefix: 'poster 47', keys: '11' },
  { kind: 'words', prefix: 'fridge 8', keys: '88' },
  { kind: 'words', prefix: 'campaign 0 ', keys: 'till' },
  { kind: 'fields', prefix: 'status:', keys: '3' },
  { kind: 'fields', prefix: 'status:3,', keys: '4' },
  { kind: 'fields', prefix: 'qty:>', keys: '999' },
  { kind: 'fields', prefix: 'locked:yes ', keys: 'pos' },
  { kind: 'fields', prefix: 'pos:pos-', keys: '0047' },
  { kind: 'fields', prefix: 'poster -', keys: 'ba' },
  { kind: 'fields', prefix: 'element:"poster a1 22', keys: '"' },
  { kind: 'fields', prefix: 'updated:<2026-0', keys: '5' },
  { kind: 'pattern', prefix: '^counter .*', keys: '17' },
  { kind: 'pattern', prefix: 'wobbler|', keys: 'strip' },
  { kind: 'pattern', prefix: 'w.bb?ler \\d', keys: '12' },
  { kind: 'pattern', prefix: 'pos-\\d{3}', keys: '41' },
  { kind: 'pattern', prefix: '\\d\\s.\\s', keys: 'half' },
  { kind: 'pattern', prefix: '(banner|leaflet).*', keys: '99' },
]

/** A short run leaves out what no figure contains. */
const SEARCHES = ALL_SEARCHES.filter(({ kind }) => kind !== 'pattern' || !isShortRun())

interface PressedKey extends Keystroke {
  readonly kind: string
  readonly text: string
}

async function pause(page: Page): Promise<void> {
  await page.waitForTimeout(BETWEEN_KEYS_MS)
}

/** Types everything in the current list. */
async function typeAll(page: Page): Promise<readonly PressedKey[]> {
  const field = page.getByRole('searchbox', { name: 'Search items…' })
  await field.click()
  await installStopwatch(page)
  const pressed: PressedKey[] = []
  for (const { kind, prefix = '', keys } of SEARCHES) {
    await page.keyboard.type(prefix)
    if (prefix !== '') await page.waitForTimeout(AFTER_PREFIX_MS)
    let text = prefix
    for (const key of keys) {
      await pause(page)
      text += key
      pressed.push({ kind, text, ...(await timeKey(page, () => page.keyboard.type(key))) })
    }
    await pause(page)
    await page.keyboard.press('Control+A')
    pressed.push({ kind: 'emptied', text: '', ...(await timeKey(page, () => page.keyboard.press('Delete'))) })
    await pause(page)
  }
  return pressed
}

/** Fails unless the shown rows equal those of the bridge. */
async function checkRows(page: Page, connectionId: string, pressed: readonly PressedKey[]): Promise<void> {
  for (const { text, rows, first } of pressed) {
    const input = {
      connectionId,
      search: text,
      searchMode: text === '' ? ('words' as const) : detectSearchMode(text),
    }
    const expected = await page.evaluate(async ({ search, searchMode, ...target }) => {
      const opened = await window.api.call('items.open', {
        ...target,
        query: {
          campaignIds: null,
          search,
          searchMode,
          list: null,
          filters: { match: 'all', conditions: [] },
          group: null,
          sort: [],
        },
      })
      if (!opened.ok) throw new Error(opened.error.message)
      const { resultId, count } = opened.value
      const firstRow = await window.api.call('items.window', { ...target, resultId, start: 0, count: 1 })
      if (!firstRow.ok) throw new Error(firstRow.error.message)
      return { count, name: firstRow.value.rows[0]?.itemName ?? '' }
    }, input)
    if (expected.count !== rows || !first.includes(expected.name))
      throw new Error(
        `“${text}” showed ${String(rows)} rows from “${first}” instead of ${JSON.stringify(expected)}`,
      )
  }
}

function line(name: string, pressed: readonly PressedKey[], goal = ''): string[] {
  const took = pressed.map((each) => each.took)
  const p95 = percentile(took, 0.95)
  return [
    name,
    String(pressed.length),
    ...[percentile(took, 0.5), p95, Math.max(...took)].map(milliseconds),
    milliseconds(
      percentile(
        pressed.map((each) => each.waited),
        0.5,
      ),
    ),
    goal,
    goal === '' ? '' : ratio(p95 / GOAL_MS),
  ]
}

await bundle({ quiet: true })
for (const size of sizesFromArguments()) {
  const { folder, connectionId } = await filledDataFolder(size)
  const running = await startCampaignDesk(folder)
  if (running === null) {
    process.stdout.write(
      '\nTyping: skipped, because Electron is not installed (npm run electron:fallback).\n',
    )
    await removeFolder(folder)
    break
  }
  const { app, page } = running
  await page.locator('.grid [aria-rowindex="2"]').waitFor()
  const pressed = await typeAll(page)
  await checkRows(page, connectionId, pressed)
  await app.close()
  await removeFolder(folder)
  const pressedIn = (kind: string): readonly PressedKey[] => pressed.filter((each) => each.kind === kind)
  const [words, goal] = [pressedIn('words'), `${String(GOAL_MS)} ms`]
  for (const kind of ['words', 'fields'])
    recordFigure({
      name: `keystroke to drawn frame, ${kind}, p95`,
      items: size,
      value: percentile(
        pressedIn(kind).map(({ took }) => took),
        0.95,
      ),
      unit: 'ms',
      goal: { value: GOAL_MS },
    })
  printTable(
    `Keystroke to rows over ${itemCount(size)} items, in the application`,
    ['', 'keys', 'median', 'p95', 'max', 'of that waited', 'goal, p95', 'ratio'],
    [
      line('words', words, goal),
      line(
        `  up to ${String(FEW_HITS)} hits`,
        words.filter(({ rows }) => rows <= FEW_HITS),
      ),
      line(
        '  more',
        words.filter(({ rows }) => rows > FEW_HITS),
      ),
      line('fields', pressedIn('fields'), goal),
      ...(isShortRun() ? [] : [line('pattern', pressedIn('pattern'))]),
      line('emptied: all rows', pressedIn('emptied')),
    ],
  )
}
