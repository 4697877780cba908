import { MAX_CAMPAIGN_VIEWS, type CampaignTableView } from '../../electron/contract/campaign-table.ts'
import { compareNames } from '../../electron/contract/compare-names.ts'
import { messages } from '../../electron/contract/messages.ts'
import { ActionUnavailable } from './history.svelte.ts'
import type { PreferencesModel } from './preferences.svelte.ts'

/** A change of the saved views. It leaves all others, which other windows and connections share. */
export interface CampaignViewsChange {
  readonly removed: readonly CampaignTableView[]
  readonly added: readonly CampaignTableView[]
}

/** Applies a change of the saved views, and records it. */
type ChangeViews = (action: 'saveView' | 'deleteView', change: CampaignViewsChange) => void

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

  /** By name. */
  get list(): readonly CampaignTableView[] {
    return this.#stored
      .filter(({ connectionId }) => connectionId === undefined || connectionId === this.#connectionId())
      .toSorted((one, other) => compareNames(one.name, other.name))
  }

  get #stored(): readonly CampaignTableView[] {
    return this.#preferences.current.campaignTable.views
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
    this.#change('saveView', {
      removed: replaced === null ? [] : [replaced],
      added: [{ name, ...owner, ...shown }],
    })
  }

  delete(view: CampaignTableView): void {
    this.#change('deleteView', { removed: [view], added: [] })
  }

  /** Applies a change. Throws {@link ActionUnavailable} if the views have changed so that it is impossible. */
  apply({ removed, added }: CampaignViewsChange): void {
    const others = this.#stored.filter((view) => !removed.some((other) => isSame(view, other)))
    const views = [...others, ...added]
    const isOutdated =
      others.length + removed.length !== this.#stored.length ||
      added.some((view) => others.some((other) => hasSameName(view, other)))
    if (isOutdated || views.length > MAX_CAMPAIGN_VIEWS)
      throw new ActionUnavailable(messages.history.reasons.viewChanged)
    const { campaignTable } = this.#preferences.current
    this.#preferences.change({ campaignTable: { ...campaignTable, views } })
  }
}

function isSame(one: CampaignTableView, other: CampaignTableView): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function hasSameName(one: CampaignTableView, other: CampaignTableView): boolean {
  return one.name === other.name && one.connectionId === other.connectionId
}
