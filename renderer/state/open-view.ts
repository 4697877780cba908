import { tick } from 'svelte'
import type { AppModel, Tab } from './app.svelte.ts'
import type { BuiltInView } from './built-in-views.ts'

/** Shows a view of the items of a campaign, or with null of all campaigns. */
export async function openView(
  app: AppModel,
  campaignId: string | null,
  view: BuiltInView,
  tab: Tab & ('items' | 'artwork') = 'items',
): Promise<void> {
  app.show(campaignId, tab)
  await tick()
  app.frame.action('showView')?.(view)
}

/** Shows an item in the list of its campaign, with its details. */
export async function openItem(app: AppModel, campaignId: string, key: number): Promise<void> {
  app.frame.setDetailsOpen(true)
  app.show(campaignId, 'items')
  await tick()
  app.frame.action('showItem')?.(key)
}
