import type { Page } from 'playwright/test'
import { startTestService, type TestService } from '../support/service/start.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test as base } from './fixtures.ts'
import { connect, downloadCampaign, gridRowCount } from './steps.ts'

// Scripts and assistive technology use these roles and names; new texts must not change them.

const test = base.extend<{ service: TestService }>({
  service: async ({}, use) => {
    const service = await startTestService({ items: 60, campaigns: 1, key: 'k-3f0d-names' })
    await use(service)
    await service.close()
  },
})

type Role = 'button' | 'textbox' | 'searchbox' | 'navigation' | 'tab' | 'grid'

async function expectNames(page: Page, role: Role, names: readonly string[]): Promise<void> {
  for (const name of names)
    await expect(page.getByRole(role, { name, exact: true }), `${role} ${name}`).toHaveCount(1)
}

test('the first start, the list and its export keep their roles and names', async ({ start }) => {
  const { page } = await start()
  await expect(page.locator('html')).toHaveAttribute('data-app-state', 'ready')
  await expectNames(page, 'textbox', ['Base address', 'API key'])
  await expectNames(page, 'button', ['Test connection', 'Connect', 'Try with sample data'])

  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await expectNames(page, 'navigation', ['Campaigns'])
  await downloadCampaign(page, 'Kids Week')
  await expectNames(page, 'tab', ['Items', 'Artwork', 'Changes'])
  await expectNames(page, 'button', ['Download', 'Export'])
  await expectNames(page, 'grid', ['Items'])

  await test.step('the search field stays a search box while it has suggestions', async () => {
    const search = page.getByRole('searchbox', { name: 'Search items…' })
    await expect(search).toHaveCount(1)
    const all = await gridRowCount(page)
    await search.fill('ele')
    await page.getByRole('button', { name: /^Search mode/u }).click()
    await page.getByRole('menuitemradio', { name: /^Fields/u }).click()
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Use the arrow keys.' })).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    const option = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { selected: true })
    await expect(search).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    await expectAccessible(page, 'suggestions of the search box')
    await page.keyboard.press('Escape')
    await search.fill('poster')
    await expect.poll(() => gridRowCount(page)).toBeLessThan(all)
  })

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Export/u })).toHaveCount(1)
})

test('a new connection offers to find its campaigns', async ({ start, service }) => {
  const { page } = await start()
  await connect(page, service.url, 'k-3f0d-names')
  const find = page.getByRole('button', { name: 'Find campaigns', exact: true })
  await expect(find.first()).toBeVisible()
  await find.first().click()
  await downloadCampaign(page, service.plan.campaigns[0]?.name ?? '')
  await expect.poll(() => gridRowCount(page)).toBe(60)
})
