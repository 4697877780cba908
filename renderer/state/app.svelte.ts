import type { OpenedConnection } from '../../electron/contract/api.ts'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import {
  UNKNOWN_SERVICE,
  type Connection,
  type KeyStatus,
  type ServiceStatus,
} from '../../electron/contract/connection.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { LastView } from '../../electron/contract/preferences.ts'
import { api, faultOf } from '../api.ts'
import { Announcer, NoticesModel } from './notices.svelte.ts'
import { CampaignListModel } from './campaign-list.svelte.ts'
import { DialogsModel } from './dialogs.svelte.ts'
import { Environment } from './environment.svelte.ts'
import { ExportProfilesModel } from './export-profiles.svelte.ts'
import { FrameModel } from './frame.svelte.ts'
import { History } from './history.svelte.ts'
import { JobsModel } from './jobs.svelte.ts'
import { NewCertificates } from './new-certificates.svelte.ts'
import { PreferencesModel } from './preferences.svelte.ts'
import { ReviewsModel } from './reviews.svelte.ts'
import { ViewsModel } from './views.svelte.ts'
import { Visits } from './visits.svelte.ts'

/** The main area of the window below its header. */
export type Content = Tab | 'noCopy' | 'noCopies' | 'gone'

export type Tab = LastView['tab']

/**
 * Returns whether this is the list of items, as rows or as pictures. All items together have no other tabs.
 */
export function showsList(content: Content): content is 'items' | 'artwork' {
  return content === 'items' || content === 'artwork'
}

/** The state of the window: the open connection, the view, and their data. */
export class AppModel {
  readonly environment = new Environment()
  readonly preferences = new PreferencesModel()
  readonly views = new ViewsModel()
  readonly exportProfiles = new ExportProfilesModel()
  readonly frame = new FrameModel(this.preferences)
  readonly jobs = new JobsModel()
  readonly dialogs = new DialogsModel()
  readonly newCertificates = new NewCertificates()
  readonly announcer = new Announcer()
  readonly visits = new Visits()
  readonly reviews = new ReviewsModel()
  readonly list = new CampaignListModel(() => this.campaigns)
  readonly history = new History({
    connectionId: () => this.connectionId,
    announce: (sentence) => {
      this.announcer.say(sentence)
    },
    report: (fault) => {
      this.tell(fault)
    },
  })

  #turn = 0
  #stale = false
  #refreshing: Promise<void> | null = null

  /** Whether the first view can be drawn. */
  begun = $state(false)
  /** Whether the first view can be used. */
  ready = $state(false)

  connections = $state.raw<readonly Connection[]>([])
  connectionId = $state<string | null>(null)
  key = $state.raw<KeyStatus | null>(null)
  /** Whether the services can be reached, by connection id. */
  #services = $state.raw<ReadonlyMap<string, ServiceStatus>>(new Map())
  campaigns = $state.raw<readonly CampaignSummary[]>([])
  /** Null: all items of all campaigns. */
  campaignId = $state<string | null>(null)
  tab = $state<Tab>('items')
  /** Whether the form for a new connection is shown. */
  connecting = $state(false)
  /** Increases with every change of the connection's stored data. */
  revision = $state(0)

  readonly notices = new NoticesModel(() => this.connectionId)
  /** Why the start, or opening the connection, failed. */
  failure = $state.raw<Fault | null>(null)

  /** Whether the connection is being opened, so that its campaigns are not known yet. */
  opening = $state(false)

  readonly connection = $derived(this.connections.find((known) => known.id === this.connectionId) ?? null)
  /** Whether the service of the connection can be reached. */
  readonly service = $derived(this.#services.get(this.connectionId ?? '') ?? UNKNOWN_SERVICE)
  readonly campaign = $derived(this.campaigns.find((known) => known.id === this.campaignId) ?? null)

  readonly content = $derived.by<Content>(() => {
    if (this.campaignId === null)
      return this.campaigns.some(({ copy }) => copy !== 'none') ? this.tab : 'noCopies'
    if (this.campaign === null) return 'gone'
    return this.tab !== 'overview' && this.campaign.copy === 'none' ? 'noCopy' : this.tab
  })

  /** The last known download of each campaign of the connection. */
  readonly campaignJobs = $derived(this.jobs.byCampaign(this.connectionId))
  /** Ended jobs of the connection that were not cleared, newest first. */
  readonly endedJobs = $derived(this.jobs.ended.filter((job) => job.connectionId === this.connectionId))
  /** Recently ended jobs of the connection. */
  readonly outcomes = $derived(this.jobs.outcomes.filter((job) => job.connectionId === this.connectionId))
  readonly discovery = $derived(this.connectionId === null ? null : this.jobs.discoveryOf(this.connectionId))

  /** Opens a connection in its last view. A failure is shown, not thrown. */
  async openConnection(connectionId: string): Promise<void> {
    const turn = ++this.#turn
    this.connecting = false
    this.connectionId = connectionId
    this.key = null
    this.campaigns = []
    this.failure = null
    this.opening = true
    const left = this.preferences.current.lastView
    const same = left.connectionId === connectionId
    try {
      const opened = await api.call('connections.open', { connectionId })
      if (turn !== this.#turn) return
      const campaignId =
        same && opened.campaigns.some((known) => known.id === left.campaignId) ? left.campaignId : null
      this.#enter(opened, campaignId, same && campaignId === left.campaignId ? left.tab : 'items')
      void this.#loadDownloads()
    } catch (error) {
      if (turn === this.#turn) this.failure = faultOf(error)
    }
    if (turn === this.#turn) this.opening = false
  }

  /** Shows a campaign (null: all items) of any connection. */
  async bringUp(connectionId: string, campaignId: string | null): Promise<void> {
    if (!this.connections.some((known) => known.id === connectionId)) return
    if (connectionId !== this.connectionId) await this.openConnection(connectionId)
    this.connecting = false
    if (connectionId === this.connectionId && campaignId !== null) this.show(campaignId)
  }

  /** Opens a connection that was just created or opened. */
  enterNew(opened: OpenedConnection): void {
    this.#turn += 1
    this.connections = [
      ...this.connections.filter((known) => known.id !== opened.connection.id),
      opened.connection,
    ]
    this.connectionId = opened.connection.id
    this.connecting = false
    this.opening = false
    this.failure = null
    this.#enter(opened, null, 'items')
  }

  /** Loads the downloads of a connection that was opened after the start. */
  async #loadDownloads(): Promise<void> {
    if (!this.ready) return
    try {
      this.jobs.load(await api.call('downloads.list'))
    } catch (error) {
      this.tell(faultOf(error))
    }
  }

  #enter(opened: OpenedConnection, campaignId: string | null, tab: Tab): void {
    this.replaceConnection(opened.connection)
    this.receiveKey(opened.key)
    this.campaigns = opened.campaigns
    this.list.reset(campaignId)
    this.campaignId = campaignId
    this.tab = tabIn(campaignId, tab)
    this.revision += 1
    this.visits.reset({ campaignId, tab: this.tab })
    if (opened.notice !== null) this.tell(opened.notice)
    this.#remember()
  }

  /** Records whether the service of a connection can be reached. */
  receiveService(connectionId: string, service: ServiceStatus): void {
    this.#services = new Map(this.#services).set(connectionId, service)
  }

  /** Records the state of the key, and asks what to do with a withheld one. */
  receiveKey(key: KeyStatus | null): void {
    this.key = key
    const { connectionId } = this
    if (key?.place === 'withheld' && connectionId !== null && this.dialogs.current === null)
      this.dialogs.open({ kind: 'replaceKey', connectionId })
  }

  /** Shows a campaign, or with null all items. The tab stays unless one is given. */
  show(campaignId: string | null, tab: Tab = this.tab): void {
    this.campaignId = campaignId
    this.tab = tabIn(campaignId, tab)
    this.frame.campaignsSheet = false
    this.visits.note({ campaignId, tab: this.tab })
    this.#remember()
  }

  /** Moves back or forward in the history of views. */
  travel(by: -1 | 1): void {
    const visit = this.visits.step(by)
    if (visit === null) return
    const known =
      visit.campaignId === null || this.campaigns.some((campaign) => campaign.id === visit.campaignId)
    this.campaignId = known ? visit.campaignId : null
    this.tab = known ? visit.tab : 'items'
    this.#remember()
  }

  /** Replaces a connection whose name or labels have changed. */
  replaceConnection(connection: Connection): void {
    this.connections = this.connections.map((known) => (known.id === connection.id ? connection : known))
  }

  /** Continues after a connection was deleted, with another one or the first screen. */
  async leaveForgotten(connectionId: string, left: readonly Connection[]): Promise<void> {
    this.connections = left
    this.views.forget(connectionId)
    this.history.forget(connectionId)
    this.notices.dismiss((notice) => notice.connectionId === connectionId)
    if (connectionId !== this.connectionId) return
    const [next] = left
    if (next === undefined) {
      this.#turn += 1
      this.connectionId = null
      this.campaigns = []
      this.key = null
      this.failure = null
    } else await this.openConnection(next.id)
  }

  /**
   * Loads the campaigns. Calls during a request share one request after it, so that answers cannot overtake
   * each other.
   */
  async refreshCampaigns(): Promise<void> {
    this.#stale = true
    this.#refreshing ??= this.#refreshWhileStale().finally(() => {
      this.#refreshing = null
    })
    await this.#refreshing
  }

  async #refreshWhileStale(): Promise<void> {
    while (this.#stale) {
      this.#stale = false
      const connectionId = this.connectionId
      if (connectionId === null) return
      try {
        const campaigns = await api.call('campaigns.list', { connectionId })
        if (connectionId !== this.connectionId) continue
        this.campaigns = campaigns
        this.revision += 1
        if (this.campaignId !== null && this.campaign === null) this.show(null)
      } catch (error) {
        if (connectionId === this.connectionId) this.tell(faultOf(error))
      }
    }
  }

  /** Shows a failure of a connection above the view until it is dismissed. */
  tell(fault: Fault, connectionId = this.connectionId): void {
    this.notices.add({ connectionId, fault })
  }

  #remember(): void {
    this.preferences.change({
      lastView: { connectionId: this.connectionId, campaignId: this.campaignId, tab: this.tab },
    })
  }
}

/** Returns the tab to show for a requested one: all items together have only those of the list. */
function tabIn(campaignId: string | null, tab: Tab): Tab {
  return campaignId === null && !showsList(tab) ? 'items' : tab
}
