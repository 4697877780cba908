import { CAMPAIGN_DATES, DEFAULT_CAMPAIGN_DATES } from '../../../electron/contract/campaign-columns.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { expect } from '../fixtures.ts'
import { waitForList } from '../steps.ts'
import type { Walker } from './walker.ts'

/** Campaigns of the sample data that have items in common. */
const COMPARED_CAMPAIGNS = ['Autumn Home Refresh', 'Back to School 2026'] as const

/** Visits the views of all campaigns, with three downloaded ones. */
export async function visitConnection(walker: Walker): Promise<void> {
  const { page } = walker
  const { places, details } = messages.campaigns
  for (const campaign of COMPARED_CAMPAIGNS) await walker.download(campaign)
  await walker.choose(places.items)
  await waitForList(page)
  await walker.visit('all-items')
  await visitTable(walker)
  await walker.choose(places.home)
  await walker.visit('home')
  await walker.choose(places.campaigns)

  await walker.openTab(details.timeline)
  await walker.visit('timeline')
  await walker.visitFloating('timeline-dates', () =>
    walker
      .button(
        messages.timeline.dateChoice.button({
          chosen: DEFAULT_CAMPAIGN_DATES.length,
          all: CAMPAIGN_DATES.length,
        }),
      )
      .click(),
  )
  await walker.visitFloating('timeline-details', () =>
    page.getByRole('grid').locator('.plot .mark').first().click(),
  )
  await walker.button(messages.timeline.showAsTable).click()
  await walker.visit('timeline-table')
  await walker.button(messages.timeline.showAsTimeline).click()
  await walker.openTab(details.statistics)
  await walker.visit('all-statistics')

  await walker.command('compareCampaigns')
  await walker.visit('compare-empty')
  for (const [index, name] of COMPARED_CAMPAIGNS.entries()) {
    await page.locator('button.picker').nth(index).click()
    await page.getByRole('combobox', { name: messages.comparison.pickers.search }).fill(name)
    await walker.press('Enter')
  }
  await expect(page.getByRole('listbox', { name: messages.comparison.table.label.different })).toBeVisible()
  await walker.visit('compare')
  await page.getByRole('radio').nth(1).check({ force: true })
  await walker.visit('compare-fields')
  await page.getByRole('radio').first().check({ force: true })
  await walker.visitFloating('compare-export', () => walker.button(messages.comparison.bar.export).click())
}

/** Visits the table of all campaigns. */
async function visitTable(walker: Walker): Promise<void> {
  const { page } = walker
  await walker.choose(messages.campaigns.places.campaigns)
  const table = page.getByRole('grid', { name: messages.campaignTable.label })
  await expect(table).toBeVisible()
  const fetchDetails = page
    .getByRole('main')
    .getByText(messages.campaignActions.fetchDetails, { exact: true })
  await fetchDetails.click()
  await expect(fetchDetails).toHaveCount(0)
  await walker.visit('campaigns')
  await walker.visitFloating('campaigns-row-menu', () =>
    table.locator('.row').nth(1).click({ button: 'right' }),
  )
  await walker.visitFloating('campaigns-header-menu', () =>
    table.getByRole('columnheader').nth(2).click({ button: 'right' }),
  )
  await walker.visitFloating('campaigns-columns', () => walker.button(messages.items.columns.button).click())
  await walker.visitFloating('campaigns-views', () => page.locator('.list-bar .menu-button').first().click())
  await walker.visitFloating('campaigns-export', async () => {
    await walker.command('export')
    await expect(walker.floating.getByRole('table')).toBeVisible()
  })
  await table.focus()
  await walker.press('ControlOrMeta+Home', 'Space', 'ArrowDown', 'Space')
  await walker.visit('campaigns-selected')
  await walker.press('Escape')
}
