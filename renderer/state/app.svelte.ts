import type { OpenedConnection } from '../../electron/contract/api.ts'
import type { LinkedConnection } from '../../electron/contract/app-link.ts'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import {
  UNKNOWN_SERVICE,
  type Connection,
  type KeyStatus,
  type ServiceStatus,
} from '../../electron/contract/connection.ts'
import { setShortcutSource } from '../../electron/contract/custom-shortcuts.ts'
import { isUnreadableCache, type Fault } from '../../electron/contract/faults.ts'
import { CAMPAIGN_TABS, CONNECTION_TABS } from '../../electron/contract/preferences.ts'
import { api, faultOf } from '../api.ts'
import { BackupsModel } from './backups.svelte.ts'
import { createCampaignComparison, type CampaignComparisonModel } from './campaign-comparison.svelte.ts'
import { CampaignListModel } from './campaign-list.svelte.ts'
import { createCampaignTable } from './campaign-table-history.ts'
import type { CampaignTable } from './campaign-table.svelte.ts'
import { CampaignTitles } from './campaign-titles.ts'
import { ChecksModel } from './checks.svelte.ts'
import { createChanges, type ChangesState } from './changes.svelte.ts'
import { DialogsModel } from './dialogs.svelte.ts'
import { Environment } from './environment.svelte.ts'
import { ExportProfilesModel } from './export-profiles.svelte.ts'
import { FrameModel } from './frame.svelte.ts'
import { History } from './history.svelte.ts'
import { HomeModel } from './home.svelte.ts'
import { createItemList } from './item-list.ts'
import type { ItemsState } from './items.svelte.ts'
import { JobsModel } from './jobs.svelte.ts'
import { Latest } from './latest.ts'
import type { Content, NavigationContext, Tab } from './navigation.ts'
import { NewCertificates } from './new-certificates.svelte.ts'
import { Announcer, NoticesModel } from './notices.svelte.ts'
import { PreferencesModel } from './preferences.svelte.ts'
import { clearRecentSearches } from './recent-searches.ts'
import { ReviewsModel } from './reviews.svelte.ts'
import { SuccessModel } from './success.svelte.ts'
import { TimelineState } from './timeline.svelte.ts'
import { UpdatesModel } from './updates.svelte.ts'
import { ViewsModel } from './views.svelte.ts'
import { Visits } from './visits.svelte.ts'

/** The state of the window: its current connection and view, and the models of its parts. */
export class AppModel implements NavigationContext {
  readonly environment = new Environment()
  readonly preferences = new PreferencesModel((fault) => this.notices.show(fault, null))
  readonly views = new ViewsModel((fault) => this.notices.show(fault, null))
  readonly exportProfiles = new ExportProfilesModel((fault) => this.notices.show(fault, null))
  readonly frame = new FrameModel(this.preferences)
  readonly jobs = new JobsModel()
  readonly dialogs = new DialogsModel()
  readonly newCertificates = new NewCertificates()
  readonly announcer = new Announcer()
  readonly visits = new Visits()
  readonly reviews = new ReviewsModel()
  readonly campaignList = new CampaignListModel(() => this.campaigns)
  readonly notices = new NoticesModel(() => this.connectionId)
  readonly history = new History({
    connectionId: () => this.connectionId,
    announce: (sentence) => this.announcer.announce(sentence),
    report: (fault, connectionId) => this.notices.show(fault, connectionId),
  })
  readonly backups = new BackupsModel()
  readonly success = new SuccessModel(this.history)
  readonly items: ItemsState = createItemList(this)
  readonly campaignTable: CampaignTable = createCampaignTable(this)
  readonly changes: ChangesState = createChanges(this)
  readonly checks = new ChecksModel()
  readonly timeline = new TimelineState(this)
  readonly updates = new UpdatesModel()
  readonly home = new HomeModel()
  readonly campaignComparison: CampaignComparisonModel = createCampaignComparison(this)

  /** Increases when the stored data of the current connection changes, before anything is loaded again. */
  dataVersion = 0

  /** The tab in which a campaign was shown last. */
  #campaignTab: Tab = 'items'
  readonly #opening = new Latest()
  #isStale = false
  #refreshing: Promise<void> | null = null

  /** Whether the first view can be rendered. */
  canRender = $state(false)
  /** Whether the first view responds to input. */
  ready = $state(false)

  connections = $state.raw<readonly Connection[]>([])
  connectionId = $state<string | null>(null)
  /** The status of each key by the id of its connection, once it is read. */
  #keys = $state.raw<ReadonlyMap<string, KeyStatus>>(new Map())
  /** The status of each service by the id of its connection. */
  #services = $state.raw<ReadonlyMap<string, ServiceStatus>>(new Map())
  campaigns = $state.raw<readonly CampaignSummary[]>([])
  readonly titles = $derived(new CampaignTitles(this.campaigns))
  /** The campaign that is shown; null for all campaigns. */
  campaignId = $state<string | null>(null)
  tab = $state<Tab>('home')
  /** Whether this window had the focus last. Only this one asks what all windows could ask. */
  isFront = $state(true)
  /** Whether the screen for a new connection is shown. */
  addingConnection = $state(false)
  /** What a link proposes for the new connection, until it is added or the screen is left. */
  linkedConnection = $state.raw<LinkedConnection | null>(null)
  /** Increases with every change of the stored data of the current connection. */
  revision = $state(0)

  /** Why the application failed to start, or the connection failed to open. */
  failure = $state.raw<Fault | null>(null)

  /** Whether the connection is being opened, so that its campaigns are not loaded yet. */
  opening = $state(false)

  readonly connection = $derived(this.connections.find(({ id }) => id === this.connectionId) ?? null)
  /** Null until it is read: the keychain may be slow, or ask the person. */
  readonly key = $derived(this.#keys.get(this.connectionId ?? '') ?? null)
  readonly service = $derived(this.#services.get(this.connectionId ?? '') ?? UNKNOWN_SERVICE)
  readonly campaign = $derived(this.campaigns.find(({ id }) => id === this.campaignId) ?? null)

  readonly content = $derived.by<Content>(() => {
    if (this.campaignId === null) {
      const hasContent =
        this.tab === 'home'
          ? this.campaigns.some(({ copy, recordState }) => copy !== 'none' || recordState === 'fetched')
          : needsDownload(this.tab)
            ? this.campaigns.some(({ copy }) => copy !== 'none')
            : this.campaigns.length > 0
      return hasContent ? this.tab : 'nothingDownloaded'
    }
    if (this.campaign === null) return 'deleted'
    const { copy, recordState } = this.campaign
    const hasContent = copy !== 'none' || (this.tab === 'overview' && recordState !== 'never')
    return hasContent ? this.tab : 'notDownloaded'
  })

  /** The latest download of each campaign of the current connection. */
  readonly campaignJobs = $derived(this.jobs.byCampaign(this.connectionId))
  /** Jobs of the current connection that have ended and were not cleared, newest first. */
  readonly endedJobs = $derived(this.jobs.ended.filter((job) => job.connectionId === this.connectionId))
  /** Ended jobs of the current connection whose outcome is still announced. */
  readonly outcomes = $derived(this.jobs.outcomes.filter((job) => job.connectionId === this.connectionId))
  readonly discovery = $derived(this.connectionId === null ? null : this.jobs.discoveryOf(this.connectionId))

  constructor() {
    setShortcutSource(() => this.preferences.current.shortcuts)
  }

  /**
   * Opens a connection with its last view. A failure is shown, never thrown.
   * @param prepared the connection, if main has already opened it
   */
  async openConnection(connectionId: string, prepared: OpenedConnection | null = null): Promise<void> {
    const isLatest = this.#opening.begin()
    this.addingConnection = false
    this.#select(connectionId)
    this.#keys = new Map([...this.#keys].filter(([id]) => id !== connectionId))
    this.campaigns = []
    this.failure = null
    this.opening = true
    const { lastView } = this.preferences.current
    const isSame = lastView.connectionId === connectionId
    try {
      const opened = prepared ?? (await api.call('connections.open', { connectionId }))
      if (!isLatest()) return
      const campaignId =
        isSame && opened.campaigns.some(({ id }) => id === lastView.campaignId) ? lastView.campaignId : null
      this.#enter(opened, campaignId, isSame && campaignId === lastView.campaignId ? lastView.tab : 'home')
      void this.#loadDownloads()
    } catch (error) {
      if (isLatest()) this.failure = faultOf(error)
    }
    if (isLatest()) this.opening = false
  }

  /** Opens a connection, unless it is the current one, and shows a campaign if one is given. */
  async showCampaign(connectionId: string, campaignId: string | null): Promise<void> {
    if (!this.connections.some(({ id }) => id === connectionId)) return
    if (connectionId !== this.connectionId) await this.openConnection(connectionId)
    this.addingConnection = false
    if (connectionId === this.connectionId && campaignId !== null) this.show(campaignId)
  }

  /** Shows the screen for a new connection with the address of a link that the person has confirmed. */
  proposeConnection(linked: LinkedConnection): void {
    this.linkedConnection = linked
    this.addingConnection = true
  }

  /** Adds a new connection, and makes it the current one. */
  addConnection(opened: OpenedConnection): void {
    this.#opening.cancel()
    this.connections = [
      ...this.connections.filter(({ id }) => id !== opened.connection.id),
      opened.connection,
    ]
    this.#select(opened.connection.id)
    this.addingConnection = false
    this.opening = false
    this.failure = null
    this.#enter(opened, null, 'home')
  }

  /** Makes a connection the current one; with null, there is none. */
  #select(connectionId: string | null): void {
    // Dialogs act on the connection over which they were opened.
    if (this.connectionId !== null && connectionId !== this.connectionId) this.dialogs.closeAll()
    this.connectionId = connectionId
    // Not only lists show reviews.
    this.reviews.follow(connectionId)
  }

  /** Loads the downloads of a connection that was opened after the start. */
  async #loadDownloads(): Promise<void> {
    if (!this.ready) return
    const { connectionId } = this
    try {
      this.jobs.load(await api.call('downloads.list'))
    } catch (error) {
      this.notices.show(faultOf(error), connectionId)
    }
  }

  #enter(opened: OpenedConnection, campaignId: string | null, tab: Tab): void {
    this.replaceConnection(opened.connection)
    // Without a status in the response, one may have arrived before it.
    const key = opened.key ?? this.key
    if (key !== null) this.receiveKey(opened.connection.id, key)
    this.campaigns = opened.campaigns
    this.campaignList.reset(campaignId)
    this.frame.singleReview = false
    this.campaignId = campaignId
    this.#campaignTab = 'items'
    this.tab = availableTab(campaignId, tab, 'items')
    this.revision += 1
    this.visits.reset({ campaignId, tab: this.tab })
    if (isUnreadableCache(opened.notice)) this.failure = opened.notice
    else if (opened.notice !== null) this.notices.show(opened.notice, opened.connection.id)
    this.#remember()
  }

  /** Updates the status of the service of a connection. */
  receiveService(connectionId: string, service: ServiceStatus): void {
    this.#services = new Map(this.#services).set(connectionId, service)
  }

  /**
   * Updates the status of the key of a connection, and opens the dialog for another key if that of the current
   * one is withheld.
   */
  receiveKey(connectionId: string, key: KeyStatus): void {
    this.#keys = new Map(this.#keys).set(connectionId, key)
    if (connectionId !== this.connectionId || key.storage !== 'withheld') return
    if (this.isFront && !this.dialogs.isBlocking) this.dialogs.open({ kind: 'replaceKey', connectionId })
  }

  /**
   * Shows a campaign, or with null all campaigns; keeps the tab unless one is given. A campaign without the
   * tab is shown in the tab of the last one.
   */
  show(campaignId: string | null, tab: Tab = this.tab): void {
    if (this.campaignId !== null) this.#campaignTab = this.tab
    const shown = availableTab(campaignId, tab, this.#campaignTab)
    this.#leaveSingleReview(campaignId, shown)
    this.campaignId = campaignId
    this.tab = shown
    this.frame.campaignsSheet = false
    this.visits.add({ campaignId, tab: this.tab })
    this.#remember()
  }

  /** Goes back or forward in the visited views. */
  travel(by: -1 | 1): void {
    const visit = this.visits.step(by)
    if (visit === null) return
    this.frame.campaignsSheet = false
    const exists =
      visit.campaignId === null || this.campaigns.some((campaign) => campaign.id === visit.campaignId)
    const campaignId = exists ? visit.campaignId : null
    const tab = exists ? visit.tab : 'home'
    this.#leaveSingleReview(campaignId, tab)
    this.campaignId = campaignId
    this.tab = tab
    this.#remember()
  }

  /** Leaves the review of single items if another list or view will be shown. */
  #leaveSingleReview(campaignId: string | null, tab: Tab): void {
    if (campaignId !== this.campaignId || tab !== this.tab) this.frame.singleReview = false
  }

  /** Adds a connection, or replaces one that has changed. */
  receiveConnection(connection: Connection): void {
    if (this.connections.some(({ id }) => id === connection.id)) this.replaceConnection(connection)
    else this.connections = [...this.connections, connection]
  }

  /** Replaces a connection whose name or labels have changed. */
  replaceConnection(connection: Connection): void {
    this.connections = this.connections.map((other) => (other.id === connection.id ? connection : other))
  }

  /** Removes a deleted connection. Opens another one if it was current. */
  async removeConnection(connectionId: string, remaining: readonly Connection[]): Promise<void> {
    this.connections = remaining
    this.views.forget(connectionId)
    this.campaignTable.forget(connectionId)
    clearRecentSearches(this.preferences, connectionId)
    this.history.forget(connectionId)
    this.notices.dismiss((notice) => notice.connectionId === connectionId)
    if (connectionId !== this.connectionId) return
    const [next] = remaining
    if (next === undefined) {
      this.#opening.cancel()
      this.#select(null)
      this.campaigns = []
      this.failure = null
    } else await this.openConnection(next.id)
  }

  /**
   * Reloads the campaigns. Calls during a request are combined into one further request, so that responses
   * never overtake each other.
   */
  async refreshCampaigns(): Promise<void> {
    this.#isStale = true
    this.#refreshing ??= this.#refreshWhileStale().finally(() => {
      this.#refreshing = null
    })
    await this.#refreshing
  }

  async #refreshWhileStale(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      const connectionId = this.connectionId
      if (connectionId === null) return
      try {
        const campaigns = await api.call('campaigns.list', { connectionId })
        if (connectionId !== this.connectionId) continue
        this.campaigns = campaigns
        this.revision += 1
        if (this.campaignId !== null && this.campaign === null) this.show(null, 'campaigns')
      } catch (error) {
        if (connectionId === this.connectionId) this.notices.show(faultOf(error), connectionId)
      }
    }
  }

  #remember(): void {
    this.preferences.change({
      lastView: { connectionId: this.connectionId, campaignId: this.campaignId, tab: this.tab },
    })
  }
}

/** The connections, and the open one with its campaigns and downloads. */
export type Session = Pick<
  AppModel,
  | 'addConnection'
  | 'campaignJobs'
  | 'campaigns'
  | 'connection'
  | 'connectionId'
  | 'connections'
  | 'discovery'
  | 'endedJobs'
  | 'failure'
  | 'key'
  | 'openConnection'
  | 'opening'
  | 'outcomes'
  | 'ready'
  | 'receiveKey'
  | 'refreshCampaigns'
  | 'removeConnection'
  | 'replaceConnection'
  | 'revision'
  | 'service'
  | 'titles'
>

/** The current view, and the ways to other ones. */
export type Navigation = NavigationContext &
  Pick<
    AppModel,
    | 'campaign'
    | 'addingConnection'
    | 'linkedConnection'
    | 'proposeConnection'
    | 'showCampaign'
    | 'travel'
    | 'visits'
  >

/**
 * Returns the tab; if a campaign does not have it, the other one; and if all together do not, their items.
 */
function availableTab(campaignId: string | null, tab: Tab, other: Tab): Tab {
  const tabs: readonly Tab[] = campaignId === null ? CONNECTION_TABS : CAMPAIGN_TABS
  if (tabs.includes(tab)) return tab
  return campaignId === null ? 'items' : other
}

/** Returns whether a view of all campaigns together is empty until one is downloaded. */
function needsDownload(tab: Tab): boolean {
  return tab !== 'campaigns' && tab !== 'timeline'
}
