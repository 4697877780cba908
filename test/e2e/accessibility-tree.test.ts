import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { artworkViewer, gridRowCount, openSample, resize } from './steps.ts'

// Roles, names and states of each view, in the order in which assistive technology reads them. After an
// intended change, remove the file in snapshots/: the next run writes it, and the difference shows the
// change.

/**
 * A line of a list with many similar entries, of which the first ones show the form; a named group is none.
 */
const ENTRY = /^\s*- '?(row|option|listitem|term|definition|group(?=:))/u
const MAX_ENTRIES = 2

/** What depends on the machine, the time zone or the time; the order matters. */
const VARIABLE_PARTS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gu, '{id}'],
  [/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+Z)?)?/gu, '{time}'],
  [/(?:\d\d\/\d\d\/\d{4}|\d{1,2} \p{L}{3,4} \d{4})(?: ?, \d\d:\d\d)?/gu, '{time}'],
  [/just now|\d+ (?:min|h|days?) ago/gu, '{age}'],
  [/[\d.]+ [kMG]B\b/gu, '{size}'],
  [/(?<="Zoom )\d+%": \d+%/gu, '{percentage}": {percentage}'],
  [/(- text: (?:Data folder|Campaign Desk) ).*/gu, '$1{…}'],
  // The folder of downloads, which may have the file already.
  [/( items \{time\})(?: \(\d+\))?( \.xlsx) .+/gu, '$1$2 {folder}'],
  // The labels that fit into a timeline.
  [/(- img "[^"]*"): .*/gu, '$1'],
]

/**
 * Returns the accessibility tree of a region, with the first entries of each list, without variable parts.
 */
async function treeOf(region: Locator): Promise<string> {
  const lines: string[] = []
  const counts: Map<string, number>[] = []
  let omittedDepth = Number.POSITIVE_INFINITY
  for (const line of (await region.ariaSnapshot()).split('\n')) {
    const depth = line.search(/\S/u)
    if (depth > omittedDepth) continue
    omittedDepth = Number.POSITIVE_INFINITY
    counts.length = depth + 1
    const siblings = (counts[depth] ??= new Map<string, number>())
    const role = ENTRY.exec(line)?.[1]
    const count = role === undefined ? 0 : (siblings.get(role) ?? 0) + 1
    if (role !== undefined) siblings.set(role, count)
    if (count <= MAX_ENTRIES) {
      lines.push(line)
      continue
    }
    omittedDepth = depth
    const omission = `${' '.repeat(depth)}- …`
    if (lines.at(-1) !== omission) lines.push(omission)
  }
  const tree = lines.join('\n')
  return `${VARIABLE_PARTS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), tree)}\n`
}

/** Compares the tree of a region with its file. */
async function expectTree(view: string, region: Locator): Promise<void> {
  await test.step(view, async () => {
    await expect(async () => expect(await treeOf(region)).toMatchSnapshot(`${view}.txt`)).toPass()
  })
}

/** Compares the tree of a region with its file, and expects no violations in the whole page. */
async function expectView(page: Page, view: string, region: Locator): Promise<void> {
  await expectTree(view, region)
  await expectAccessible(page, view)
}

test('every view has the accessibility tree that its file shows, and no violations', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, 1_280, 800)
  const main = page.getByRole('main')
  const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true })
  const openTab = (name: string): Promise<void> => page.getByRole('tab', { name }).click()
  const row = page.locator('[role=row][aria-rowindex="3"]')
  const statusPart = page.getByRole('toolbar', { name: 'Items by status' }).getByRole('button').first()

  await expectView(page, 'first', main)

  await openSample(page, 'Kids Week')
  await expect.poll(() => gridRowCount(page)).toBe(260)
  await expectTree('toolbar', page.getByRole('banner'))
  await expectTree('campaigns', page.getByRole('navigation', { name: 'Campaigns' }))
  await row.click()
  await expect(statusPart).toBeVisible()
  await expectTree('items', main)
  await expectView(page, 'item-details', page.getByRole('complementary', { name: 'Item details' }))

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  for (const column of ['Status', 'Updated', 'POS number']) {
    await dialog('Filter').getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('option', { name: column, exact: true }).click()
  }
  await dialog('Filter').getByRole('button', { name: 'Add group' }).click()
  await expect(dialog('Filter').getByText('0 of 260 items')).toBeVisible()
  await expectView(page, 'filter', dialog('Filter'))
  await dialog('Filter').getByRole('button', { name: 'Clear all' }).click()
  await page.keyboard.press('Escape')

  for (const tab of ['Overview', 'Artwork', 'Changes', 'Checks']) {
    await openTab(tab)
    if (tab === 'Artwork') await expect(statusPart).toBeVisible()
    const panel = page.getByRole('tabpanel', { name: tab })
    // The tiles and the timeline depend on the day.
    const region = tab === 'Overview' ? panel.getByRole('region', { name: 'All fields' }) : panel
    await expectView(page, tab.toLowerCase(), region)
  }

  await openTab('Items')
  await row.click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(artworkViewer(page).locator('img.visible')).toBeVisible()
  await expectView(page, 'viewer', artworkViewer(page))
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expectView(page, 'review', page.getByRole('region', { name: 'Review of single items' }))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog('Export items').getByRole('table')).toBeVisible()
  await expectView(page, 'export', dialog('Export items'))
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+,')
  await expectView(page, 'settings', dialog('Settings'))
})
