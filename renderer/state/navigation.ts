import { tick } from 'svelte'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { EMPTY_CAMPAIGN_QUERY, type CampaignFilters } from '../../electron/contract/campaign-query.ts'
import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { LastView } from '../../electron/contract/preferences.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { ListReference } from '../../electron/contract/views.ts'
import type { NamedView } from './built-in-views.ts'
import type { CampaignListModel } from './campaign-list.svelte.ts'
import type { CampaignTable } from './campaign-table.svelte.ts'
import type { FrameModel } from './frame.svelte.ts'
import { ActionUnavailable } from './history.svelte.ts'
import type { ItemsState } from './items.svelte.ts'

export type Tab = LastView['tab']

/** What the main area of the window shows. */
export type Content = Tab | 'notDownloaded' | 'nothingDownloaded' | 'deleted'

/** Returns whether the content is the list of items, as rows or as pictures. */
export function showsList(content: Content): content is 'items' | 'artwork' {
  return content === 'items' || content === 'artwork'
}

/** The views of all campaigns together that the list of campaigns begins with. */
export const PLACES = ['home', 'campaigns', 'items'] as const satisfies readonly Tab[]
export type Place = (typeof PLACES)[number]

/** Returns where a tab of all campaigns together belongs. */
export function placeOf(tab: Tab): Place {
  if (tab === 'home') return 'home'
  return showsList(tab) ? 'items' : 'campaigns'
}

/** Returns whether the header has tabs, also while the one that is shown has nothing to show. */
export function hasTabs({
  campaign,
  campaignId,
  content,
  tab,
}: Pick<NavigationContext, 'campaignId' | 'content' | 'tab'> & {
  readonly campaign: CampaignSummary | null
}): boolean {
  if (campaign !== null) return true
  const isShown = content === tab || content === 'nothingDownloaded'
  return campaignId === null && isShown && tab !== 'home' && tab !== 'compare'
}

/** The current view, and how to change it. */
export interface NavigationContext {
  readonly connectionId: string | null
  readonly campaigns: readonly CampaignSummary[]
  /** The campaign that is shown; null for all campaigns. */
  readonly campaignId: string | null
  readonly tab: Tab
  readonly content: Content
  readonly campaignList: CampaignListModel
  readonly frame: FrameModel
  /** Shows a campaign, or with null all campaigns; keeps the tab unless one is given. */
  show(campaignId: string | null, tab?: Tab): void
}

/** Throws {@link ActionUnavailable} if another connection is open. */
export function requireConnection(
  context: Pick<NavigationContext, 'connectionId'>,
  connectionId: string | null,
): void {
  if (context.connectionId !== connectionId)
    throw new ActionUnavailable(messages.history.reasons.connectionChanged)
}

/** Shows a tab of a campaign, unless it is shown. Throws {@link ActionUnavailable} if it no longer exists. */
export async function returnToTab(
  context: NavigationContext,
  { connectionId, campaignId }: ListReference,
  tab: Tab,
): Promise<void> {
  requireConnection(context, connectionId)
  if (campaignId !== null && !context.campaigns.some(({ id, copy }) => id === campaignId && copy !== 'none'))
    throw new ActionUnavailable(messages.history.reasons.campaignRemoved)
  if (context.content === tab && context.campaignId === campaignId) return
  context.campaignList.selectOnly(campaignId)
  context.show(campaignId, tab)
  // The new view opens its list.
  await tick()
}

/** Shows a list of items, unless it is shown. Throws {@link ActionUnavailable} if it no longer exists. */
export async function returnToList(
  context: NavigationContext,
  items: ItemsState,
  list: ListReference,
): Promise<void> {
  const { connectionId, campaignId } = list
  await returnToTab(context, list, showsList(context.tab) ? context.tab : 'items')
  if (items.connectionId !== connectionId || items.campaignId !== campaignId)
    throw new ActionUnavailable(messages.history.reasons.campaignRemoved)
}

/** Applies a view to the items of a campaign, or with null of all campaigns. */
export async function openView(
  context: Pick<NavigationContext, 'show' | 'frame'>,
  campaignId: string | null,
  view: NamedView,
  tab: Tab & ('items' | 'artwork') = 'items',
): Promise<void> {
  context.show(campaignId, tab)
  await tick()
  context.frame.action('showView')?.(view)
}

/** Shows the campaigns that match filters in the table of all campaigns, without its search. */
export async function openCampaigns(
  context: Pick<NavigationContext, 'show'>,
  table: Pick<CampaignTable, 'query' | 'layout' | 'applyView'>,
  filters: CampaignFilters,
): Promise<void> {
  context.show(null, 'campaigns')
  // The table restores its query when it is shown for the first time.
  await tick()
  const { sort, group } = table.query
  await table.applyView({ query: { ...EMPTY_CAMPAIGN_QUERY, sort, filters }, group }, table.layout)
}

/** Shows the campaigns that a search for words finds in the table of all campaigns. */
export async function openCampaignSearch(
  context: Pick<NavigationContext, 'show'>,
  table: Pick<CampaignTable, 'query' | 'layout' | 'applyView'>,
  search: string,
): Promise<void> {
  context.show(null, 'campaigns')
  await tick()
  const { sort, group } = table.query
  const query = { ...EMPTY_CAMPAIGN_QUERY, sort, search, searchMode: 'words' as const }
  await table.applyView({ query, group }, table.layout)
}

/** Shows the findings of a check in the list of its campaign, with this column in view. */
export async function openFindings(
  context: Pick<NavigationContext, 'show' | 'frame'>,
  campaignId: string,
  view: NamedView,
  column: ColumnKey | null,
): Promise<void> {
  context.show(campaignId, 'items')
  await tick()
  context.frame.action('showFindings')?.(view, column)
}

/** Shows an item in the list of its campaign, with its details. */
export async function openItem(
  context: Pick<NavigationContext, 'show' | 'frame'>,
  campaignId: string,
  key: number,
): Promise<void> {
  context.frame.setDetailsOpen(true)
  context.show(campaignId, 'items')
  await tick()
  context.frame.action('showItem')?.(key)
}
