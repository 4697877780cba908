import { messages } from '../../../electron/contract/messages.ts'
import { expect } from '../fixtures.ts'
import { waitForList } from '../steps.ts'
import type { Walker } from './walker.ts'

/** Visits the list of items, its details and menus. */
export async function visitList(walker: Walker): Promise<void> {
  const { page } = walker
  await walker.openTab(messages.campaigns.details.items)
  await waitForList(page)
  await walker.visit('items')
  await walker.command('toggleDetails')
  await walker.focusList()
  await walker.press('ArrowDown', 'ArrowDown')
  const details = page.getByRole('complementary', { name: messages.items.details.label })
  await expect(details).toBeVisible()
  await walker.visit('items-details')
  await walker.command('toggleDetails')
  await expect(details).toBeHidden()
  await walker.visitFloating('items-header-menu', () =>
    walker.list.getByRole('columnheader').nth(4).click({ button: 'right' }),
  )
  const cell = walker.list.locator('.row[aria-rowindex="3"] [aria-colindex="6"]')
  await walker.visitFloating('items-row-menu', () => cell.click({ button: 'right' }))
  await walker.visitFloating('status-names', async () => {
    await cell.click({ button: 'right' })
    await page.getByRole('menuitem').last().click()
  })
  await walker.focusList()
  await walker.press('Space', 'ArrowDown', 'Space')
  await walker.visit('items-selected')
  await walker.press('Escape')
}

/** Visits the search of items with its suggestions, hints and modes. */
export async function visitSearch(walker: Walker): Promise<void> {
  const { page } = walker
  const field = page.getByRole('searchbox', { name: messages.items.search.label })
  const search = async (text: string): Promise<void> => {
    await field.fill(text)
    await field.press('Enter')
    await waitForList(page)
  }
  await field.fill('poster')
  await expect(walker.list.locator('mark').first()).toBeVisible()
  await search('poster')
  await walker.visit('items-search')
  await walker.visitFloating('items-search-modes', () => page.locator('button.search-mode').click())
  await field.fill('qty:>10 st')
  await expect(page.locator('.search-box').getByRole('listbox')).toBeVisible()
  await walker.visit('items-search-fields')
  await search('qty:lots')
  await walker.visit('items-search-error')
  await search('statsu:3')
  await walker.visit('items-search-correction')
  await search('nothing has this name')
  await walker.visit('items-nothing-found')
  await field.fill('')
  await waitForList(page)
  await field.press('Escape')
  await field.click()
  await expect(page.locator('.search-box').getByRole('listbox')).toBeVisible()
  await walker.visit('items-search-recent')
  await field.press('Escape')
  await field.press('Escape')
}

/** Visits the panels and menus of the bar over the list, and a grouped list. */
export async function visitPanels(walker: Walker): Promise<void> {
  const { page } = walker
  const openViews = () =>
    walker.button(messages.views.current({ name: messages.views.builtIn.everything })).click()
  await walker.visitFloating('items-views', openViews)
  await walker.visitFloating('items-sort', () => page.locator('.list-bar .menu-button').nth(2).click())
  for (const [name, button] of [
    ['items-row-height', messages.items.rowHeight.button],
    ['items-columns', messages.items.columns.button],
  ] as const)
    await walker.visitFloating(name, () => walker.button(button).click())
  await walker.visitFloating('row-colors', async () => {
    await openViews()
    await walker.menuItem(messages.commands.rowColors.label).click()
    await walker.floatingButton(messages.rowColors.add).click()
  })
  await walker.visitFloating('save-view', async () => {
    await openViews()
    await walker.menuItem(messages.commands.saveView.label).click()
  })
  await walker.visitFloating('paste-list', () => walker.command('findList'))
  const group = async (name: string): Promise<void> => {
    await page.locator('.list-bar .menu-button').nth(1).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
    await waitForList(page)
  }
  await group(messages.columns.items.status)
  await walker.visit('items-grouped')
  await walker.visitFloating('items-group', () => page.locator('.list-bar .menu-button').nth(1).click())
  await group(messages.items.group.none)
}

/** Visits the filter builder, and a filtered list. */
export async function visitFilters(walker: Walker): Promise<void> {
  const { page } = walker
  const open = () => page.locator('.list-bar').getByRole('button', { expanded: false }).nth(1).click()
  const add = async (column: string): Promise<void> => {
    await walker.floatingButton(messages.filters.add).click()
    await page.getByRole('option', { name: column, exact: true }).click()
  }
  const { items } = messages.columns
  await open()
  await walker.visit('filter-empty')
  for (const column of [items.posNumber, items.qty, items.updatedAt]) await add(column)
  await walker.floatingButton(messages.filters.addGroup).click()
  await walker.visit('filter')
  await walker.floatingButton(messages.filters.clearAll).click()
  await add(items.status)
  await walker.floating.locator('button.choose').click()
  const values = page.getByRole('dialog', { name: items.status, exact: true })
  await expect(values.getByRole('checkbox').first()).toBeVisible()
  for (const index of [0, 2]) await values.getByRole('checkbox').nth(index).check({ force: true })
  await walker.visit('filter-values')
  await walker.close()
  await waitForList(page)
  await walker.visit('items-filtered')
  await open()
  await walker.floatingButton(messages.filters.clearAll).click()
  await walker.close()
}
