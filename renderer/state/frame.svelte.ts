import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { Snippet } from 'svelte'
import type { ReviewMark } from '../../electron/contract/review.ts'
import type { NamedView } from './built-in-views.ts'
import type { PreferencesModel } from './preferences.svelte.ts'
import type { StatisticsChoice } from './statistics-choice.ts'

/**
 * Regions of the frame that the view in the main area fills: the search box and further buttons of the
 * toolbar, the pane at the right, and a notice above the rows. See `views/frame/FrameRegion.svelte`.
 */
export type RegionName = 'search' | 'actions' | 'details' | 'notice'

/**
 * Actions of views for commands and other views. A view provides them while it is on the screen; see {@link
 * FrameModel.provide}.
 */
export interface ViewActions {
  readonly export: () => void
  readonly printList: () => void
  readonly findList: () => void
  readonly focusSearch: () => void
  readonly filter: () => void
  readonly columns: () => void
  /** Asks for the name of a new view. */
  readonly saveView: () => void
  readonly rowColors: () => void
  readonly captions: () => void
  readonly fitColumns: () => void
  readonly freezeColumns: () => void
  readonly unfreezeColumns: () => void
  readonly viewArtwork: () => void
  readonly copyRows: () => void
  readonly copyCell: () => void
  readonly addPhotos: () => void
  readonly editNote: () => void
  /** Takes a photo of the active item, or chooses one without a camera. */
  readonly takePhoto: () => void
  /** Moves to the next item without a mark, in the review of single items. */
  readonly nextUnreviewed: () => void
  /** Opens the dialog to choose photos, in the details of the active item. */
  readonly choosePhotos: () => void
  /** Moves the focus to the note in the details of the active item. */
  readonly focusNote: () => void
  /** Does what `takePhoto` does, in the details of the active item. */
  readonly capturePhoto: () => void
  /** Marks the selected items, or the active one; null removes their marks. */
  readonly mark: (mark: ReviewMark | null) => void
  /** Applies a view to the list. */
  readonly showView: (view: NamedView) => void
  /** Shows the findings of a check, with this column in view. */
  readonly showFindings: (view: NamedView, column: ColumnKey | null) => void
  /** Restores parts of what the statistics show. */
  readonly showStatistics: (choice: Partial<StatisticsChoice>) => void
  /** Moves to an item, for which search and filters are removed if they exclude it. */
  readonly showItem: (key: number) => void
  /** Explains the state of the downloaded copy. */
  readonly showSnapshotState: () => void
  /** Scrolls to an item if it is in the result. */
  readonly revealItem: (key: number) => void
}

/** Below this width, in CSS pixels, the details become a sheet over the grid. */
export const DETAILS_SHEET_BELOW = 1_100
/** Below this width the campaigns become a sheet too. */
export const CAMPAIGNS_SHEET_BELOW = 800

/** What the frame shows in its regions, its width, and which of its panes are open. */
export class FrameModel {
  readonly #preferences: PreferencesModel
  #regions = $state.raw<Readonly<Partial<Record<RegionName, Snippet>>>>({})

  /** Not reactive: a view that is destroyed reads state from before the next view filled the regions. */
  readonly #filled = new Map<RegionName, Snippet>()

  readonly #providers: Partial<ViewActions>[] = []

  /** Width of the window in CSS pixels. */
  width = $state(1_280)
  /** Preferences store only panes next to the grid, not sheets over it. */
  detailsSheet = $state(false)
  campaignsSheet = $state(false)
  /** Whether the list shows one item after the other to review them. */
  singleReview = $state(false)
  /** Whether the queue of downloads and exports is shown. */
  activityOpen = $state(false)

  readonly detailsAsSheet = $derived(this.width < DETAILS_SHEET_BELOW)
  readonly campaignsAsSheet = $derived(this.width < CAMPAIGNS_SHEET_BELOW)
  readonly detailsOpen = $derived.by(() =>
    this.detailsAsSheet ? this.detailsSheet : this.#preferences.current.panes.detailsOpen,
  )
  readonly campaignsOpen = $derived.by(() =>
    this.campaignsAsSheet ? this.campaignsSheet : this.#preferences.current.panes.campaignsOpen,
  )

  constructor(preferences: PreferencesModel) {
    this.#preferences = preferences
  }

  /** Returns the content of a region; undefined while it is empty. */
  region(name: RegionName): Snippet | undefined {
    return this.#regions[name]
  }

  /** Fills a region until the returned function is called. The latest content is shown. */
  fill(name: RegionName, content: Snippet): () => void {
    this.#filled.set(name, content)
    this.#showFilled()
    return () => {
      if (this.#filled.get(name) !== content) return
      this.#filled.delete(name)
      this.#showFilled()
    }
  }

  #showFilled(): void {
    this.#regions = Object.fromEntries(this.#filled)
  }

  /** Provides functions of a view until the returned function is called. A later view's functions win. */
  provide(actions: Partial<ViewActions>): () => void {
    this.#providers.push(actions)
    return () => this.#providers.splice(this.#providers.indexOf(actions), 1)
  }

  /** Returns a function of the view on the screen; undefined where no view provides it. */
  action<Name extends keyof ViewActions>(name: Name): ViewActions[Name] | undefined {
    return this.#providers.findLast((actions) => actions[name] !== undefined)?.[name]
  }

  /** Closes the top sheet. Returns false if none was open. */
  closeSheet(): boolean {
    if (this.campaignsAsSheet && this.campaignsSheet) this.campaignsSheet = false
    else if (this.detailsAsSheet && this.detailsSheet) this.detailsSheet = false
    else return false
    return true
  }

  setDetailsOpen(open: boolean): void {
    if (this.detailsAsSheet) this.detailsSheet = open
    else this.#changePanes({ detailsOpen: open })
  }

  setCampaignsOpen(open: boolean): void {
    if (this.campaignsAsSheet) this.campaignsSheet = open
    else this.#changePanes({ campaignsOpen: open })
  }

  resize(pane: 'campaigns' | 'details', width: number): void {
    this.#changePanes(pane === 'campaigns' ? { campaignsWidth: width } : { detailsWidth: width })
  }

  #changePanes(patch: Partial<PreferencesModel['current']['panes']>): void {
    this.#preferences.change({ panes: { ...this.#preferences.current.panes, ...patch } })
  }
}

/**
 * Calls `onWidth` with the width of the window in CSS pixels, now and at each change, until the returned
 * function is called. A page that starts before its window has a size is 0 wide and receives no resize event,
 * so the width is read again with the first frame.
 */
export function watchWidth(onWidth: (width: number) => void): () => void {
  const update = (): void => {
    if (innerWidth > 0) onWidth(innerWidth)
  }
  update()
  addEventListener('resize', update)
  const frame = requestAnimationFrame(update)
  return () => {
    removeEventListener('resize', update)
    cancelAnimationFrame(frame)
  }
}
