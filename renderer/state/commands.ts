import { tick } from 'svelte'
import type { MenuCommand } from '../../electron/contract/events.ts'
import { api } from '../api.ts'
import { showsList, type AppModel, type Tab } from './app.svelte.ts'
import { goToMain, goToNextPart } from './keyboard-place.ts'
import { exportAgain, listShown } from './export-again.ts'
import { readReview } from './review-files.ts'
import { toggleReview } from './review-commands.ts'
import { download, downloadTarget, findCampaigns } from './work.ts'

/** Puts the keyboard into the search; what is typed takes the place of what stands there. */
export function goToSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-command="search"]')
  field?.focus()
  field?.select()
}

/** Presses a button above the list, which opens its panel there. */
export function pressInList(button: 'filter' | 'columns' | 'captions'): void {
  document.querySelector<HTMLElement>(`[data-command="${button}"]`)?.click()
}

/** Carries out a command of the application menu, or of the keys that stand for it. */
export async function carryOut(app: AppModel, command: MenuCommand): Promise<void> {
  const working = app.connection !== null && !app.connecting && app.dialogs.current === null
  switch (command) {
    case 'undo':
    case 'redo':
      if (isEditable(document.activeElement)) await api.call('app.editText', { command })
      else if (working) await app.history[command]()
      return
    case 'settings':
    case 'shortcuts':
    case 'about':
      app.dialogs.open({ kind: command })
      return
    case 'newConnection':
      app.dialogs.closeAll()
      app.connecting = true
      return
    case 'search':
    case 'findList':
    case 'export':
    case 'printList':
    case 'exportAgain':
    case 'report':
    case 'download':
    case 'downloadEverything':
    case 'findCampaigns':
    case 'addCampaign':
    case 'tabOverview':
    case 'tabItems':
    case 'tabArtwork':
    case 'tabChanges':
    case 'tabChecks':
    case 'activity':
    case 'automaticDownloads':
    case 'connectionDoctor':
    case 'toggleCampaigns':
    case 'toggleDetails':
    case 'toggleReview':
    case 'writeReview':
    case 'readReview':
      if (working) await carryOutInConnection(app, command)
  }
}

type ConnectionCommand = Exclude<
  MenuCommand,
  'undo' | 'redo' | 'settings' | 'shortcuts' | 'about' | 'newConnection'
>

async function carryOutInConnection(app: AppModel, command: ConnectionCommand): Promise<void> {
  switch (command) {
    case 'search':
      // It belongs to the view of the items, which may have to be shown first.
      if (!showsList(app.tab)) app.show(app.campaignId, 'items')
      await tick()
      goToSearch()
      return
    case 'findList':
      if (!showsList(app.tab)) app.show(app.campaignId, 'items')
      await tick()
      app.frame.carryOut('findList')
      return
    case 'export':
      if (!showsList(app.tab) && app.tab !== 'changes') app.show(app.campaignId, 'items')
      await tick()
      app.frame.carryOut('export')
      return
    case 'printList':
      if (!showsList(app.tab)) app.show(app.campaignId, 'items')
      await tick()
      app.frame.carryOut('printList')
      return
    case 'exportAgain':
      await exportAgain(app, listShown(app), 'same')
      return
    case 'report':
      if (app.connectionId !== null && app.campaignId !== null) {
        app.dialogs.open({ kind: 'report', connectionId: app.connectionId, campaignId: app.campaignId })
      }
      return
    case 'download':
    case 'downloadEverything':
      await download(
        app,
        downloadTarget(app).campaigns.map((campaign) => campaign.id),
        command === 'download' ? 'needed' : 'everything',
      )
      return
    case 'findCampaigns':
      await findCampaigns(app)
      return
    case 'addCampaign':
      app.dialogs.open({ kind: 'addCampaign' })
      return
    case 'tabOverview':
      if (app.campaignId !== null) await showTab(app, 'overview')
      return
    case 'tabItems':
      await showTab(app, 'items')
      return
    case 'tabArtwork':
      await showTab(app, 'artwork')
      return
    case 'tabChanges':
      if (app.campaignId !== null) app.show(app.campaignId, 'changes')
      return
    case 'tabChecks':
      if (app.campaignId !== null) await showTab(app, 'checks')
      return
    case 'activity':
      app.frame.activityOpen = !app.frame.activityOpen
      return
    case 'automaticDownloads':
      if (app.connectionId !== null) app.dialogs.open({ kind: 'automatic', connectionId: app.connectionId })
      return
    case 'connectionDoctor':
      if (app.connection?.kind === 'service') {
        app.dialogs.open({ kind: 'doctor', of: { connectionId: app.connection.id } })
      }
      return
    case 'toggleCampaigns':
      app.frame.setCampaignsOpen(!app.frame.campaignsOpen)
      return
    case 'toggleDetails':
      app.frame.setDetailsOpen(!app.frame.detailsOpen)
      return
    case 'toggleReview':
      if (app.tab !== 'items') app.show(app.campaignId, 'items')
      toggleReview(app)
      return
    case 'writeReview':
      app.dialogs.open({ kind: 'writeReview' })
      return
    case 'readReview':
      await readReview(app)
  }
}

/** Shows a tab; a keyboard that was in the one before goes on in this one. */
async function showTab(app: AppModel, tab: Tab): Promise<void> {
  const inside = document.querySelector('main')?.contains(document.activeElement) === true
  app.show(app.campaignId, tab)
  await tick()
  if (inside) goToMain()
}

/**
 * The menu's accelerators, as the window hears them first: Electron gives them to the menu only when the page has
 * not taken them, so that they work the same where a desktop hides the menu.
 */
const KEYS: Readonly<Record<string, MenuCommand>> = {
  f: 'search',
  e: 'export',
  r: 'download',
  p: 'report',
  n: 'addCampaign',
  ',': 'settings',
  '1': 'tabOverview',
  '2': 'tabItems',
  '3': 'tabArtwork',
  '4': 'tabChanges',
  '5': 'tabChecks',
  j: 'activity',
  b: 'toggleCampaigns',
  i: 'toggleDetails',
  'shift+e': 'exportAgain',
  'shift+f': 'findCampaigns',
  'shift+m': 'toggleReview',
  'shift+r': 'downloadEverything',
  'shift+n': 'newConnection',
  'shift+p': 'printList',
}

/** Whether keys are typed into it. */
export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  )
}

/** Returns the command of a key press that undoes or redoes; null for another key. */
export function undoCommandOf(app: AppModel, event: KeyboardEvent): 'undo' | 'redo' | null {
  const mac = app.platform === 'darwin'
  if (event.altKey || !(mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey)) return null
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' && !mac && !event.shiftKey ? 'redo' : null
}

/** Keys that belong to no single part of the window. */
export function pressedInWindow(app: AppModel, event: KeyboardEvent): void {
  if (event.defaultPrevented) return
  const mac = app.platform === 'darwin'
  const modified = mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  const working = app.connection !== null && !app.connecting && app.dialogs.current === null

  const undoing = undoCommandOf(app, event)
  // A text field has an undo of its own.
  if (undoing !== null && working && !isEditable(event.target)) {
    event.preventDefault()
    void app.history[undoing]()
    return
  }
  if (modified && !event.altKey) {
    const key = event.key.toLowerCase()
    const command = KEYS[event.shiftKey ? `shift+${key}` : key]
    if (command !== undefined) {
      event.preventDefault()
      void carryOut(app, command)
      return
    }
    if (key === 'k' && working) {
      event.preventDefault()
      app.dialogs.open({ kind: 'palette' })
      return
    }
  }
  if (event.key === '?' && !isEditable(event.target) && app.dialogs.current === null) {
    event.preventDefault()
    app.dialogs.open({ kind: 'shortcuts' })
    return
  }
  if (event.key === 'Escape' && app.connecting && app.connection !== null && app.dialogs.current === null) {
    event.preventDefault()
    app.connecting = false
    return
  }
  if (!working) return
  const back = mac ? modified && event.key === '[' : event.altKey && event.key === 'ArrowLeft'
  const forward = mac ? modified && event.key === ']' : event.altKey && event.key === 'ArrowRight'
  if (back || forward) {
    event.preventDefault()
    app.travel(back ? -1 : 1)
  } else if (event.key === 'F6') {
    event.preventDefault()
    goToNextPart(event.shiftKey)
  } else if (event.key === 'Escape' && app.frame.closeSheet()) {
    event.preventDefault()
  }
}
