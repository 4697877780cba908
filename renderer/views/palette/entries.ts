import { tick } from 'svelte'
import type { CampaignSummary } from '../../../electron/contract/campaign.ts'
import { clipText, MAX_CELL_LENGTH, shownName } from '../../../electron/contract/clip-text.ts'
import {
  COMMAND_IDS,
  COMMANDS,
  commandLabel,
  commandNames,
  keysOf,
  type CommandId,
  type PaletteSection,
  type PlainCommandId,
} from '../../../electron/contract/commands.ts'
import type { ItemRow } from '../../../electron/contract/item.ts'
import type { ItemSearch } from '../../../electron/contract/query.ts'
import { detectSearchMode } from '../../../electron/contract/search-mode.ts'
import { messages } from '../../../electron/contract/messages.ts'
import type { IconName } from '../../components/icons.ts'
import type { Navigation, Session } from '../../state/app.svelte.ts'
import { ALL_ITEMS_VIEW, BUILT_IN_VIEWS, viewOfSaved, type NamedView } from '../../state/built-in-views.ts'
import { campaignReference, campaignTitle } from '../../state/campaign-filter.ts'
import { isBusy, itemCountOf } from '../../state/campaign-text.ts'
import type { Commands } from '../../state/commands.ts'
import type { DialogsModel } from '../../state/dialogs.svelte.ts'
import type { Environment } from '../../state/environment.svelte.ts'
import { PLAIN_VIEW } from '../../state/items-query.ts'
import { openItem, openView, showsList, type Tab } from '../../state/navigation.ts'
import type { PreferencesModel } from '../../state/preferences.svelte.ts'
import { recentSearchesOf } from '../../state/recent-searches.ts'
import { SettingsView } from '../../state/settings-view.svelte.ts'
import { availableSettings, settingLabel, SETTINGS } from '../../state/settings.ts'
import { valueText } from '../settings/setting-text.ts'
import type { UpdatesModel } from '../../state/updates.svelte.ts'
import type { ViewsModel } from '../../state/views.svelte.ts'
import type { Visit } from '../../state/visits.svelte.ts'

/** What is drawn before an entry. */
type EntryPicture =
  | { readonly kind: 'icon'; readonly name: IconName }
  | { readonly kind: 'campaign'; readonly campaign: CampaignSummary }
  | { readonly kind: 'item'; readonly row: ItemRow }
  | { readonly kind: 'none' }

/** An entry of the palette. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** Shown after the label, as whole as possible. */
  readonly note: string | null
  /** Shown after the note where there is space. */
  readonly detail: string | null
  /** Further texts that are searched like the label. */
  readonly terms: readonly string[]
  /** Other words that people type for it; matches of the label come first. */
  readonly keywords: string
  readonly picture: EntryPicture
  /** Shown at the end, such as the value of a setting. */
  readonly value: string | null
  /** Keys that do the same; empty if there are none. */
  readonly keys: string
  /** Called after the palette is closed. */
  readonly run: () => void
}

/** The models whose content the palette lists. */
export interface PaletteContext {
  readonly commands: Commands
  readonly dialogs: Pick<DialogsModel, 'open'>
  readonly environment: Environment
  readonly navigation: Navigation
  readonly preferences: PreferencesModel
  readonly session: Session
  readonly updates: Pick<UpdatesModel, 'status'>
  readonly views: ViewsModel
}

type EntryDetails = Partial<Omit<PaletteEntry, 'id' | 'label' | 'run'>>

function entry(id: string, label: string, run: () => void, details: EntryDetails = {}): PaletteEntry {
  return {
    note: null,
    detail: null,
    terms: [],
    keywords: '',
    picture: { kind: 'none' },
    value: null,
    keys: '',
    ...details,
    id,
    label,
    run,
  }
}

const icon = (name: IconName): EntryPicture => ({ kind: 'icon', name })

/** The command that leads to each tab, whose label names it. */
const TAB_COMMANDS: Readonly<Record<Tab, PlainCommandId>> = {
  overview: 'tabOverview',
  items: 'tabItems',
  artwork: 'tabArtwork',
  changes: 'tabChanges',
  checks: 'tabChecks',
  statistics: 'tabStatistics',
  home: 'home',
  campaigns: 'allCampaigns',
  timeline: 'timeline',
  compare: 'compareCampaigns',
}

const ALL_TAB_COMMANDS: Partial<Readonly<Record<Tab, PlainCommandId>>> = {
  items: 'allItems',
  statistics: 'allStatistics',
}

/** The sections of the palette in their order. */
const SECTIONS = ['commands', 'views', 'list'] as const satisfies readonly PaletteSection[]

/** Returns the commands that can run now, and the other connections. */
export function commandEntries(context: PaletteContext): readonly PaletteEntry[] {
  const { commands, environment, session } = context
  const ofSection = (section: PaletteSection): readonly PaletteEntry[] =>
    COMMAND_IDS.flatMap((command) => {
      const registered = COMMANDS[command]
      if (!('palette' in registered) || registered.palette !== section) return []
      const { keywords = '' } = commandNames(command)
      return commands.list(command).map(({ id, label, run }) =>
        entry(
          `command-${id}`,
          label,
          // The palette returns the focus first.
          () => void tick().then(run),
          {
            note: destinationOf(context, command),
            keywords,
            picture: icon(registered.icon),
            keys: keysOf(command, environment.platform),
          },
        ),
      )
    })
  const connections = session.connections
    .filter(({ id }) => id !== session.connectionId)
    .map(({ id, name, kind }) =>
      entry(
        `connection-${id}`,
        messages.palette.switchTo({ name: shownName(name) }),
        () => void session.openConnection(id),
        { picture: icon(kind === 'sample' ? 'sample' : 'service') },
      ),
    )
  return [...SECTIONS.flatMap(ofSection), ...connections]
}

/** Returns where a command leads, or null if its label says it. */
function destinationOf({ navigation, session }: PaletteContext, command: CommandId): string | null {
  if (command !== 'back' && command !== 'forward') return null
  const visit = navigation.visits.neighbor(command === 'back' ? -1 : 1)
  const name = visit === null ? null : visitName(session, visit)
  return name === null ? null : messages.palette.destination({ name })
}

/** Returns the name of a visited view; null if its campaign no longer exists. */
function visitName({ campaigns }: Pick<Session, 'campaigns'>, { campaignId, tab }: Visit): string | null {
  if (campaignId === null) return commandLabel(ALL_TAB_COMMANDS[tab] ?? TAB_COMMANDS[tab])
  const campaign = campaigns.find(({ id }) => id === campaignId)
  return campaign === undefined
    ? null
    : messages.palette.place({ campaign: campaignTitle(campaign), tab: commandLabel(TAB_COMMANDS[tab]) })
}

/**
 * Returns the views of every list and of the campaigns of this connection, recent views and recent searches.
 */
export function placeEntries(context: PaletteContext): readonly PaletteEntry[] {
  return [...viewEntries(context), ...visitEntries(context), ...searchEntries(context)]
}

/** Returns recent views and searches, the latest first. */
export function recentEntries(context: PaletteContext): readonly PaletteEntry[] {
  return [...visitEntries(context), ...searchEntries(context)]
}

function viewEntries({ session, navigation, views }: PaletteContext): readonly PaletteEntry[] {
  const { connectionId, campaigns } = session
  if (connectionId === null) return []
  const ofView = (view: NamedView, campaignId: string | null, campaignName: string | null): PaletteEntry =>
    entry(
      `view-${view.id}`,
      view.name,
      () => void openView(navigation, campaignId, view, showsList(navigation.tab) ? navigation.tab : 'items'),
      {
        note: [messages.palette.view, campaignName].filter((part) => part !== null).join(' · '),
        terms: [messages.views.current({ name: view.name })],
        picture: icon('filter'),
      },
    )
  const saved = views.current.saved.flatMap((view): PaletteEntry[] => {
    if (view.place === null) return [ofView(viewOfSaved(view), navigation.campaignId, null)]
    const campaign = campaigns.find(({ id }) => id === view.place?.campaignId)
    if (view.place.connectionId !== connectionId || campaign === undefined) return []
    return [ofView(viewOfSaved(view), campaign.id, campaignTitle(campaign))]
  })
  return [
    ...saved,
    ...[ALL_ITEMS_VIEW, ...BUILT_IN_VIEWS].map((view) => ofView(view, navigation.campaignId, null)),
  ]
}

function visitEntries({ environment, navigation, session }: PaletteContext): readonly PaletteEntry[] {
  return navigation.visits.recent().flatMap((visit): readonly PaletteEntry[] => {
    const { campaignId, tab, leftAt } = visit
    const name = visitName(session, visit)
    if (name === null) return []
    const run = (): void => {
      navigation.campaignList.selectOnly(campaignId)
      navigation.show(campaignId, tab)
    }
    return [
      entry(`visit-${campaignId ?? ''}-${tab}`, name, run, {
        note: environment.format.ago(leftAt, environment.now),
        picture: icon('clock'),
      }),
    ]
  })
}

function searchEntries({ navigation, preferences, session }: PaletteContext): readonly PaletteEntry[] {
  if (session.connectionId === null) return []
  return recentSearchesOf(preferences.current, session.connectionId).map(({ search, mode }, index) =>
    entry(
      `search-${String(index)}`,
      messages.palette.recentSearch({ words: clipText(search, MAX_CELL_LENGTH) }),
      () =>
        openSearch(navigation, navigation.campaignId, {
          search,
          searchMode: mode ?? detectSearchMode(search),
        }),
      { note: messages.palette.searchNote, picture: icon('clock') },
    ),
  )
}

/** Returns the settings with their values. */
export function settingEntries({
  dialogs,
  environment,
  preferences,
  session,
  updates,
}: PaletteContext): readonly PaletteEntry[] {
  const situation = {
    connection: session.connection,
    isManaged: environment.managed !== null,
    updateMethod: updates.status.method,
  }
  return availableSettings(situation).map((id) => {
    const show = (): void => {
      const view = new SettingsView()
      view.showSetting(id)
      dialogs.open({ kind: 'settings', view })
    }
    const value = valueText(id, preferences.current, environment.format)
    return entry(`setting-${id}`, settingLabel(id), show, {
      note: messages.settings.sections[SETTINGS[id].section],
      keywords: messages.settings.keywords[id],
      picture: icon('settings'),
      value: value === '' ? null : value,
    })
  })
}

/** Returns the entry of a campaign, which leads to it. */
export function campaignEntry(
  { navigation, session }: PaletteContext,
  campaign: CampaignSummary,
): PaletteEntry {
  const count = itemCountOf(campaign)
  const job = session.campaignJobs.get(campaign.id)
  const state =
    isBusy(job) && job.state === 'running'
      ? messages.palette.downloading
      : campaign.copy === 'none'
        ? messages.campaigns.notDownloaded
        : null
  const parts = [campaignReference(campaign), count === null ? null : messages.counts.items({ count }), state]
  return entry(
    `campaign-${campaign.id}`,
    campaignTitle(campaign),
    () => {
      navigation.campaignList.selectOnly(campaign.id)
      navigation.show(campaign.id)
    },
    { note: parts.filter((part) => part !== null).join(' · '), picture: { kind: 'campaign', campaign } },
  )
}

/** Returns the entry of an item, which leads to it in the list of its campaign. */
export function itemEntry(
  { navigation, session }: PaletteContext,
  row: ItemRow,
  withCampaign: boolean,
): PaletteEntry {
  const campaign = session.campaigns.find(({ id }) => id === row.campaignId)
  const name = row.itemName?.trim() ?? ''
  return entry(
    `item-${String(row.key)}`,
    name === '' ? messages.items.details.unnamed : clipText(name, MAX_CELL_LENGTH),
    () => {
      if (campaign === undefined) return
      navigation.campaignList.selectOnly(campaign.id)
      void openItem(navigation, campaign.id, row.key)
    },
    {
      note: row.posNumber === null ? null : clipText(row.posNumber, MAX_CELL_LENGTH),
      detail: withCampaign && campaign !== undefined ? campaignTitle(campaign) : null,
      picture: { kind: 'item', row },
    },
  )
}

/** Shows the items that a search finds, of a campaign or with null of all. */
export function openSearch(
  navigation: Navigation,
  campaignId: string | null,
  { search, searchMode }: Pick<ItemSearch, 'search' | 'searchMode'>,
): void {
  navigation.campaignList.selectOnly(campaignId)
  void openView(navigation, campaignId, {
    id: 'palette-search',
    name: search,
    query: { ...PLAIN_VIEW, search, searchMode },
    columns: null,
    rowColors: null,
    saved: null,
  })
}
