import { tick } from 'svelte'
import type { LinkTarget } from '../../electron/contract/app-link.ts'
import { api } from '../api.ts'
import type { AppModel } from './app.svelte.ts'

/** What a link can change in the window. */
export type LinkContext = Pick<AppModel, 'dialogs' | 'showCampaign'>

/**
 * Opens the `campaign-desk:` link that the system requested, if any: shows a campaign of a connection, and
 * asks or explains in a dialog otherwise. A link never downloads, connects or changes anything.
 */
export async function openRequestedLink(context: LinkContext): Promise<void> {
  // A failure of main concerns no data, and the link can be opened again.
  const target = await api.call('links.openRequested').catch((): LinkTarget => ({ kind: 'invalid' }))
  if (target === null) return
  context.dialogs.closeAll()
  await tick()
  if (target.kind === 'campaign') await context.showCampaign(target.connectionId, target.campaignId)
  else context.dialogs.open({ kind: 'link', target })
}
