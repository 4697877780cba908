import * as v from 'valibot'

const rectangleSchema = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })

export const windowStateSchema = v.object({
  bounds: v.nullable(rectangleSchema),
  maximized: v.boolean(),
  /** Where the last exported file went; null: the system's folder for downloads. */
  exportFolder: v.nullable(v.string()),
})

export type WindowState = v.InferOutput<typeof windowStateSchema>
export type Rectangle = Readonly<v.InferOutput<typeof rectangleSchema>>

export const DEFAULT_WINDOW_STATE: WindowState = { bounds: null, maximized: false, exportFolder: null }

const DEFAULT_SIZE = { width: 1280, height: 800 } as const
/** So much of the window must be on the screen for it to be found and moved. */
const FINDABLE = { width: 120, titleBar: 40 } as const

/**
 * The saved bounds, unless the screen they were on is gone: then the default size, placed by the system.
 * @param workAreaOf the usable area of the screen that matches a rectangle best.
 */
export function usableBounds(
  saved: Rectangle | null,
  workAreaOf: (bounds: Rectangle) => Rectangle,
): Partial<Rectangle> & { readonly width: number; readonly height: number } {
  if (saved === null) return DEFAULT_SIZE
  const area = workAreaOf(saved)
  const visible = Math.min(saved.x + saved.width, area.x + area.width) - Math.max(saved.x, area.x)
  const titleBarVisible = saved.y >= area.y && saved.y <= area.y + area.height - FINDABLE.titleBar
  return visible >= FINDABLE.width && titleBarVisible ? saved : DEFAULT_SIZE
}
