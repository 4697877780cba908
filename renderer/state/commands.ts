import {
  COMMANDS,
  commandEntry,
  commandLabel,
  commandOfPress,
  defaultKeysOf,
  keysOn,
  MENU_COMMAND_IDS,
  type ChoiceCommandId,
  type CommandId,
  type CommandScope,
  type MenuCommand,
  type PlainCommandId,
} from '../../electron/contract/commands.ts'
import { isPrintable, type KeyPress, type Platform } from '../../electron/contract/accelerators.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { AppModel } from './app.svelte.ts'
import { HANDLERS, hasConnection, isUncovered, type CommandChoice } from './command-handlers.ts'
import { isEditable, recordTyped, undoesText } from './focus.ts'
import { showsTable } from './list-commands.ts'
import { showsList } from './navigation.ts'

const hasItems = (app: AppModel): boolean =>
  hasConnection(app) && showsList(app.tab) && app.items.result !== null
const hasTable = (app: AppModel): boolean =>
  hasConnection(app) && showsTable(app) && app.campaignTable.result !== null

const SCOPES: Readonly<Record<CommandScope, (app: AppModel) => boolean>> = {
  application: () => true,
  connection: hasConnection,
  list: (app) => hasItems(app) || hasTable(app),
  review: (app) => hasItems(app) && app.preferences.current.reviewing,
}

export interface PaletteCommand extends CommandChoice {
  readonly command: CommandId
  readonly label: string
}

function isChoiceCommand(id: CommandId): id is ChoiceCommandId {
  return 'choices' in HANDLERS[id]
}

/** Returns the lines of a command in the palette: one, one for each choice, or none while it is disabled. */
export function listCommand(app: AppModel, id: CommandId): readonly PaletteCommand[] {
  if (!SCOPES[COMMANDS[id].scope](app)) return []
  if (isChoiceCommand(id)) {
    const { label } = messages.commands[id]
    return HANDLERS[id]
      .choices(app)
      .map((choice) => ({
        ...choice,
        id: `${id}-${choice.id}`,
        command: id,
        label: label({ choice: choice.name }),
      }))
  }
  const handler = HANDLERS[id]
  const label = handler.label === undefined ? commandLabel(id) : handler.label(app)
  if (label === null || handler.enabled?.(app) === false) return []
  return [{ id, command: id, name: label, label, run: () => runCommand(app, id) }]
}

/** Returns whether an open dialog covers the target of a command. */
function isCovered({ dialogs }: AppModel, scope: CommandScope): boolean {
  if (scope === 'application') return false
  // The commands of an item also work in a viewer.
  return scope === 'connection' ? dialogs.isOpen : dialogs.isBlocking
}

/** Returns whether a command is enabled, and no dialog covers its target. */
function isAvailable(app: AppModel, id: PlainCommandId): boolean {
  const { scope } = COMMANDS[id]
  return !isCovered(app, scope) && SCOPES[scope](app) && HANDLERS[id].enabled?.(app) !== false
}

/** Runs a command, unless it is disabled or a dialog covers its target. */
export async function runCommand(app: AppModel, id: PlainCommandId): Promise<void> {
  if (isAvailable(app, id)) await HANDLERS[id].run(app)
}

/** Returns the commands of the application menu that would have no effect; undo and redo also edit text. */
export function disabledMenuCommands(app: AppModel): readonly MenuCommand[] {
  return MENU_COMMAND_IDS.filter((id) => id !== 'undo' && id !== 'redo' && !isAvailable(app, id))
}

/** Runs and lists the commands of the window. */
export interface Commands {
  /** Runs a command, unless it is disabled or a dialog covers its target. */
  readonly run: (id: PlainCommandId) => Promise<void>
  /** Returns the lines of a command in the palette; none while it is disabled. */
  readonly list: (id: CommandId) => readonly PaletteCommand[]
}

export function createCommands(app: AppModel): Commands {
  return { run: (id) => runCommand(app, id), list: (id) => listCommand(app, id) }
}

/** Returns whether a key press is for the command, and not for the focused element or a dialog. */
function isForCommand(app: AppModel, id: PlainCommandId, target: EventTarget | null): boolean {
  if (keysOn(id, app.environment.platform).some(isPrintable))
    return !isEditable(target) && !app.dialogs.isBlocking
  if (id === 'undo' || id === 'redo') return !undoesText(target) && isUncovered(app)
  // The menu would otherwise handle the same keys.
  return commandEntry(id).menu !== undefined || isUncovered(app)
}

/**
 * Returns the command of a key press in the whole window, or null. Lists and reviews handle their default
 * keys themselves; a command that the person has given its first keys works wherever it is enabled.
 */
function windowCommandOf(press: KeyPress, platform: Platform): PlainCommandId | null {
  const id = commandOfPress(press, ['application', 'connection'], platform)
  if (id !== null) return id
  const ofList = commandOfPress(press, ['list', 'review'], platform)
  return ofList === null || defaultKeysOf(ofList, platform).length > 0 ? null : ofList
}

/**
 * Records what the person types where undo could also mean an action. Keys and passwords are only typed into
 * dialogs and the form of a connection, and are not stored.
 */
export function handleWindowInput(app: AppModel, event: Event): void {
  if (isUncovered(app)) recordTyped(event)
}

/**
 * Handles the keys of the whole window. Electron passes accelerators to the menu only if the page has not
 * handled them, so they work the same where a desktop hides the menu.
 */
export function handleWindowKey(app: AppModel, event: KeyboardEvent): void {
  if (event.defaultPrevented) return
  const id = windowCommandOf(event, app.environment.platform)
  if (id !== null && isForCommand(app, id, event.target)) {
    event.preventDefault()
    void runCommand(app, id)
  } else if (event.key === 'Escape' && !app.dialogs.isOpen && app.connection !== null) {
    if (app.addingConnection) app.addingConnection = false
    else if (!app.frame.closeSheet()) {
      if (!app.frame.singleReview) return
      app.frame.singleReview = false
    }
    event.preventDefault()
  }
}
