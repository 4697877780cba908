import type { BackupSchedule, CompletedRestore } from '../../electron/contract/backup.ts'
import { previewSample } from '../../electron/app/sample-preview.ts'
import { AppError, toFault } from '../../electron/contract/app-error.ts'
import type { Bridge } from '../../electron/contract/bridge.ts'
import type { CampaignRecord, CampaignSummary } from '../../electron/contract/campaign.ts'
import { applyLabels, type Connection, type KeyStatus } from '../../electron/contract/connection.ts'
import { DEFAULT_CHECKS } from '../../electron/contract/checks.ts'
import { safeFileName } from '../../electron/contract/file-name.ts'
import type { EventName, Events } from '../../electron/contract/events.ts'
import type { Result } from '../../electron/contract/faults.ts'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import type { ApiInput, ApiName, ApiOutput, AppState, OpenedConnection } from '../../electron/contract/api.ts'
import { changePreferences, type Preferences } from '../../electron/contract/preferences.ts'
import { UNKNOWN_UPDATES, type UpdateStatus } from '../../electron/contract/updates.ts'
import { changeViews, NO_VIEWS, type Views } from '../../electron/contract/views.ts'
import {
  PREFERENCES,
  makeConnection,
  makeDownload,
  makeExport,
  makePictures,
  makePictureRun,
  EMPTY_COMPARISON,
  EMPTY_RESULT,
  EMPTY_PREVIEW,
  EMPTY_STATISTICS,
} from './contract-values.ts'

const SERVICE_KEY: KeyStatus = { storage: 'keychain', reason: null }
const SAMPLE_KEY: KeyStatus = { storage: 'notNeeded', reason: null }

export type Answers = {
  [Name in ApiName]: (input: ApiInput<Name>) => ApiOutput<Name> | Promise<ApiOutput<Name>>
}

/** A fake main process in memory, with connections and campaigns behind the calls of the contract. */
const NO_SCHEDULE: BackupSchedule = { every: 'never', keep: 7, folder: null, lastAt: null, failure: null }

export class FakeMain {
  connections: readonly Connection[]
  preferences: Preferences = PREFERENCES
  views: Views = NO_VIEWS
  campaigns = new Map<string, readonly CampaignSummary[]>()
  records = new Map<string, CampaignRecord>()
  keys = new Map<string, KeyStatus>()
  downloads: readonly DownloadJob[] = []
  online = true
  isSafeMode = false
  /** Whether the state contains the first connection, opened. */
  opensFirst = false
  restored: CompletedRestore | null = null
  updates: UpdateStatus = { ...UNKNOWN_UPDATES, method: 'self' }
  /** Proxies (host and port). */
  signedIn: readonly string[] = []
  managed: AppState['managed'] = null
  platform: AppState['platform'] = 'linux'
  /** Every call in order, with its input. */
  readonly calls: { readonly name: ApiName; readonly input: unknown }[] = []

  readonly #overrides: Partial<Answers> = {}
  readonly #listeners = new Map<EventName, Set<(event: never) => void>>()
  #jobs = 0

  constructor(connections: readonly Connection[] = []) {
    this.connections = connections
  }

  /** Replaces the default answer to a call. */
  answer<Name extends ApiName>(name: Name, answer: Answers[Name]): void {
    this.#overrides[name] = answer
  }

  /** Returns to the default answer of a call. */
  answerByDefault(name: ApiName): void {
    Reflect.deleteProperty(this.#overrides, name)
  }

  emit<Name extends EventName>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event as never)
  }

  inputs<Name extends ApiName>(name: Name): readonly ApiInput<Name>[] {
    return this.calls.filter((call) => call.name === name).map((call) => call.input as ApiInput<Name>)
  }

  /** Changes the campaigns of a connection and sends the event. */
  setCampaigns(connectionId: string, campaigns: readonly CampaignSummary[]): void {
    this.campaigns.set(connectionId, campaigns)
    this.emit('data.changed', { connectionId, campaignIds: null })
  }

  /** Sets `window.api`. */
  install(): void {
    const on: Bridge['on'] = (name, listener) => {
      const listeners = this.#listeners.get(name) ?? new Set()
      listeners.add(listener)
      this.#listeners.set(name, listeners)
      return () => listeners.delete(listener)
    }
    const call = (name: ApiName, input: never): Promise<unknown> => this.#call(name, input)
    Object.defineProperty(window, 'api', {
      configurable: true,
      value: { call, on, openDropped: () => undefined, releasePictures: () => undefined },
    })
  }

  async #call<Name extends ApiName>(name: Name, input: ApiInput<Name>): Promise<Result<ApiOutput<Name>>> {
    // Copied like by Electron, so that values that cannot be copied fail here too.
    const copy = structuredClone(input)
    this.calls.push({ name, input: copy })
    try {
      const answer: (input: ApiInput<Name>) => ApiOutput<Name> | Promise<ApiOutput<Name>> =
        this.#overrides[name] ?? this.defaults[name]
      return { ok: true, value: await answer(copy) }
    } catch (error) {
      return { ok: false, error: toFault(error) }
    }
  }

  #connection(connectionId: string): Connection {
    const connection = this.connections.find((each) => each.id === connectionId)
    if (connection === undefined) throw new AppError('notFound')
    return connection
  }

  #openedConnection(connection: Connection): OpenedConnection {
    return {
      connection,
      key: this.keys.get(connection.id) ?? (connection.kind === 'sample' ? SAMPLE_KEY : SERVICE_KEY),
      campaigns: this.campaigns.get(connection.id) ?? [],
      notice: null,
    }
  }

  #replace(connection: Connection): Connection {
    this.connections = this.connections.map((each) => (each.id === connection.id ? connection : each))
    return connection
  }

  #queue(changes: Partial<DownloadJob>): DownloadJob {
    this.#jobs += 1
    return makeDownload({
      jobId: `queued-${String(this.#jobs)}`,
      state: 'waiting',
      pages: 0,
      items: 0,
      totalItems: null,
      itemsPerSecond: null,
      secondsLeft: null,
      ...changes,
    })
  }

  protected readonly defaults: Answers = {
    'app.state': () => ({
      version: '1.2.3',
      platform: this.platform,
      locale: 'en-GB',
      online: this.online,
      isPackaged: true,
      isSafeMode: this.isSafeMode,
      dataFolder: '/home/someone/.config/Campaign Desk',
      connections: this.connections,
      opened:
        this.opensFirst && this.connections[0] !== undefined
          ? this.#openedConnection(this.connections[0])
          : null,
      preferences: this.preferences,
      views: this.views,
      restored: this.restored,
      updates: this.updates,
      managed: this.managed,
      notices: [],
    }),
    'app.checkNetwork': () => null,
    'app.openDataFolder': () => null,
    'app.moveDataFolder': () => null,
    'app.openLog': () => null,
    'app.openGuide': () => null,
    'app.licenses': () => 'MIT License',
    'app.openExternal': () => true,
    'app.copyText': () => null,
    'app.editText': () => null,
    'app.nameUndo': () => null,
    'app.disableCommands': () => null,
    'app.readyToClose': () => null,
    'app.reportError': () => ({ logId: 'abcd1234' }),
    'app.reload': () => null,
    'app.viewReady': () => null,
    'app.quit': () => null,
    'app.restartNormally': () => null,
    'diagnostics.collect': () => ({ id: 'd1', files: [] }),
    'diagnostics.save': () => 'Campaign Desk diagnostics.zip',
    'diagnostics.issueLines': () => ['Campaign Desk 1.2.3 (Electron 45.0.0)', 'linux 6.8 x64'],
    'diagnostics.openIssuePage': () => true,
    'crashReports.list': () => ({ count: 0, bytes: 0 }),
    'crashReports.delete': () => ({ count: 0, bytes: 0 }),
    'app.openWindow': () => null,
    'views.save': (change) => {
      this.views = changeViews(this.views, change)
      return null
    },
    'preferences.save': (change) => {
      this.preferences = changePreferences(this.preferences, change)
      return null
    },
    'connections.test': () => ({ itemCount: 6_000, tookMs: 120 }),
    'connections.create': ({ baseUrl }) => {
      const connection = makeConnection({
        id: `c${String(this.connections.length + 1)}`,
        name: new URL(baseUrl).host,
        baseUrl,
      })
      this.connections = [...this.connections, connection]
      return this.#openedConnection(connection)
    },
    'connections.previewSample': () => previewSample(),
    'connections.createSample': () => {
      const connection = makeConnection({ id: 'sample', name: 'Sample data', kind: 'sample', baseUrl: null })
      this.connections = [...this.connections, connection]
      return this.#openedConnection(connection)
    },
    'connections.open': ({ connectionId }) => this.#openedConnection(this.#connection(connectionId)),
    'connections.checkService': () => null,
    'connections.rename': ({ connectionId, name }) =>
      this.#replace({ ...this.#connection(connectionId), name }),
    'connections.replaceKey': () => SERVICE_KEY,
    'connections.confirmKey': () => SERVICE_KEY,
    'connections.testAddress': () => ({ itemCount: 900, tookMs: 12 }),
    'connections.setAddress': ({ connectionId, baseUrl }) => ({
      connection: this.#replace({ ...this.#connection(connectionId), baseUrl }),
      key: SERVICE_KEY,
      campaigns: this.campaigns.get(connectionId) ?? [],
      notice: null,
    }),
    'connections.storage': () =>
      this.connections.map(({ id }) => ({
        connectionId: id,
        campaigns: 12_000_000,
        artwork: 340_000_000,
        reviews: 5_000,
      })),
    'connections.footprint': ({ connectionId }) => {
      const campaigns = this.campaigns.get(connectionId) ?? []
      return {
        campaigns: campaigns.length,
        items: campaigns.reduce((sum, campaign) => sum + campaign.itemCount, 0),
        reviews: 0,
        photos: 0,
        bytes: 11_000_000,
      }
    },
    'connections.forget': ({ connectionId }) => {
      this.connections = this.connections.filter((each) => each.id !== connectionId)
      return this.connections
    },
    'connections.setLabels': ({ connectionId, changes }) => {
      const connection = this.#connection(connectionId)
      return this.#replace({ ...connection, labels: applyLabels(connection.labels, changes) })
    },
    'campaigns.list': ({ connectionId }) => this.campaigns.get(connectionId) ?? [],
    'campaigns.query': ({ connectionId, columns }) => {
      const campaigns = this.campaigns.get(connectionId) ?? []
      return {
        rows: campaigns.map(({ id, name, itemCount }) => ({
          id,
          cells: columns.map((column) => (column === 'name' ? name : column === 'items' ? itemCount : null)),
        })),
        total: campaigns.length,
      }
    },
    'campaigns.get': ({ connectionId, campaignId }) => {
      const record = this.records.get(campaignId)
      if (record !== undefined) return record
      const summary = this.campaigns.get(connectionId)?.find((each) => each.id === campaignId)
      if (summary === undefined) throw new AppError('notFound')
      return { summary, json: null, recordFetchedAt: null }
    },
    'campaigns.attention': () => ({
      notice: null,
      settings: DEFAULT_CHECKS,
      checks: [],
      changes: [],
      reviews: [],
    }),
    'campaigns.fetchDetails': () => 'fetched',
    'comparisons.open': () => ({ start: 0, ...EMPTY_COMPARISON }),
    'comparisons.read': ({ start }) => ({ start, ...EMPTY_COMPARISON }),
    'comparisons.cancel': () => null,
    'comparisons.campaignFields': () => ({ different: [], equal: 1, records: { first: true, second: true } }),
    'campaigns.remove': ({ connectionId, campaignIds }) => {
      const remaining = (this.campaigns.get(connectionId) ?? []).filter(
        (each) => !campaignIds.includes(each.id),
      )
      this.campaigns.set(connectionId, remaining)
      return null
    },
    'downloads.add': ({ connectionId, text }) =>
      this.#queue({ connectionId, campaignId: text, campaignName: null }),
    'downloads.start': ({ connectionId, campaignIds }) =>
      campaignIds.map((campaignId) =>
        this.#queue({
          connectionId,
          campaignId,
          campaignName:
            this.campaigns.get(connectionId)?.find((each) => each.id === campaignId)?.name ?? null,
        }),
      ),
    'downloads.discover': ({ connectionId }) =>
      this.#queue({ connectionId, kind: 'discovery', campaignId: null, campaignName: null }),
    'downloads.fetchDetails': ({ connectionId, campaignIds }) =>
      this.#queue({
        connectionId,
        kind: 'details',
        campaignId: null,
        campaignName: null,
        totalItems: campaignIds.length,
        details: { fetched: 0, forbidden: 0, missing: 0, skipped: 0, failed: 0 },
      }),
    'downloads.cancel': () => null,
    'downloads.decide': () => null,
    'downloads.list': () => this.downloads,
    'downloads.pause': () => null,
    'downloads.resume': () => null,
    'downloads.move': () => null,
    'downloads.retry': () => [],
    'downloads.dismiss': () => null,
    'connections.setAutomatic': ({ connectionId, automatic }) =>
      this.#replace({ ...this.#connection(connectionId), automatic }),
    'connections.chooseAuthority': () => null,
    'connections.chooseNewAuthority': () => null,
    'connections.clearAuthority': ({ connectionId }) =>
      this.#replace({ ...this.#connection(connectionId), authority: null }),
    'connections.chooseClientCertificate': () => null,
    'connections.unlockClientCertificate': () => {
      throw new AppError('notFound')
    },
    'connections.clientCertificate': ({ of }) => {
      const certificate = 'connectionId' in of ? this.#connection(of.connectionId).clientCertificate : null
      return certificate === null ? null : { certificate, password: 'keychain' }
    },
    'connections.clearClientCertificate': ({ of }) => {
      if ('connectionId' in of)
        this.#replace({ ...this.#connection(of.connectionId), clientCertificate: null })
      return null
    },
    'proxies.challenge': () => null,
    'proxies.signedIn': () => this.signedIn,
    'proxies.signOut': ({ proxy }) => (this.signedIn = this.signedIn.filter((each) => each !== proxy)),
    'proxies.signIn': () => ({ storage: 'keychain', reason: null }),
    'connections.diagnose': () => ({ results: [], reportText: '' }),
    'connections.stopDiagnosis': () => null,
    'connections.stopTest': () => null,
    'pictures.state': ({ campaignId }) => ({ ...makePictures(), campaignId }),
    'pictures.choose': ({ campaignId, choice, forField }) => ({
      ...makePictures(),
      campaignId,
      choice,
      forField,
    }),
    'pictures.start': ({ campaignId }) => makePictureRun({ campaignId }),
    'pictures.cancel': () => null,
    'pictures.clear': () => null,
    'pictures.list': () => [],
    'pictures.pause': () => null,
    'pictures.resume': () => null,
    'pictures.createThumbnail': () => null,
    'pictures.problem': () => null,
    'pictures.enable': () => null,
    'pictures.saveCopy': () => false,
    'pictures.document': () => null,
    'pictures.pageSize': () => null,
    'pictures.drawPage': () => null,
    'pictures.previous': () => null,
    'changes.downloads': () => [],
    'changes.read': ({ start }) => ({
      start,
      rows: [],
      ...{ count: 0, itemCount: 0, unseenCount: 0, hiddenCount: 0 },
      kinds: { added: 0, changed: 0, gone: 0 },
      fields: [],
      campaign: [],
      layout: null,
    }),
    'changes.markSeen': () => null,
    'changes.markCampaignsSeen': () => null,
    'changes.markUnseen': () => false,
    'updates.check': () => this.updates,
    'updates.download': () => null,
    'updates.cancelDownload': () => null,
    'updates.install': () => null,
    'updates.openPage': () => null,
    'backups.list': () => [],
    'backups.create': () => ({ id: 'b1', kind: 'person', at: Date.now(), bytes: 20_000 }),
    'backups.restore': () => null,
    'backups.writeFile': () => null,
    'backups.showWritten': () => null,
    'backups.openFile': () => null,
    'backups.hasRequested': () => false,
    'backups.openRequested': () => null,
    'backups.cancel': () => null,
    'backups.restoreFile': () => null,
    'backups.closeFile': () => null,
    'backups.schedule': () => NO_SCHEDULE,
    'backups.setSchedule': (change) => ({ ...NO_SCHEDULE, ...change }),
    'backups.chooseFolder': () => null,
    'checks.read': () => ({ notice: null, settings: DEFAULT_CHECKS, results: [] }),
    'checks.openIds': () => null,
    'checks.preview': () => ({ count: 0, total: 0, campaigns: 1, rows: [] }),
    'checks.configure': () => null,
    'checks.accept': () => 1,
    'checks.revert': () => null,
    'exports.prepareDrag': () => makeExport({ form: 'drag' }),
    'exports.startDrag': () => null,
    'exports.startChanges': () => null,
    'exports.startComparison': () => null,
    'exports.startOrphaned': () => null,
    'exports.startCampaigns': () => null,
    'items.open': () => EMPTY_RESULT,
    'items.prepareFind': () => null,
    'items.progress': () => 0,
    'items.find': () => ({ count: 0, rows: [] }),
    'items.window': ({ start }) => ({ start, rows: [], unseenChanges: [] }),
    'items.ruleMatches': ({ rows }) => ({ matches: rows.map(() => null), faults: [] }),
    'campaigns.copy': ({ campaignIds }) => campaignIds.length,
    'campaigns.fields': () => ({ fields: [], sampleSize: 0, total: 0 }),
    'items.fields': () => ({ fields: [], sampleSize: 0, total: 0 }),
    'campaigns.idNames': () => [],
    'items.sharedWords': () => '',
    'items.values': () => ({ values: [], distinct: 0, empty: 0, min: null, max: null }),
    'items.statuses': () => [],
    'items.totals': () => ({ count: 0, qtyCount: 0, qtySum: 0, qtyMin: null, qtyMax: null }),
    'items.get': () => {
      throw new AppError('notFound')
    },
    'texts.read': () => {
      throw new AppError('notFound')
    },
    'items.locate': () => null,
    'items.copy': () => 0,
    'statistics.read': () => EMPTY_STATISTICS,
    'statistics.copy': () => 0,
    'statistics.export': () => null,
    'reviews.get': () => [],
    'reviews.mark': () => ({ count: 0, step: null }),
    'reviews.note': () => ({ step: null }),
    'reviews.addPhoto': () => {
      throw new Error('The fake main stores no photos.')
    },
    'reviews.drawPhoto': () => ({ problem: 'tooComplex' }),
    'reviews.removePhoto': () => ({ step: null }),
    'reviews.listSteps': () => [],
    'reviews.revert': () => null,
    'reviews.progress': () => ({ reviewed: 0, inResult: 0, orphaned: 0 }),
    'reviews.marks': () => new Uint8Array(),
    'camera.open': () => true,
    'camera.close': () => null,
    'reviews.counts': () => ({ marks: { ok: 0, problem: 0, question: 0 }, unmarked: 0, changed: 0 }),
    'reviews.elements': () => [],
    'reviews.orphaned': () => [],
    'reviews.copyOrphaned': () => null,
    'reports.counts': () => ({ problem: 0, question: 0, ok: 0, noted: 0 }),
    'reports.start': () => null,
    'reports.preview': () => ({ url: 'about:blank' }),
    'timeline.saveCalendar': () => null,
    'timeline.savePicture': () => null,
    'timeline.savePdf': () => null,
    'lists.print': () => null,
    'lists.preview': () => ({ url: 'about:blank' }),
    'lists.closePreview': () => null,
    'exports.start': () => null,
    'exports.preview': () => EMPTY_PREVIEW,
    'exports.target': ({ suggestedName, format }) => ({
      fileName: safeFileName(suggestedName, format),
      folders: ['Documents', 'POS lists'],
      isFound: true,
    }),
    'exports.stopPreview': () => null,
    'exports.cancel': () => null,
    'reviewFiles.counts': () => ({ items: 0, marks: 0, notes: 0, photos: 0 }),
    'reviewFiles.write': () => null,
    'reviewFiles.showWritten': () => null,
    'reviewFiles.open': () => null,
    'reviewFiles.openRequested': () => null,
    'links.openRequested': () => null,
    'links.copy': () => null,
    'reviewFiles.merge': () => ({ count: 0, step: null }),
    'reviewFiles.close': () => null,
    'exports.show': () => null,
    'exports.open': () => null,
    'exports.saveElsewhere': () => null,
    'exports.repeat': () => ({ kind: 'nothing' }),
    'exports.profiles': () => ({ profiles: [], last: null, notice: null }),
    'exports.saveProfiles': () => null,
  }
}
