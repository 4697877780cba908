import { render, screen, within, type BoundFunctions, type queries } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { AppModel } from '../../renderer/state/app.svelte.ts'
import { handleWindowInput, handleWindowKey } from '../../renderer/state/commands.ts'
import ItemsView from '../../renderer/views/items/ItemsView.svelte'
import { laterViews } from '../../renderer/views/later.svelte.ts'
import { makeCampaign } from '../support/contract-values.ts'
import type { FakeMain } from '../support/fake-main.ts'
import { CONNECTION, type FakeItemsMain } from './fake-items-main.ts'
import { appContext } from '../support/app-context.ts'

// Once, so that tests need not wait for a view that they open.
await laterViews.load()

/** Returns the application, connected to the fake main. */
export function connectedApp(main: FakeMain): AppModel {
  main.install()
  const app = new AppModel()
  app.connections = [CONNECTION]
  app.connectionId = CONNECTION.id
  app.reviews.follow(CONNECTION.id)
  app.tab = 'items'
  return app
}

/** Renders the items of a campaign, or all items, in a window that handles keys like the application. */
export function renderItems(app: AppModel, campaignId: string | null = 'k1') {
  if (app.campaigns.length === 0) app.campaigns = [makeCampaign()]
  app.campaignId = campaignId
  const pressed = (event: KeyboardEvent): void => handleWindowKey(app, event)
  const typed = (event: Event): void => handleWindowInput(app, event)
  window.addEventListener('keydown', pressed)
  window.addEventListener('input', typed, true)
  onTestFinished(() => {
    window.removeEventListener('keydown', pressed)
    window.removeEventListener('input', typed, true)
  })
  return render(ItemsView, { props: { connection: CONNECTION, campaignId }, context: appContext(app) })
}

/** Renders a campaign with this number of items, or all items; returns the application and the grid. */
export async function showItems(
  main: FakeItemsMain,
  itemCount: number,
  campaignId: string | null = 'k1',
): Promise<{ readonly app: AppModel; readonly grid: HTMLElement }> {
  const app = connectedApp(main)
  app.campaigns = [makeCampaign({ itemCount })]
  renderItems(app, campaignId)
  return { app, grid: await screen.findByRole('grid', { name: 'Items' }) }
}

export const searchBox = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search items…' })
export const listFooter = (): HTMLElement | null => document.querySelector('footer.list-footer')

/** Opens the export dialog. */
export async function openExport(): Promise<BoundFunctions<typeof queries>> {
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  return within(await screen.findByRole('dialog', { name: 'Export items' }))
}
