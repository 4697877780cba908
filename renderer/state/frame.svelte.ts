import { getContext, hasContext, setContext, type Snippet } from 'svelte'

/**
 * Places of the frame that the view in the middle fills: the search box and further buttons of the toolbar, and
 * the pane at the right. See `components/Place.svelte`.
 */
export const PLACES = ['search', 'actions', 'details'] as const
export type PlaceName = (typeof PLACES)[number]

/** Below this width, in CSS pixels, the details become a sheet over the grid. */
export const DETAILS_SHEET_BELOW = 1_100
/** Below this width the campaigns become a sheet too. */
export const CAMPAIGNS_SHEET_BELOW = 800

/** What the frame shows in its places, and how much room it has. */
export class FrameModel {
  /** Width of the window in CSS pixels. */
  width = $state(1_280)
  /** Sheets that are open now; a pane that has room is governed by the preferences instead. */
  detailsSheet = $state(false)
  campaignsSheet = $state(false)

  readonly detailsAsSheet = $derived(this.width < DETAILS_SHEET_BELOW)
  readonly campaignsAsSheet = $derived(this.width < CAMPAIGNS_SHEET_BELOW)

  #places = $state.raw<Readonly<Partial<Record<PlaceName, Snippet>>>>({})

  at(name: PlaceName): Snippet | undefined {
    return this.#places[name]
  }

  /** Fills a place until the returned function is called. A later filling wins. */
  fill(name: PlaceName, content: Snippet): () => void {
    this.#places = { ...this.#places, [name]: content }
    return () => {
      if (this.#places[name] !== content) return
      const { [name]: _gone, ...rest } = this.#places
      this.#places = rest
    }
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
