import { messages } from '../../../electron/contract/messages.ts'
import { startTestService } from '../../support/service/start.ts'
import { expect } from '../fixtures.ts'
import { forgetConnections } from '../steps.ts'
import { CAMPAIGN } from './campaign-stops.ts'
import type { Walker } from './walker.ts'

const KEY = 'k-81c4-walk'
/** A port that nothing listens on. */
const CLOSED_ADDRESS = 'https://127.0.0.1:49'

async function fillConnection(walker: Walker, address: string, key: string): Promise<void> {
  await walker.textbox(messages.connect.baseUrl).fill(address)
  await walker.textbox(messages.connect.key).fill(key)
}

/** Visits the first screen with its errors, and opens the sample data. */
export async function visitFirstScreen(walker: Walker): Promise<void> {
  await walker.visit('connect')
  await walker.button(messages.connect.connect).click()
  await walker.visit('connect-incomplete')
  await fillConnection(walker, CLOSED_ADDRESS, KEY)
  await walker.button(messages.connect.test).click()
  await expect(walker.page.getByRole('main').getByRole('alert')).toBeVisible()
  await walker.visit('connect-failed')
  await walker.visitFloating('doctor-failed', async () => {
    await walker.button(messages.network.doctor.run).click()
    await expect(walker.floatingButton(messages.network.doctor.again)).toBeEnabled()
  })
  await walker.button(messages.connect.trySample).click()
}

/** Visits the views before the first download, and downloads a campaign. */
export async function visitEmptyViews(walker: Walker): Promise<void> {
  const { places, details } = messages.campaigns
  await walker.choose(places.home)
  await walker.visit('home-nothing-downloaded')
  await walker.choose(places.items)
  await walker.visit('all-items-nothing-downloaded')
  await walker.choose(CAMPAIGN)
  await walker.openTab(details.items)
  await walker.visit('items-not-downloaded')
  await walker.openTab(details.overview)
  await walker.visit('overview-not-downloaded')
  await walker.button(messages.campaigns.details.fetchDetails).click()
  await expect(walker.page.getByRole('region', { name: messages.overview.timeline.title })).toBeVisible()
  await walker.visit('overview-details-only')
  await walker.download(CAMPAIGN)
}

/** Visits what differs with a service: its dialogs, its state, and failures while it is down. */
export async function visitService(walker: Walker): Promise<void> {
  const service = await startTestService({ items: 60, campaigns: 2, key: KEY })
  const { page } = walker
  const menu = page.locator('.connection button').first()
  try {
    await walker.command('newConnection')
    await fillConnection(walker, service.url, KEY)
    await walker.button(messages.connect.test).click()
    await expect(walker.page.getByText(messages.connect.worksTitle)).toBeVisible()
    await walker.visit('connect-works')
    await walker.button(messages.connect.connect).click()
    await expect(walker.page.getByRole('navigation', { name: messages.campaigns.title })).toBeVisible()
    await walker.visit('campaigns-none')
    await walker.visitFloating('key', () => page.locator('.statusbar button.key').click())
    await walker.visitFloating('service-menu', () => menu.click())
    for (const [name, item] of [
      ['rename-connection', messages.connections.rename],
      ['edit-address', messages.connections.editAddress],
      ['replace-key', messages.connections.replaceKey],
      ['authority', messages.network.authority.menu],
      ['client-certificate', messages.network.clientCertificate.menu],
      ['doctor', messages.network.doctor.menu],
    ] as const)
      await walker.visitFloating(name, async () => {
        await menu.click()
        await walker.menuItem(item).click()
      })
    const [campaign] = service.plan.campaigns
    await walker.command('findCampaigns')
    await expect(walker.entry(campaign?.name ?? '')).toBeVisible()
    await service.close()
    await walker.choose(campaign?.name ?? '')
    await walker.command('download')
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await walker.visit('download-failed')
    await walker.visitFloating('activity-failed', () => walker.command('activity'))
  } finally {
    await service.close()
    await forgetConnections(page)
  }
}
