import type { ItemRow } from './item.ts'

/** What the first screen shows of the sample data. */
export interface SamplePreview {
  readonly campaigns: readonly { readonly id: string; readonly name: string; readonly items: number }[]
  readonly itemCount: number
  /** Words that were searched for. */
  readonly search: string
  /** Number of items with these words. */
  readonly found: number
  /** The first of them. */
  readonly rows: readonly ItemRow[]
  /** Pictures of the rows as SVG texts; null without artwork. */
  readonly pictures: readonly (string | null)[]
  /** Products without their surroundings, as SVG texts. */
  readonly products: readonly { readonly hangs: boolean; readonly picture: string }[]
}
