import type { CopyState } from '../../electron/contract/campaign.ts'
import type { MenuCommand } from '../../electron/contract/events.ts'
import { strings } from '../../electron/contract/strings/app.ts'
import { strings as viewStrings } from '../../electron/contract/strings/views.ts'
import type { IconName } from '../components/icons.ts'
import { showsList, type AppModel } from './app.svelte.ts'
import { campaignReference, campaignTitle, matchingCampaigns } from './campaign-filter.ts'
import { carryOut } from './commands.ts'
import { listEntries } from './palette-list.ts'
import { asOffered, BUILT_IN_VIEWS, EVERYTHING, type OfferedView } from './offered-views.ts'
import { shortcut, type ShortcutAction } from './shortcuts.ts'

/** One thing that can be chosen in the palette. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  readonly note: string | null
  readonly icon: IconName
  /** For a campaign: how far its copy goes. */
  readonly copy: CopyState | null
  readonly run: () => void
}

/** Commands without keys of their own. */
type Unbound = 'findList' | 'automaticDownloads' | 'connectionDoctor' | 'writeReview' | 'readReview'
const UNBOUND: ReadonlySet<string> = new Set<Unbound>([
  'findList',
  'automaticDownloads',
  'connectionDoctor',
  'writeReview',
  'readReview',
])
const isUnbound = (command: string): command is Unbound => UNBOUND.has(command)

const COMMANDS: readonly (readonly [
  Exclude<MenuCommand & ShortcutAction, 'undo' | 'redo'> | Unbound,
  IconName,
])[] = [
  ['search', 'search'],
  ['findList', 'list'],
  ['download', 'download'],
  ['downloadEverything', 'download'],
  ['activity', 'queue'],
  ['export', 'export'],
  ['printList', 'file'],
  ['exportAgain', 'export'],
  ['report', 'file'],
  ['findCampaigns', 'search'],
  ['addCampaign', 'plus'],
  ['toggleCampaigns', 'pane-left'],
  ['toggleDetails', 'pane-right'],
  ['toggleReview', 'review'],
  ['writeReview', 'export'],
  ['readReview', 'file'],
  ['automaticDownloads', 'clock'],
  ['connectionDoctor', 'doctor'],
  ['newConnection', 'service'],
  ['settings', 'settings'],
  ['shortcuts', 'keyboard'],
]

/** Undo and redo, as far as there is something to undo. */
function historyEntries({ history, platform }: AppModel): readonly PaletteEntry[] {
  const entry = (command: 'undo' | 'redo', label: string): PaletteEntry => ({
    id: `command-${command}`,
    label,
    note: shortcut(command, platform),
    icon: command,
    copy: null,
    run: () => void history[command](),
  })
  return [
    ...(history.nextUndo === null ? [] : [entry('undo', history.undoLabel)]),
    ...(history.nextRedo === null ? [] : [entry('redo', history.redoLabel)]),
  ]
}

/** Views that can be gone to: those of every list, and those of a campaign of this connection, which they lead to. */
function viewEntries(app: AppModel): readonly PaletteEntry[] {
  const { connectionId, campaigns } = app
  if (connectionId === null) return []
  const entry = (view: OfferedView, campaignId: string | null, note: string | null): PaletteEntry => ({
    id: `view-${view.id}`,
    label: viewStrings.inForce(view.name),
    note,
    icon: 'filter',
    copy: null,
    run: () => {
      app.show(campaignId, showsList(app.tab) ? app.tab : 'items')
      app.wantedView = view
    },
  })
  const saved = app.views.current.saved.flatMap((view): PaletteEntry[] => {
    const offered = asOffered(view)
    if (view.place === null) return [entry(offered, app.campaignId, null)]
    const campaign = campaigns.find((known) => known.id === view.place?.campaignId)
    if (view.place.connectionId !== connectionId || campaign === undefined) return []
    return [entry(offered, campaign.id, campaignTitle(campaign))]
  })
  const save: PaletteEntry = {
    id: 'command-saveView',
    label: viewStrings.save,
    note: null,
    icon: 'plus',
    copy: null,
    run: () => {
      if (!showsList(app.tab)) app.show(app.campaignId, 'items')
      app.dialogs.open({ kind: 'saveView' })
    },
  }
  return [...saved, ...[EVERYTHING, ...BUILT_IN_VIEWS].map((view) => entry(view, app.campaignId, null)), save]
}

/** Campaigns shown at once; more words narrow them. */
const MOST_CAMPAIGNS = 50

/** What the words find: commands by their names, campaigns as in the list, connections by name. */
export function paletteEntries(app: AppModel, words: string): readonly PaletteEntry[] {
  const wanted = words.trim().toLocaleLowerCase()
  const fits = (label: string): boolean => label.toLocaleLowerCase().includes(wanted)

  const named = COMMANDS.map(([command, icon]): PaletteEntry => ({
    id: `command-${command}`,
    label: strings.shortcuts[command],
    note: isUnbound(command) ? null : shortcut(command, app.platform),
    icon,
    copy: null,
    run: () => void carryOut(app, command),
  }))
  const commands = [...historyEntries(app), ...named].filter((entry) => fits(entry.label))

  const campaigns = matchingCampaigns(app.campaigns, words)
    .slice(0, MOST_CAMPAIGNS)
    .map((campaign): PaletteEntry => ({
      id: `campaign-${campaign.id}`,
      label: campaignTitle(campaign),
      note: campaignReference(campaign),
      icon: 'stack',
      copy: campaign.copy,
      run: () => {
        app.list.selectOnly(campaign.id)
        app.show(campaign.id)
      },
    }))

  const list = listEntries(app).filter((entry) => fits(entry.label))
  const views = viewEntries(app).filter((entry) => fits(entry.label))

  const connections = app.connections
    .filter((connection) => connection.id !== app.connectionId && fits(connection.name))
    .map((connection): PaletteEntry => ({
      id: `connection-${connection.id}`,
      label: strings.palette.switchTo(connection.name),
      note: null,
      icon: connection.kind === 'sample' ? 'sample' : 'service',
      copy: null,
      run: () => void app.openConnection(connection.id),
    }))

  // With words, what is looked for is most often a campaign.
  return wanted === ''
    ? [...commands, ...views, ...list, ...connections, ...campaigns]
    : [...campaigns, ...views, ...commands, ...list, ...connections]
}
