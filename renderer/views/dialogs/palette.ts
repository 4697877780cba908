import { tick } from 'svelte'
import type { SnapshotState } from '../../../electron/contract/campaign.ts'
import {
  COMMAND_IDS,
  COMMANDS,
  shortcutText,
  type CommandId,
  type PaletteSection,
} from '../../../electron/contract/commands.ts'
import { strings } from '../../../electron/contract/strings/app.ts'
import { strings as viewStrings } from '../../../electron/contract/strings/views.ts'
import type { IconName } from '../../components/icons.ts'
import type { Navigation, Session } from '../../state/app.svelte.ts'
import { showsList } from '../../state/navigation.ts'
import { campaignReference, campaignTitle, matchingCampaigns } from '../../state/campaign-filter.ts'
import type { Commands } from '../../state/commands.ts'
import { viewOfSaved, BUILT_IN_VIEWS, ALL_ITEMS_VIEW, type NamedView } from '../../state/built-in-views.ts'
import type { Environment } from '../../state/environment.svelte.ts'
import type { ViewsModel } from '../../state/views.svelte.ts'
import { openView } from '../../state/navigation.ts'

/** An entry of the palette. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  readonly note: string | null
  readonly icon: IconName
  /** For a campaign: how much of it is downloaded. */
  readonly copy: SnapshotState | null
  readonly run: () => void
}

/** The models whose content the palette lists. */
interface PaletteContext {
  readonly commands: Commands
  readonly environment: Environment
  readonly session: Session
  readonly navigation: Navigation
  readonly views: ViewsModel
}

/** A registered command that is in the palette. */
interface PaletteCommand {
  readonly id: CommandId
  readonly icon: IconName
  readonly section: PaletteSection
}

const PALETTE_COMMANDS = COMMAND_IDS.flatMap((id): PaletteCommand[] => {
  const entry = COMMANDS[id]
  return 'palette' in entry ? [{ id, icon: entry.icon, section: entry.palette }] : []
})

function commandEntries(
  { commands, environment }: PaletteContext,
  section: PaletteSection,
): readonly PaletteEntry[] {
  return PALETTE_COMMANDS.filter((command) => command.section === section).flatMap(({ id: command, icon }) =>
    commands.list(command).map(({ id, label, run }) => ({
      id: `command-${id}`,
      label,
      note: shortcutText(command, environment.platform),
      icon,
      copy: null,
      run: () => {
        // The palette returns the focus first.
        void tick().then(run)
      },
    })),
  )
}

/**
 * Returns the views of every list and of the campaigns of this connection, and the command that saves one.
 */
function viewEntries(context: PaletteContext): readonly PaletteEntry[] {
  const { session, navigation, views } = context
  const { connectionId, campaigns } = session
  if (connectionId === null) return []
  const entry = (view: NamedView, campaignId: string | null, note: string | null): PaletteEntry => ({
    id: `view-${view.id}`,
    label: viewStrings.current(view.name),
    note,
    icon: 'filter',
    copy: null,
    run: () =>
      void openView(navigation, campaignId, view, showsList(navigation.tab) ? navigation.tab : 'items'),
  })
  const saved = views.current.saved.flatMap((view): PaletteEntry[] => {
    const listedView = viewOfSaved(view)
    if (view.place === null) return [entry(listedView, navigation.campaignId, null)]
    const campaign = campaigns.find(({ id }) => id === view.place?.campaignId)
    if (view.place.connectionId !== connectionId || campaign === undefined) return []
    return [entry(listedView, campaign.id, campaignTitle(campaign))]
  })
  return [
    ...saved,
    ...[ALL_ITEMS_VIEW, ...BUILT_IN_VIEWS].map((view) => entry(view, navigation.campaignId, null)),
    ...commandEntries(context, 'views'),
  ]
}

/** Maximum number of listed campaigns; more words narrow them down. */
const MAX_CAMPAIGNS = 50

/** Returns the commands and connections whose names contain the words, and the campaigns that match them. */
export function paletteEntries(context: PaletteContext, searchText: string): readonly PaletteEntry[] {
  const { session, navigation } = context
  const normalizedText = searchText.trim().toLocaleLowerCase()
  const matches = ({ label }: { readonly label: string }): boolean =>
    label.toLocaleLowerCase().includes(normalizedText)

  const commands = commandEntries(context, 'commands').filter(matches)
  const list = commandEntries(context, 'list').filter(matches)
  const views = viewEntries(context).filter(matches)

  const campaigns = matchingCampaigns(session.campaigns, searchText)
    .slice(0, MAX_CAMPAIGNS)
    .map((campaign): PaletteEntry => ({
      id: `campaign-${campaign.id}`,
      label: campaignTitle(campaign),
      note: campaignReference(campaign),
      icon: 'stack',
      copy: campaign.copy,
      run: () => {
        navigation.campaignList.selectOnly(campaign.id)
        navigation.show(campaign.id)
      },
    }))

  const connections = session.connections
    .filter(({ id, name }) => id !== session.connectionId && matches({ label: name }))
    .map((connection): PaletteEntry => ({
      id: `connection-${connection.id}`,
      label: strings.palette.switchTo(connection.name),
      note: null,
      icon: connection.kind === 'sample' ? 'sample' : 'service',
      copy: null,
      run: () => void session.openConnection(connection.id),
    }))

  // Most searches are for campaigns.
  return normalizedText === ''
    ? [...commands, ...views, ...list, ...connections, ...campaigns]
    : [...campaigns, ...views, ...commands, ...list, ...connections]
}
