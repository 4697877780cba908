import { tick } from 'svelte'
import type { OpenedConnection } from '../../electron/contract/api.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { openFirstList } from './list-sessions.svelte.ts'
import { readAskedReview } from './review-files.ts'

/** Maximum time in milliseconds that the first frame waits for its rows. */
const FIRST_ROWS_PATIENCE = 250
/**
 * Time in milliseconds after which the window reports that it is ready, however long the first view takes.
 */
const MAX_FIRST_VIEW_MS = 3_000

/** Loads the data of the first frame from main, and opens the last view. Never rejects. */
export async function startApp(app: AppModel): Promise<void> {
  try {
    const state = await api.call('app.state')
    app.environment.load(state)
    app.connections = state.connections
    for (const fault of state.notices) app.notices.add({ connectionId: null, fault })
    app.preferences.load(state.preferences)
    app.views.load(state.views)
    const left = state.preferences.lastView
    if (left.connectionId !== null && left.query !== undefined) {
      app.views.keep({ connectionId: left.connectionId, campaignId: left.campaignId }, { query: left.query })
    }
    const first = state.connections.find((known) => known.id === left.connectionId) ?? state.connections[0]
    if (first !== undefined) await app.openConnection(first.id)
    const jobs = api.call('downloads.list')
    const isOpened = await Promise.race([openFirstList(app), after(FIRST_ROWS_PATIENCE, false)])
    app.jobs.load(await jobs)
    app.begun = true
    await tick()
    // A view that was not open before loads its data now; it is ready with that.
    if (!isOpened) await Promise.race([api.settled(), after(MAX_FIRST_VIEW_MS, null)])
  } catch (error) {
    app.failure = faultOf(error)
    app.begun = app.environment.loaded
  }
  await tick()
  app.ready = true
  void readAskedReview(app)
  // Only a reloaded window can have missed runs. Without them, the next event updates the list.
  await api.call('pictures.list').then(
    (runs) => {
      app.jobs.loadPictures(runs)
    },
    () => undefined,
  )
}

/** Opens a connection that was just created, and shows a requested review file. */
export function enterConnection(app: AppModel, opened: OpenedConnection): void {
  app.enterNew(opened)
  void readAskedReview(app)
}

/** Listens to the events of main until the returned function is called. */
export function listenToMain(app: AppModel): () => void {
  const stops = [
    api.on('app.online', ({ online }) => {
      app.environment.online = online
    }),
    api.on('app.closing', () => {
      void Promise.all([
        app.preferences.flush(),
        app.views.flush(),
        app.exportProfiles.flush(),
        app.reviews.flush(),
      ]).then(() => api.call('app.readyToClose'))
    }),
    api.on('download.progress', (job) => {
      const isNew = app.jobs.needsDecision(job)
      app.jobs.receiveDownload(job)
      // Scheduled downloads are shown in the activity list only.
      const isShown = job.connectionId === app.connectionId && job.origin === 'person'
      if (isNew && isShown && app.dialogs.current === null) {
        app.dialogs.open({ kind: 'deletions', jobId: job.jobId })
      }
    }),
    api.on('pictures.progress', (run) => {
      app.jobs.receivePictures(run)
    }),
    api.on('export.progress', (job) => {
      app.jobs.receiveExport(job)
    }),
    api.on('connection.changed', (connection) => {
      app.replaceConnection(connection)
    }),
    api.on('connection.key', ({ connectionId, key }) => {
      if (connectionId === app.connectionId) app.receiveKey(key)
    }),
    api.on('connection.service', ({ connectionId, service }) => {
      app.receiveService(connectionId, service)
    }),
    api.on('connection.notice', ({ connectionId, notice }) => {
      app.tell(notice, connectionId)
    }),
    api.on('reviews.changed', ({ connectionId, merged }) => {
      app.reviews.changed(connectionId, merged)
    }),
    api.on('data.changed', ({ connectionId }) => {
      if (connectionId === app.connectionId) void app.refreshCampaigns()
    }),
    api.on('reviewFiles.requested', () => {
      void readAskedReview(app)
    }),
    api.on('campaign.show', ({ connectionId, campaignId }) => {
      void app.bringUp(connectionId, campaignId)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function after<Value>(milliseconds: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value))
}
