import type { JumpListCategory, JumpListItem, MenuItemConstructorOptions } from 'electron'
import { formatAppLink } from '../app/app-links.ts'
import type { RecentCampaign } from '../app/recent-campaigns.ts'
import { clipText } from '../contract/clip-text.ts'
import type { Connection } from '../contract/connection.ts'
import { escapeControls } from '../contract/escape-text.ts'
import { messages } from '../contract/messages.ts'
import { menuName } from './mnemonics.ts'

/** Menus become no wider than this many characters. */
const MAX_TITLE_LENGTH = 60
/** Windows refuses longer descriptions, and items with longer arguments. */
const MAX_DESCRIPTION_LENGTH = 260
const MAX_ARGUMENTS_LENGTH = 1_000

const titleOf = ({ name, campaignId }: RecentCampaign): string =>
  clipText(escapeControls(name === '' ? campaignId : name), MAX_TITLE_LENGTH)

/** Returns the lines of recent campaigns in a menu. */
export function recentCampaignItems(
  campaigns: readonly RecentCampaign[],
  open: (campaign: RecentCampaign) => void,
): readonly MenuItemConstructorOptions[] {
  return campaigns.map((campaign) => ({ label: menuName(titleOf(campaign)), click: () => open(campaign) }))
}

/** Returns the arguments with which Windows opens a campaign; null if they are not possible. */
function taskArguments(
  { connectionId, campaignId }: RecentCampaign,
  connections: readonly Connection[],
): string | null {
  const connection = connections.find(({ id }) => id === connectionId)
  const link = connection === undefined ? null : formatAppLink(campaignId, connection.baseUrl)
  return link === null ? null : `-- "${link}"`
}

/**
 * Returns the jump list of the application on Windows: a task with a link for each recent campaign, and the
 * files that were opened last.
 * @param program path of the application
 */
export function jumpList(
  campaigns: readonly RecentCampaign[],
  connections: readonly Connection[],
  program: string,
): JumpListCategory[] {
  const items = campaigns.flatMap((campaign): JumpListItem[] => {
    const args = taskArguments(campaign, connections)
    if (args === null || args.length > MAX_ARGUMENTS_LENGTH) return []
    const connection = connections.find(({ id }) => id === campaign.connectionId)
    return [
      {
        type: 'task',
        title: titleOf(campaign),
        description: clipText(escapeControls(connection?.name ?? ''), MAX_DESCRIPTION_LENGTH),
        program,
        args,
        iconPath: program,
        iconIndex: 0,
      },
    ]
  })
  const recent: JumpListCategory[] =
    items.length === 0 ? [] : [{ type: 'custom', name: messages.menu.recentCampaigns, items }]
  return [...recent, { type: 'recent' }]
}

/**
 * Returns the campaigns whose tasks a person has removed from the jump list, which Windows does not add
 * again.
 */
export function removedFromJumpList(
  campaigns: readonly RecentCampaign[],
  connections: readonly Connection[],
  removed: readonly Pick<JumpListItem, 'args'>[],
): readonly RecentCampaign[] {
  const removedArguments = new Set(removed.map(({ args }) => args))
  return campaigns.filter((campaign) => {
    const args = taskArguments(campaign, connections)
    return args !== null && removedArguments.has(args)
  })
}
