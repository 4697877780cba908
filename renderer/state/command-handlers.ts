import { tick } from 'svelte'
import { commandLabel, type ChoiceCommandId, type PlainCommandId } from '../../electron/contract/commands.ts'
import { DEFAULT_INTERFACE_SIZE } from '../../electron/contract/preferences.ts'
import { SEARCH_MODES } from '../../electron/contract/query.ts'
import { messages } from '../../electron/contract/messages.ts'
import { api } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { SettingsView } from './settings-view.svelte.ts'
import { openExport, repeatShownExport } from './repeat-export.ts'
import type { ViewActions } from './frame.svelte.ts'
import { showsList, type Tab } from './navigation.ts'
import { focusMain, focusNextPart, isEditable, undoesText } from './focus.ts'
import { resizeInterface, sizeAfter } from './interface-size.ts'
import {
  clearFilters,
  foldableGroups,
  groupChoices,
  hasFrozenColumns,
  hasItemRows,
  hasRows,
  isFiltered,
  isGrouped,
  listOf,
  rowHeightChoices,
  showsTable,
  sortChoices,
} from './list-commands.ts'
import { openInNewWindow } from './new-window.ts'
import { toggleMarks, toggleSingleReview } from './review-commands.ts'
import { importReview } from './review-files.ts'
import { checkOfList } from './checks.svelte.ts'
import { REVIEW_ORDERS, reviewOrder, withReviewOrder } from './review-order.ts'
import { download, downloadTarget, findCampaigns } from './download-actions.ts'

interface Handler {
  readonly run: (app: AppModel) => void | Promise<void>
  /** Whether the command is enabled, for conditions beyond its scope. */
  readonly enabled?: (app: AppModel) => boolean
  /** Replaces the label of the registry; null hides the command from the palette. */
  readonly label?: (app: AppModel) => string | null
}

/** One of the choices of a command. Its name is inserted into the label of the command. */
export interface CommandChoice {
  readonly id: string
  readonly name: string
  readonly run: () => void | Promise<void>
}

interface ChoiceHandler {
  readonly choices: (app: AppModel) => readonly CommandChoice[]
}

/** Returns a handler that calls an action of the view on the screen. */
const inView =
  (
    action: Exclude<
      keyof ViewActions,
      'mark' | 'showView' | 'showFindings' | 'showStatistics' | 'showItem' | 'revealItem'
    >,
  ) =>
  (app: AppModel): void =>
    app.frame.action(action)?.()

/** Returns a handler that shows the list of items, and then calls one of its actions. */
const inItems =
  (action: Parameters<typeof inView>[0]) =>
  async (app: AppModel): Promise<void> => {
    if (!showsList(app.tab) && app.frame.action(action) === undefined) app.show(app.campaignId, 'items')
    await tick()
    inView(action)(app)
  }

const undoOrRedo = (direction: 'undo' | 'redo') => async (app: AppModel) => {
  const { activeElement } = document
  if (isUncovered(app) && !undoesText(activeElement)) await app.history[direction]()
  else if (isEditable(activeElement)) await api.call('app.editText', { command: direction })
}

const startDownload = (mode: 'needed' | 'everything') => (app: AppModel) =>
  download(
    app,
    downloadTarget(app).campaigns.map((campaign) => campaign.id),
    mode,
  )

/** Returns a handler that shows a tab. If the focus was in the previous tab, it moves to the new one. */
const showTab = (tab: Tab) => async (app: AppModel) => {
  const isInside = document.querySelector('main')?.contains(document.activeElement) === true
  app.show(app.campaignId, tab)
  await tick()
  if (isInside) focusMain()
}

/** Returns a handler that shows a view of all campaigns together, and moves the focus there. */
const showPlace = (tab: Tab) => async (app: AppModel) => {
  app.campaignList.selectOnly(null)
  app.show(null, tab)
  await tick()
  focusMain()
}

/** Returns whether a connection is open. */
export function hasConnection(app: AppModel): boolean {
  return app.connection !== null && !app.addingConnection
}

/** Returns whether a connection is open and no dialog blocks its commands. */
export function isUncovered(app: AppModel): boolean {
  return hasConnection(app) && !app.dialogs.isBlocking
}

const hasCampaign = (app: AppModel): boolean => app.campaignId !== null
const hasActiveItem = (app: AppModel): boolean => !showsTable(app) && app.items.active !== null
const hasDownloadedItems = ({ campaign, campaignId, content }: AppModel): boolean =>
  campaignId === null ? content !== 'nothingDownloaded' : campaign !== null && campaign.copy !== 'none'

const mark = (value: Parameters<ViewActions['mark']>[0]): Handler => ({
  run: (app) => app.frame.action('mark')?.(value),
})

/** The handler of each command of the registry. */
export const HANDLERS: Readonly<Record<PlainCommandId, Handler> & Record<ChoiceCommandId, ChoiceHandler>> = {
  undo: {
    run: undoOrRedo('undo'),
    label: ({ history }) => (history.nextUndo === null ? null : history.undoLabel),
  },
  redo: {
    run: undoOrRedo('redo'),
    label: ({ history }) => (history.nextRedo === null ? null : history.redoLabel),
  },
  tabOverview: { run: showTab('overview'), enabled: hasCampaign },
  tabItems: { run: showTab('items') },
  tabArtwork: { run: showTab('artwork') },
  tabChanges: { run: (app) => app.show(app.campaignId, 'changes'), enabled: hasCampaign },
  tabChecks: { run: showTab('checks'), enabled: hasCampaign },
  tabStatistics: { run: showTab('statistics'), enabled: hasCampaign },
  home: { run: showPlace('home') },
  allCampaigns: { run: showPlace('campaigns') },
  timeline: { run: showPlace('timeline') },
  allStatistics: { run: showPlace('statistics') },
  compareCampaigns: { run: showPlace('compare') },
  allItems: { run: showPlace('items') },
  back: { run: (app) => app.travel(-1), enabled: ({ visits }) => visits.canGoBack },
  forward: { run: (app) => app.travel(1), enabled: ({ visits }) => visits.canGoForward },
  nextPart: { run: () => focusNextPart(false) },
  previousPart: { run: () => focusNextPart(true) },
  palette: { run: (app) => app.dialogs.open({ kind: 'palette' }) },
  search: {
    run: (app) => (showsTable(app) ? inView('focusSearch')(app) : inItems('focusSearch')(app)),
    label: (app) => (showsTable(app) ? messages.campaignTable.search.placeholder : commandLabel('search')),
  },
  findList: { run: inItems('findList') },
  download: { run: startDownload('needed') },
  downloadEverything: { run: startDownload('everything') },
  activity: {
    run: (app) => {
      app.frame.activityOpen = !app.frame.activityOpen
    },
  },
  export: { run: openExport },
  printList: { run: inItems('printList') },
  repeatExport: { run: (app) => repeatShownExport(app) },
  report: {
    run: (app) => {
      const { connectionId, campaignId } = app
      if (connectionId === null || campaignId === null) return
      app.dialogs.open({ kind: 'report', connectionId, campaignId })
    },
  },
  findCampaigns: { run: findCampaigns },
  addCampaign: { run: (app) => app.dialogs.open({ kind: 'addCampaign' }) },
  toggleCampaigns: { run: ({ frame }) => frame.setCampaignsOpen(!frame.campaignsOpen) },
  toggleDetails: { run: ({ frame }) => frame.setDetailsOpen(!frame.detailsOpen) },
  reviewItems: {
    run: toggleSingleReview,
    enabled: hasDownloadedItems,
    label: ({ frame }) => (frame.singleReview ? messages.review.leave : messages.review.mode),
  },
  toggleMarks: {
    run: (app) => {
      if (app.tab !== 'items') app.show(app.campaignId, 'items')
      toggleMarks(app)
    },
  },
  writeReview: { run: (app) => app.dialogs.open({ kind: 'exportReview' }) },
  readReview: { run: importReview },
  backUp: { run: (app) => app.dialogs.open({ kind: 'backUpFile' }) },
  restoreBackup: { run: (app) => app.dialogs.open({ kind: 'restoreFile', isRequested: false }) },
  automaticDownloads: {
    run: (app) => {
      if (app.connectionId !== null) app.dialogs.open({ kind: 'automatic', connectionId: app.connectionId })
    },
  },
  connectionDoctor: {
    run: (app) => {
      if (app.connection?.kind === 'service')
        app.dialogs.open({ kind: 'doctor', of: { connectionId: app.connection.id } })
    },
  },
  openWindow: { run: (app) => openInNewWindow(app, app.campaignId) },
  zoomIn: {
    run: ({ preferences }) => resizeInterface(preferences, 1),
    enabled: ({ preferences }) => sizeAfter(preferences.current.interfaceSize, 1) !== null,
  },
  zoomOut: {
    run: ({ preferences }) => resizeInterface(preferences, -1),
    enabled: ({ preferences }) => sizeAfter(preferences.current.interfaceSize, -1) !== null,
  },
  actualSize: {
    run: ({ preferences }) => preferences.changeNow({ interfaceSize: DEFAULT_INTERFACE_SIZE }),
    enabled: ({ preferences }) => preferences.current.interfaceSize !== DEFAULT_INTERFACE_SIZE,
  },
  newConnection: {
    run: (app) => {
      app.dialogs.closeAll()
      app.addingConnection = true
    },
  },
  settings: { run: (app) => app.dialogs.open({ kind: 'settings', view: new SettingsView() }) },
  guide: {
    run: async () => {
      await api.call('app.openGuide')
    },
  },
  shortcuts: { run: (app) => app.dialogs.open({ kind: 'shortcuts' }) },
  saveDiagnostics: { run: (app) => app.dialogs.open({ kind: 'diagnostics' }) },
  reportProblem: { run: (app) => app.dialogs.open({ kind: 'reportProblem' }) },
  checkForUpdates: { run: (app) => app.dialogs.open({ kind: 'updates', isCheck: true }) },
  about: { run: (app) => app.dialogs.open({ kind: 'about' }) },
  saveView: {
    run: (app) => {
      const save = app.frame.action('saveView')
      if (save !== undefined) {
        save()
        return
      }
      if (!showsList(app.tab)) app.show(app.campaignId, 'items')
      app.dialogs.open({ kind: 'saveView' })
    },
  },
  searchBy: {
    choices: (app) =>
      SEARCH_MODES.map((mode) => ({
        id: mode,
        name: messages.itemsSearch.mode.names[mode],
        run: () => {
          void listOf(app).search.choose(mode)
          app.frame.action('focusSearch')?.()
        },
      })),
  },
  viewArtwork: { run: inView('viewArtwork'), enabled: hasActiveItem },
  filter: { run: inView('filter') },
  clearFilters: { run: clearFilters, enabled: isFiltered },
  sortBy: { choices: sortChoices },
  groupBy: { choices: groupChoices },
  ungroup: { run: (app) => listOf(app).setGroup(null), enabled: isGrouped },
  collapseGroups: {
    run: (app) => {
      const shown = foldableGroups(app)
      shown?.folds.closeAll(shown.groups)
    },
    enabled: (app) => foldableGroups(app) !== null,
  },
  expandGroups: {
    run: (app) => foldableGroups(app)?.folds.openAll(),
    enabled: (app) => foldableGroups(app) !== null,
  },
  columns: { run: inView('columns'), enabled: hasRows },
  newCheck: {
    run: (app) => {
      app.checks.draft = checkOfList(app.items.query)
      app.show(app.campaignId, 'checks')
    },
    enabled: (app) => hasCampaign(app) && checkOfList(app.items.query) !== null,
  },
  rowColors: { run: inView('rowColors'), enabled: hasItemRows },
  fitColumns: { run: inView('fitColumns'), enabled: hasRows },
  freezeColumns: { run: inView('freezeColumns'), enabled: hasRows },
  unfreezeColumns: { run: inView('unfreezeColumns'), enabled: hasFrozenColumns },
  rowHeight: { choices: rowHeightChoices },
  captions: { run: inView('captions'), enabled: (app) => app.tab === 'artwork' && !app.frame.singleReview },
  orderByMarks: {
    choices: (app) => {
      const items = app.items
      const { sort } = items.query
      return REVIEW_ORDERS.filter((order) => order !== reviewOrder(sort)).map((order) => ({
        id: order,
        name: messages.review.sort.orders[order],
        run: () => items.setSort(withReviewOrder(sort, order)),
      }))
    },
  },
  addPhotos: { run: inView('addPhotos'), enabled: hasActiveItem },
  takePhoto: { run: inView('takePhoto'), enabled: hasActiveItem },
  nextUnreviewed: { run: inView('nextUnreviewed'), enabled: (app) => app.frame.singleReview },
  selectAll: { run: (app) => listOf(app).selectAll() },
  invertSelection: { run: (app) => listOf(app).invertSelection() },
  copyRows: { run: inView('copyRows') },
  copyCell: { run: inView('copyCell') },
  markOk: mark('ok'),
  markProblem: mark('problem'),
  markQuestion: mark('question'),
  clearMark: mark(null),
  editNote: { run: inView('editNote') },
}
