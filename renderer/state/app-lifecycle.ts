import { tick } from 'svelte'
import type { OpenedConnection } from '../../electron/contract/api.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel, Session } from './app.svelte.ts'
import type { DialogsModel } from './dialogs.svelte.ts'
import { openRequestedBackup, reportRestore } from './backup-actions.ts'
import { beginFirstFrame, expectFirstFrame, firstFrame } from './first-frame.ts'
import { focusMainIfLost } from './focus.ts'
import { changeLanguage } from './language.svelte.ts'
import { openRequestedLink } from './links.ts'
import { columnsIn, fieldsIn, visibleColumns } from './list-columns.ts'
import { showsList } from './navigation.ts'
import { openRequestedReviewFile } from './review-files.ts'
import { announceUpdate } from './updates.svelte.ts'

/** How long the first frame waits for the first rows. */
const MAX_FIRST_ROWS_MS = 250
/** How long the window waits for the first view before it reports that it is ready. */
const MAX_FIRST_VIEW_MS = 3_000

/**
 * Loads everything the first frame needs, and restores the view of the last session. Never rejects.
 * @param loadViews loads the code of all views but the list of items
 */
export async function startApp(app: AppModel, loadViews: () => Promise<void>): Promise<void> {
  beginFirstFrame()
  try {
    const state = await api.call('app.state')
    app.environment.load(state)
    app.connections = state.connections
    for (const fault of state.notices) app.notices.show(fault, null)
    app.backups.restored = state.restored
    app.preferences.load(state.preferences)
    app.views.load(state.views)
    app.updates.receive(state.updates)
    const { lastView } = state.preferences
    const { connectionId, campaignId, query } = lastView
    if (connectionId !== null && query !== undefined)
      app.views.saveListState({ connectionId, campaignId }, { query })
    const first = state.connections.find(({ id }) => id === connectionId) ?? state.connections[0]
    if (first !== undefined) await app.openConnection(first.id, state.opened)
    const jobs = api.call('downloads.list')
    const views = app.connectionId === null || app.content === 'items' ? null : loadViews()
    const isOpened = await Promise.race([openFirstList(app), after(MAX_FIRST_ROWS_MS, false)])
    app.jobs.load(await jobs)
    await views
    app.canRender = true
    await tick()
    // A view that was not opened in advance requests its content only now.
    if (!isOpened) await Promise.race([api.settled(), after(MAX_FIRST_VIEW_MS, null)])
  } catch (error) {
    app.failure = faultOf(error)
    app.canRender = app.environment.loaded
  }
  await tick()
  app.ready = true
  expectFirstFrame()
  await firstFrame()
  focusMainIfLost()
  if (app.failure === null) void api.call('app.viewReady').catch(() => undefined)
  void openRequestedReviewFile(app)
  void openRequestedLink(app)
  void openRequestedBackup(app.dialogs)
  if (app.backups.restored !== null) reportRestore(app, app.backups.restored)
  // Only a window that was opened again can have missed progress events. Later events report all others.
  await api.call('pictures.list').then(
    (runs) => app.jobs.loadPictures(runs),
    () => undefined,
  )
}

/**
 * Opens the list of items if the window will show it first, so that it is rendered together with its rows.
 * Returns whether it did. Never rejects: the view shows failures.
 */
async function openFirstList(app: AppModel): Promise<boolean> {
  const { connectionId, campaignId, items } = app
  if (connectionId === null || !showsList(app.content)) return false
  const list = { connectionId, campaignId }
  items.showFields(fieldsIn(app, visibleColumns(columnsIn(app, list), campaignId === null)))
  await items.preload(connectionId, campaignId, app.views.stateOf(list)?.query)
  return true
}

/** Makes a new connection the current one, and shows the review file that was requested, if any. */
export function enterConnection(
  session: Pick<Session, 'addConnection'>,
  dialogs: DialogsModel,
  opened: OpenedConnection,
): void {
  session.addConnection(opened)
  void openRequestedReviewFile({ connectionId: opened.connection.id, dialogs })
}

/** Calls when the computer goes online or offline, which Chromium reports only to windows. */
function watchNetwork(call: () => void): () => void {
  addEventListener('online', call)
  addEventListener('offline', call)
  return () => {
    removeEventListener('online', call)
    removeEventListener('offline', call)
  }
}

/** Handles the events of the main process until the returned function is called. */
export function listenToMain(app: AppModel): () => void {
  const stops = [
    watchNetwork(() => void api.call('app.checkNetwork').catch(() => undefined)),
    api.on('app.online', ({ online }) => {
      app.environment.online = online
    }),
    api.on('app.closing', () => {
      void Promise.allSettled([
        app.preferences.flush(),
        app.views.flush(),
        app.exportProfiles.flush(),
        app.reviews.flush(),
      ]).then(() => api.call('app.readyToClose'))
    }),
    api.on('app.front', ({ isFront }) => {
      app.isFront = isFront
    }),
    api.on('app.language', ({ language }) => void changeLanguage(language)),
    api.on('preferences.changed', (change) => app.preferences.receive(change)),
    api.on('views.changed', (change) => app.views.receive(change)),
    api.on('exports.profilesChanged', (change) => app.exportProfiles.receive(change)),
    api.on('checks.changed', ({ connectionId }) => app.checks.handleChange(connectionId)),
    api.on('downloads.changed', ({ order, dismissed }) => app.jobs.receiveQueue(order, dismissed)),
    api.on('download.progress', (job) => {
      const isNew = app.jobs.needsDecision(job)
      app.jobs.receiveDownload(job)
      // Scheduled downloads wait for the decision in the activity list.
      const isVisible = job.connectionId === app.connectionId && job.origin === 'person'
      if (isNew && isVisible && app.isFront && !app.dialogs.isBlocking) {
        app.dialogs.open({ kind: 'deletions', jobId: job.jobId })
      }
    }),
    api.on('pictures.progress', (run) => app.jobs.receivePictures(run)),
    api.on('export.progress', (job) => app.jobs.receiveExport(job)),
    api.on('connection.changed', (connection) => app.receiveConnection(connection)),
    api.on(
      'connection.removed',
      ({ connectionId, remaining }) => void app.removeConnection(connectionId, remaining),
    ),
    api.on('connection.key', ({ connectionId, key }) => app.receiveKey(connectionId, key)),
    api.on('connection.service', ({ connectionId, service }) => app.receiveService(connectionId, service)),
    api.on('connection.notice', ({ connectionId, notice }) => app.notices.show(notice, connectionId)),
    api.on('reviews.changed', ({ connectionId, merged }) => app.reviews.handleChange(connectionId, merged)),
    api.on('data.changed', ({ connectionId }) => {
      if (connectionId !== app.connectionId) return
      app.dataVersion += 1
      void app.refreshCampaigns()
    }),
    api.on('backups.progress', (progress) => {
      app.backups.progress = progress
    }),
    api.on('backups.scheduled', ({ schedule, failure }) => {
      app.backups.schedule = schedule
      if (failure !== null) app.notices.show(failure, null)
    }),
    api.on('backups.requested', () => void openRequestedBackup(app.dialogs)),
    api.on('updates.changed', (status) => app.updates.receive(status)),
    api.on('updates.announced', (status) => announceUpdate(app, status)),
    api.on('reviewFiles.requested', () => void openRequestedReviewFile(app)),
    api.on('links.requested', () => {
      // Otherwise the start opens it.
      if (app.ready) void openRequestedLink(app)
    }),
    api.on(
      'campaign.show',
      ({ connectionId, campaignId }) => void app.showCampaign(connectionId, campaignId),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function after<Value>(milliseconds: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value))
}
