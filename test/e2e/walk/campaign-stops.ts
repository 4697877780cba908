import { messages } from '../../../electron/contract/messages.ts'
import { expect } from '../fixtures.ts'
import { waitForList } from '../steps.ts'
import type { Walker } from './walker.ts'

/** The campaign of the sample data that is shown. */
export const CAMPAIGN = 'Kids Week'

/** Visits the artwork, checks and statistics of the shown campaign. */
export async function visitCampaign(walker: Walker): Promise<void> {
  const { page } = walker
  const { details } = messages.campaigns
  await walker.openTab(messages.artwork.tab)
  await waitForList(page)
  await walker.visit('artwork')
  await walker.visitFloating('artwork-captions', () => walker.button(messages.artwork.sheet.captions).click())
  await walker.openTab(details.items)
  await walker.focusList()
  await walker.press('ControlOrMeta+Enter')
  await expect(walker.floating.locator('img.visible')).toBeVisible()
  await walker.visit('viewer')
  await walker.floatingButton(messages.artwork.viewer.more).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await walker.visit('viewer-menu')
  await walker.close()

  await walker.openTab(messages.checks.tab)
  await walker.visit('checks')
  await walker.visitFloating('checks-standard', () => walker.button(messages.checks.standard).click())
  await walker.button(messages.checks.newRule).click()
  await walker.visit('checks-rule')
  await walker.press('Escape')

  await walker.openTab(details.statistics)
  await walker.visit('statistics')
  await walker.visitFloating('statistics-split', () => page.locator('button.split').click())
  await walker.button(messages.statistics.asTable).click()
  await walker.visit('statistics-table')
  await walker.button(messages.statistics.asTable).click()
}

/** Visits the changes of the shown campaign after another download, and its overview. */
export async function visitChanges(walker: Walker): Promise<void> {
  const { page } = walker
  const { timeline } = messages.overview
  await walker.openTab(messages.changes.tab)
  await walker.visit('changes-none')
  await walker.download(CAMPAIGN)
  const changes = page.getByRole('tree', { name: messages.changes.list })
  await expect(changes).toBeVisible()
  await walker.visit('changes')
  const controls = page.locator('.bar .controls')
  await walker.visitFloating('changes-period', () => controls.getByRole('button').first().click())
  await walker.visitFloating('changes-fields', () => controls.locator('> .button').first().click())
  await walker.command('toggleDetails')
  await changes.focus()
  await walker.press('ControlOrMeta+Home', 'ArrowDown')
  await walker.visit('changes-details')
  await walker.command('toggleDetails')

  await walker.openTab(messages.campaigns.details.overview)
  await walker.visit('overview')
  await walker.button(timeline.asTable).click()
  await walker.visit('overview-table')
  await walker.button(timeline.asTimeline).click()
  const overview = page.getByRole('region', { name: messages.campaigns.details.overview, exact: true })
  for (const [index, name] of ['overview-review', 'overview-people', 'overview-fields'].entries()) {
    await overview.evaluate((region, part) => {
      region.scrollTop = (region.scrollHeight - region.clientHeight) * ((part + 1) / 3)
    }, index)
    await walker.visit(name)
  }
  await walker.visitFloating('downloaded-copy', () => page.locator('.slot > .state').click())
}
