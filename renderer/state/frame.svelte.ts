import { getContext, hasContext, setContext, type Snippet } from 'svelte'
import type { PreferencesModel } from './preferences.svelte.ts'

/**
 * Places of the frame that the view in the middle fills: the search box and further buttons of the toolbar, the pane
 * at the right, and a notice over the rows. See `components/Place.svelte`.
 */
export type PlaceName = 'search' | 'actions' | 'details' | 'notice'

/** What only the view in the middle can carry out. */
export type ViewCommand =
  | 'export'
  | 'printList'
  | 'findList'
  | 'addPhotos'
  | 'viewArtwork'
  | 'fitColumns'
  | 'freezeColumns'
  | 'unfreezeColumns'

/** Below this width, in CSS pixels, the details become a sheet over the grid. */
export const DETAILS_SHEET_BELOW = 1_100
/** Below this width the campaigns become a sheet too. */
export const CAMPAIGNS_SHEET_BELOW = 800

/** What the frame shows in its places, how much room it has, and which of its panes are open. */
export class FrameModel {
  readonly #preferences: PreferencesModel
  #places = $state.raw<Readonly<Partial<Record<PlaceName, Snippet>>>>({})

  /** The same, not as state: a view that goes away reads state as it was before the next one filled its places. */
  readonly #filled = new Map<PlaceName, Snippet>()

  readonly #answers = new Map<ViewCommand, () => void>()

  /** Width of the window in CSS pixels. */
  width = $state(1_280)
  /** Sheets come and go; only a pane that has room is remembered. */
  detailsSheet = $state(false)
  campaignsSheet = $state(false)
  /** The queue of downloads and exports is shown. */
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

  at(name: PlaceName): Snippet | undefined {
    return this.#places[name]
  }

  /** Fills a place until the returned function is called. A later filling wins. */
  fill(name: PlaceName, content: Snippet): () => void {
    this.#filled.set(name, content)
    this.#showFilled()
    return () => {
      if (this.#filled.get(name) !== content) return
      this.#filled.delete(name)
      this.#showFilled()
    }
  }

  #showFilled(): void {
    this.#places = Object.fromEntries(this.#filled)
  }

  /** Lets the view in the middle carry out a command, until the returned function is called. */
  answer(command: ViewCommand, run: () => void): () => void {
    this.#answers.set(command, run)
    return () => {
      if (this.#answers.get(command) === run) this.#answers.delete(command)
    }
  }

  carryOut(command: ViewCommand): void {
    this.#answers.get(command)?.()
  }

  /** Closes the sheet on top; false when none was open. */
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

const KEY = Symbol('frame')

export function provideFrame(frame: FrameModel): FrameModel {
  return setContext(KEY, frame)
}

/** The frame around this component; null where it stands alone, as in a test. */
export function useFrame(): FrameModel | null {
  return hasContext(KEY) ? getContext<FrameModel>(KEY) : null
}
