import { acceleratorsOn, acceleratorText, matchesKeys } from './accelerators.ts'
import type { Accelerator, KeyPress, Platform } from './accelerators.ts'
import { customShortcuts, resolveShortcuts, type CustomShortcuts } from './custom-shortcuts.ts'
import { messages } from './messages.ts'
import type { Messages } from './messages/types.ts'

/**
 * Where a command works. Keys are unique in a scope; `list` is over items or the table of campaigns, `review`
 * over items.
 */
export type CommandScope = 'application' | 'connection' | 'list' | 'review'

/** The menus with commands, from left to right; `application` is that of a Mac. */
export const MENU_NAMES = ['application', 'file', 'edit', 'view', 'go', 'campaigns', 'help'] as const
export type MenuName = (typeof MENU_NAMES)[number]

/** Lines of a menu are sorted by group, with a separator between groups, then by order. */
interface MenuPlacement {
  readonly in: MenuName
  readonly group: number
  readonly order: number
}

export type ShortcutGroup = 'general' | 'moving' | 'reviewing' | 'list'

/** The palette lists the commands of a section in the order of the registry. */
export type PaletteSection = 'commands' | 'views' | 'list'

/** The names of a command are its entry in the messages `commands`. */
export interface CommandEntry {
  readonly keys?: Accelerator
  /** Further keys in the review of single items, where letters do not search. */
  readonly singleReviewKeys?: string
  readonly icon?: string
  readonly scope: CommandScope
  /** Whether the palette lists it once for each choice, whose name its label contains. */
  readonly hasChoices?: true
  readonly menu?: MenuPlacement & {
    /** Default: the same on a Mac. */
    readonly mac?: MenuPlacement
  }
  /** Absent if the palette does not have it. */
  readonly palette?: PaletteSection
  /** Position in the list of keyboard shortcuts, or the command whose line shows these keys too. */
  readonly shortcuts?: { readonly group: ShortcutGroup; readonly order: number } | { readonly with: string }
}

/** The names of a command. */
interface CommandNames {
  /** For the palette. */
  readonly label: string | ((values: { readonly choice: string }) => string)
  /** For the application menu; `&` marks the letter that chooses it on Windows and Linux. */
  readonly menu?: string
  /** For the list of keyboard shortcuts; default: the label. */
  readonly shortcut?: string
  /** Other words that people type for it in the palette. */
  readonly keywords?: string
}

/** All commands of the window. Their handlers are in `renderer/state/command-handlers.ts`, by id. */
export const COMMANDS = {
  undo: {
    keys: 'Mod+Z',
    icon: 'undo',
    scope: 'application',
    menu: { in: 'edit', group: 1, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 3 },
  },
  redo: {
    keys: { default: 'Mod+Shift+Z', menu: 'Mod+Y' },
    icon: 'redo',
    scope: 'application',
    menu: { in: 'edit', group: 1, order: 2 },
    palette: 'commands',
    shortcuts: { with: 'undo' },
  },
  tabOverview: {
    keys: 'Mod+1',
    scope: 'connection',
    menu: { in: 'go', group: 3, order: 1 },
    shortcuts: { group: 'moving', order: 1 },
  },
  tabItems: {
    keys: 'Mod+2',
    scope: 'connection',
    menu: { in: 'go', group: 3, order: 2 },
    shortcuts: { with: 'tabOverview' },
  },
  tabArtwork: {
    keys: 'Mod+3',
    scope: 'connection',
    menu: { in: 'go', group: 3, order: 3 },
    shortcuts: { with: 'tabOverview' },
  },
  tabChanges: {
    keys: 'Mod+4',
    scope: 'connection',
    menu: { in: 'go', group: 3, order: 4 },
    shortcuts: { with: 'tabOverview' },
  },
  tabChecks: {
    keys: 'Mod+5',
    scope: 'connection',
    menu: { in: 'go', group: 3, order: 5 },
    shortcuts: { with: 'tabOverview' },
  },
  tabStatistics: {
    keys: 'Mod+6',
    scope: 'connection',
    menu: { in: 'go', group: 3, order: 6 },
    shortcuts: { with: 'tabOverview' },
  },
  home: {
    keys: 'Mod+Shift+H',
    icon: 'home',
    scope: 'connection',
    menu: { in: 'go', group: 2, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'moving', order: 0 },
  },
  allCampaigns: {
    icon: 'grid',
    scope: 'connection',
    menu: { in: 'go', group: 2, order: 2 },
    palette: 'commands',
  },
  timeline: {
    icon: 'timeline',
    scope: 'connection',
    menu: { in: 'go', group: 2, order: 4 },
    palette: 'commands',
  },
  allStatistics: {
    icon: 'chart',
    scope: 'connection',
    menu: { in: 'go', group: 2, order: 5 },
    palette: 'commands',
  },
  compareCampaigns: {
    icon: 'compare',
    scope: 'connection',
    menu: { in: 'go', group: 2, order: 6 },
    palette: 'commands',
  },
  allItems: {
    icon: 'rows',
    scope: 'connection',
    menu: { in: 'go', group: 2, order: 3 },
    palette: 'commands',
  },
  back: {
    keys: { default: 'Alt+ArrowLeft', mac: 'Mod+[' },
    icon: 'arrow-left',
    scope: 'connection',
    menu: { in: 'go', group: 1, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'moving', order: 2 },
  },
  forward: {
    keys: { default: 'Alt+ArrowRight', mac: 'Mod+]' },
    icon: 'arrow-right',
    scope: 'connection',
    menu: { in: 'go', group: 1, order: 2 },
    palette: 'commands',
    shortcuts: { with: 'back' },
  },
  nextPart: { keys: 'F6', scope: 'connection', shortcuts: { group: 'moving', order: 3 } },
  previousPart: { keys: 'Shift+F6', scope: 'connection' },
  palette: {
    keys: 'Mod+K',
    scope: 'connection',
    menu: { in: 'view', group: 1, order: 1 },
    shortcuts: { group: 'general', order: 2 },
  },
  search: {
    keys: 'Mod+F',
    icon: 'search',
    scope: 'connection',
    menu: { in: 'edit', group: 3, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 1 },
  },
  findList: {
    icon: 'list',
    scope: 'connection',
    menu: { in: 'edit', group: 3, order: 2 },
    palette: 'commands',
  },
  download: {
    keys: 'Mod+R',
    icon: 'download',
    scope: 'connection',
    menu: { in: 'campaigns', group: 1, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 6 },
  },
  downloadEverything: {
    keys: 'Mod+Shift+R',
    icon: 'download',
    scope: 'connection',
    menu: { in: 'campaigns', group: 1, order: 2 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 7 },
  },
  activity: {
    keys: 'Mod+J',
    icon: 'queue',
    scope: 'connection',
    menu: { in: 'view', group: 1, order: 2 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 8 },
  },
  export: {
    keys: 'Mod+E',
    icon: 'export',
    scope: 'connection',
    menu: { in: 'file', group: 2, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 4 },
  },
  printList: {
    keys: 'Mod+Shift+P',
    icon: 'file',
    scope: 'connection',
    menu: { in: 'file', group: 3, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'list', order: 11 },
  },
  repeatExport: {
    keys: 'Mod+Shift+E',
    icon: 'export',
    scope: 'connection',
    menu: { in: 'file', group: 2, order: 2 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 5 },
  },
  report: {
    keys: 'Mod+P',
    icon: 'file',
    scope: 'connection',
    menu: { in: 'file', group: 3, order: 2 },
    palette: 'commands',
    shortcuts: { group: 'reviewing', order: 4 },
  },
  findCampaigns: {
    keys: 'Mod+Shift+F',
    icon: 'search',
    scope: 'connection',
    menu: { in: 'campaigns', group: 2, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 9 },
  },
  addCampaign: {
    keys: 'Mod+N',
    icon: 'plus',
    scope: 'connection',
    menu: { in: 'campaigns', group: 2, order: 2 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 10 },
  },
  toggleCampaigns: {
    keys: 'Mod+B',
    icon: 'pane-left',
    scope: 'connection',
    menu: { in: 'view', group: 2, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'moving', order: 4 },
  },
  toggleDetails: {
    keys: 'Mod+I',
    icon: 'pane-right',
    scope: 'connection',
    menu: { in: 'view', group: 2, order: 2 },
    palette: 'commands',
    shortcuts: { group: 'moving', order: 5 },
  },
  reviewItems: {
    keys: 'Mod+Shift+Enter',
    icon: 'review',
    scope: 'connection',
    menu: { in: 'view', group: 2, order: 4 },
    palette: 'commands',
    shortcuts: { group: 'moving', order: 6 },
  },
  toggleMarks: {
    keys: 'Mod+Shift+M',
    icon: 'done',
    scope: 'connection',
    menu: { in: 'view', group: 2, order: 3 },
    palette: 'commands',
    shortcuts: { group: 'reviewing', order: 0 },
  },
  writeReview: {
    icon: 'export',
    scope: 'connection',
    menu: { in: 'file', group: 4, order: 1 },
    palette: 'commands',
  },
  readReview: {
    icon: 'file',
    scope: 'connection',
    menu: { in: 'file', group: 4, order: 2 },
    palette: 'commands',
  },
  backUp: {
    icon: 'export',
    scope: 'application',
    menu: { in: 'file', group: 5, order: 1 },
    palette: 'commands',
  },
  restoreBackup: {
    icon: 'undo',
    scope: 'application',
    menu: { in: 'file', group: 5, order: 2 },
    palette: 'commands',
  },
  automaticDownloads: {
    icon: 'clock',
    scope: 'connection',
    menu: { in: 'campaigns', group: 1, order: 3 },
    palette: 'commands',
  },
  connectionDoctor: {
    icon: 'doctor',
    scope: 'connection',
    menu: { in: 'help', group: 1, order: 3 },
    palette: 'commands',
  },
  openWindow: {
    keys: 'Mod+Shift+N',
    icon: 'window',
    scope: 'connection',
    menu: { in: 'file', group: 1, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 11 },
  },
  newConnection: {
    icon: 'service',
    scope: 'application',
    menu: { in: 'file', group: 1, order: 2 },
    palette: 'commands',
  },
  zoomIn: {
    keys: 'Mod+=',
    icon: 'zoom-in',
    scope: 'application',
    menu: { in: 'view', group: 3, order: 2 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 14 },
  },
  zoomOut: {
    keys: 'Mod+-',
    icon: 'zoom-out',
    scope: 'application',
    menu: { in: 'view', group: 3, order: 3 },
    palette: 'commands',
    shortcuts: { with: 'zoomIn' },
  },
  actualSize: {
    keys: 'Mod+0',
    icon: 'search',
    scope: 'application',
    menu: { in: 'view', group: 3, order: 1 },
    palette: 'commands',
    shortcuts: { with: 'zoomIn' },
  },
  settings: {
    keys: 'Mod+,',
    icon: 'settings',
    scope: 'application',
    menu: { in: 'file', group: 6, order: 1, mac: { in: 'application', group: 2, order: 1 } },
    palette: 'commands',
    shortcuts: { group: 'general', order: 12 },
  },
  guide: {
    keys: 'F1',
    icon: 'information',
    scope: 'application',
    menu: { in: 'help', group: 1, order: 1 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 15 },
  },
  shortcuts: {
    keys: '?',
    icon: 'keyboard',
    scope: 'application',
    menu: { in: 'help', group: 1, order: 2 },
    palette: 'commands',
    shortcuts: { group: 'general', order: 13 },
  },
  checkForUpdates: {
    icon: 'download',
    scope: 'application',
    menu: { in: 'help', group: 3, order: 1, mac: { in: 'application', group: 1, order: 2 } },
    palette: 'commands',
  },
  saveDiagnostics: {
    icon: 'archive',
    scope: 'application',
    menu: { in: 'help', group: 2, order: 1 },
    palette: 'commands',
  },
  reportProblem: {
    icon: 'open-outside',
    scope: 'application',
    menu: { in: 'help', group: 2, order: 2 },
    palette: 'commands',
  },
  about: {
    icon: 'information',
    scope: 'application',
    menu: { in: 'help', group: 3, order: 2, mac: { in: 'application', group: 1, order: 1 } },
    palette: 'commands',
  },
  saveView: { icon: 'plus', scope: 'connection', palette: 'views' },
  searchBy: { icon: 'search', scope: 'list', hasChoices: true, palette: 'list' },
  viewArtwork: {
    keys: 'Mod+Enter',
    icon: 'image',
    scope: 'list',
    palette: 'list',
    shortcuts: { group: 'list', order: 13 },
  },
  filter: { icon: 'filter', scope: 'list', palette: 'list' },
  clearFilters: { icon: 'filter', scope: 'list', palette: 'list' },
  sortBy: { icon: 'list', scope: 'list', hasChoices: true, palette: 'list' },
  groupBy: { icon: 'list', scope: 'list', hasChoices: true, palette: 'list' },
  ungroup: { icon: 'list', scope: 'list', palette: 'list' },
  collapseGroups: { icon: 'list', scope: 'connection', palette: 'list' },
  expandGroups: { icon: 'list', scope: 'connection', palette: 'list' },
  columns: { icon: 'columns', scope: 'list', palette: 'list' },
  newCheck: { icon: 'check', scope: 'list', palette: 'list' },
  rowColors: { icon: 'rows', scope: 'list', palette: 'list' },
  fitColumns: { icon: 'columns', scope: 'list', palette: 'list' },
  freezeColumns: {
    keys: 'Alt+Shift+ArrowRight',
    icon: 'columns',
    scope: 'list',
    palette: 'list',
    shortcuts: { group: 'list', order: 6 },
  },
  unfreezeColumns: {
    keys: 'Alt+Shift+ArrowLeft',
    icon: 'columns',
    scope: 'list',
    palette: 'list',
    shortcuts: { group: 'list', order: 7 },
  },
  rowHeight: { icon: 'rows', scope: 'list', hasChoices: true, palette: 'list' },
  captions: { icon: 'tag', scope: 'list', palette: 'list' },
  orderByMarks: { icon: 'review', scope: 'review', hasChoices: true, palette: 'list' },
  addPhotos: {
    keys: 'Mod+U',
    icon: 'image',
    scope: 'review',
    palette: 'list',
    shortcuts: { group: 'reviewing', order: 3 },
  },
  takePhoto: {
    singleReviewKeys: 'P',
    icon: 'camera',
    scope: 'review',
    palette: 'list',
    shortcuts: { group: 'reviewing', order: 5 },
  },
  nextUnreviewed: {
    singleReviewKeys: 'Enter',
    icon: 'arrow-right',
    scope: 'review',
    palette: 'list',
    shortcuts: { group: 'reviewing', order: 6 },
  },
  selectAll: {
    keys: 'Mod+A',
    icon: 'check',
    scope: 'list',
    palette: 'list',
    shortcuts: { group: 'list', order: 17 },
  },
  invertSelection: {
    keys: 'Mod+Shift+A',
    icon: 'check',
    scope: 'list',
    palette: 'list',
    shortcuts: { group: 'list', order: 18 },
  },
  copyRows: { keys: 'Mod+C', icon: 'copy', scope: 'list', shortcuts: { group: 'list', order: 19 } },
  copyCell: { keys: 'Mod+Shift+C', scope: 'list', shortcuts: { group: 'list', order: 20 } },
  markOk: { keys: '1', scope: 'review', shortcuts: { group: 'reviewing', order: 1 } },
  markProblem: { keys: '2', scope: 'review', shortcuts: { with: 'markOk' } },
  markQuestion: { keys: '3', scope: 'review', shortcuts: { with: 'markOk' } },
  clearMark: { keys: '0', scope: 'review', shortcuts: { with: 'markOk' } },
  editNote: {
    keys: 'F2',
    singleReviewKeys: 'N',
    scope: 'review',
    shortcuts: { group: 'reviewing', order: 2 },
  },
} as const satisfies Readonly<Record<keyof Messages['commands'], CommandEntry>>

type Commands = typeof COMMANDS

export type CommandId = keyof Commands

type IdWith<Part> = { [Id in CommandId]: Commands[Id] extends Part ? Id : never }[CommandId]

/** Commands that have keys. */
export type ShortcutId = IdWith<{ readonly keys: Accelerator }>
export type ChoiceCommandId = IdWith<{ readonly hasChoices: true }>
/** Commands with a single label instead of one for each choice. */
export type PlainCommandId = Exclude<CommandId, ChoiceCommandId>
/** Commands of the application menu. */
export type MenuCommand = IdWith<{ readonly menu: object }>

/** The ids of the commands, in the order of the registry. */
export const COMMAND_IDS = Object.keys(COMMANDS) as readonly CommandId[]

/** Commands that can have a shortcut. One with choices has none, because keys cannot name the choice. */
export const SHORTCUT_IDS: readonly PlainCommandId[] = COMMAND_IDS.filter(
  (id): id is PlainCommandId => !('hasChoices' in COMMANDS[id]),
)

const SINGLE_REVIEW_IDS = COMMAND_IDS.filter((id): id is SingleReviewId => 'singleReviewKeys' in COMMANDS[id])

/** Returns the entry of a command, including optional members. */
export function commandEntry(id: CommandId): CommandEntry {
  return COMMANDS[id]
}

/** Returns the names of a command, including optional ones. */
export function commandNames(id: CommandId): CommandNames {
  return messages.commands[id]
}

/** Returns the label of a command. */
export function commandLabel(id: PlainCommandId): string {
  return messages.commands[id].label
}

/** Commands with further keys in the review of single items. */
type SingleReviewId = IdWith<{ readonly singleReviewKeys: string }> & PlainCommandId

/** Returns the keys of a command in the review of single items. */
export function singleReviewKeysOf(id: SingleReviewId): string {
  return COMMANDS[id].singleReviewKeys
}

/** Returns the command of a key press in the review of single items, or null. */
export function commandOfSingleReviewPress(press: KeyPress): PlainCommandId | null {
  const id = SINGLE_REVIEW_IDS.find((each) => matchesKeys(COMMANDS[each].singleReviewKeys, press, null))
  return id ?? commandOfPress(press, ['review'], null)
}

/** Returns the default keys of a command on a platform, those to show first. */
export function defaultKeysOf(id: CommandId, platform: Platform): readonly string[] {
  const { keys } = commandEntry(id)
  return keys === undefined ? [] : acceleratorsOn(keys, platform)
}

const resolved = new WeakMap<CustomShortcuts, Map<Platform, ReadonlyMap<CommandId, readonly string[]>>>()

/** Returns the keys of a command on a platform, those to show first: the person's, else the default ones. */
export function keysOn(
  id: CommandId,
  platform: Platform,
  custom: CustomShortcuts = customShortcuts(),
): readonly string[] {
  const byPlatform = resolved.get(custom) ?? new Map<Platform, ReadonlyMap<CommandId, readonly string[]>>()
  resolved.set(custom, byPlatform)
  const keys =
    byPlatform.get(platform) ??
    resolveShortcuts(new Map(COMMAND_IDS.map((each) => [each, defaultKeysOf(each, platform)])), custom)
  byPlatform.set(platform, keys)
  return keys.get(id) ?? []
}

/** Returns the first keys of a command; empty if it has none. */
export function keysOf(id: CommandId, platform: Platform): string {
  return keysOn(id, platform)[0] ?? ''
}

/** Returns the keys of a command as the platform writes them; empty or null for a command without keys. */
export function shortcutText(id: ShortcutId, platform: Platform): string
export function shortcutText(id: CommandId, platform: Platform): string | null
export function shortcutText(id: CommandId, platform: Platform): string | null {
  const keys = keysOf(id, platform)
  if (keys === '' && commandEntry(id).keys === undefined) return null
  return acceleratorText(keys, platform)
}

/**
 * Returns the command of a key press in these scopes, or null.
 *
 * @param platform null if Command and Ctrl are equivalent on every platform, as in the list
 */
export function commandOfPress(
  press: KeyPress,
  scopes: readonly CommandScope[],
  platform: Platform | null,
): PlainCommandId | null {
  const id = SHORTCUT_IDS.find(
    (each) =>
      scopes.includes(COMMANDS[each].scope) &&
      keysOn(each, platform ?? 'linux').some((keys) => matchesKeys(keys, press, platform)),
  )
  return id ?? null
}

function isMenuCommand(id: CommandId): id is MenuCommand {
  return commandEntry(id).menu !== undefined
}

/** The commands of the application menu. */
export const MENU_COMMAND_IDS: readonly MenuCommand[] = COMMAND_IDS.filter(isMenuCommand)

/** Returns the commands of a menu on a platform, group by group. */
export function menuCommands(menu: MenuName, platform: Platform): readonly (readonly MenuCommand[])[] {
  const entries = MENU_COMMAND_IDS.flatMap((id) => {
    const { menu: placement } = commandEntry(id)
    const position = platform === 'darwin' ? (placement?.mac ?? placement) : placement
    return position?.in === menu ? [{ id, ...position }] : []
  }).sort((a, b) => a.group - b.group || a.order - b.order)
  return [...new Set(entries.map(({ group }) => group))].map((group) =>
    entries.filter((each) => each.group === group).map(({ id }) => id),
  )
}

/** A line of the list of keyboard shortcuts. */
export interface ShortcutLine {
  readonly label: string
  readonly keys: string
  readonly order: number
}

/** Returns the lines of the commands in a group of the list of keyboard shortcuts. */
export function shortcutLines(group: ShortcutGroup, platform: Platform): readonly ShortcutLine[] {
  return COMMAND_IDS.flatMap((id): ShortcutLine[] => {
    const { shortcuts } = commandEntry(id)
    const names = commandNames(id)
    if (shortcuts === undefined || !('group' in shortcuts) || shortcuts.group !== group) return []
    const members = COMMAND_IDS.filter((other) => {
      const position = commandEntry(other).shortcuts
      return other === id || (position !== undefined && 'with' in position && position.with === id)
    })
    const keys = members
      .flatMap((member) => [
        shortcutText(member, platform) ?? '',
        acceleratorText(commandEntry(member).singleReviewKeys ?? '', platform),
      ])
      .filter((each) => each !== '')
    const label = names.shortcut ?? (typeof names.label === 'string' ? names.label : '')
    return [{ label, keys: keysText(keys), order: shortcuts.order }]
  }).sort((a, b) => a.order - b.order)
}

/** Formats keys; the first and the last represent a long list. */
function keysText(keys: readonly string[]): string {
  return keys.length > 4 ? `${keys[0] ?? ''} … ${keys.at(-1) ?? ''}` : keys.join(', ')
}
