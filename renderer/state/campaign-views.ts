import { MAX_CAMPAIGN_VIEWS, type CampaignTableView } from '../../electron/contract/campaign-table.ts'
import { compareNames } from '../../electron/contract/compare-names.ts'
import type { PreferencesModel } from './preferences.svelte.ts'

/** Stores a change of the saved views, and records it. */
type ChangeViews = (action: 'saveView' | 'deleteView', store: () => void) => void

/** The saved views of the table of campaigns: those of the connection and of all connections. */
export class CampaignViews {
  readonly #preferences: PreferencesModel
  readonly #connectionId: () => string
  readonly #change: ChangeViews

  constructor(preferences: PreferencesModel, connectionId: () => string, change: ChangeViews) {
    this.#preferences = preferences
    this.#connectionId = connectionId
    this.#change = change
  }

  get list(): readonly CampaignTableView[] {
    return this.#stored.filter((view) => this.#isOffered(view))
  }

  get #stored(): readonly CampaignTableView[] {
    return this.#preferences.current.campaignTable.views
  }

  #isOffered({ connectionId }: CampaignTableView): boolean {
    return connectionId === undefined || connectionId === this.#connectionId()
  }

  /** Whether no more views can be saved. */
  get isFull(): boolean {
    return this.#stored.length >= MAX_CAMPAIGN_VIEWS
  }

  /** Returns the saved view with a name, of the connection or of all connections. */
  named(name: string, forAllConnections: boolean): CampaignTableView | null {
    return (
      this.list.find(
        (view) => view.name === name && (view.connectionId === undefined) === forAllConnections,
      ) ?? null
    )
  }

  /** Saves what the table shows as a view. It replaces the view that {@link named} returns. */
  save(
    name: string,
    forAllConnections: boolean,
    shown: Pick<CampaignTableView, 'query' | 'group' | 'columns'>,
  ): void {
    const owner = forAllConnections ? {} : { connectionId: this.#connectionId() }
    const replaced = this.named(name, forAllConnections)
    const views = [...this.list.filter((other) => other !== replaced), { name, ...owner, ...shown }]
    this.#change('saveView', () =>
      this.store(views.toSorted((one, other) => compareNames(one.name, other.name))),
    )
  }

  delete(view: CampaignTableView): void {
    const views = this.list.filter((other) => other !== view)
    this.#change('deleteView', () => this.store(views))
  }

  /** Replaces the views of the connection and of all connections, without recording that. */
  store(views: readonly CampaignTableView[]): void {
    const others = this.#stored.filter((view) => !this.#isOffered(view))
    const { campaignTable } = this.#preferences.current
    this.#preferences.change({ campaignTable: { ...campaignTable, views: [...others, ...views] } })
  }
}
