import * as v from 'valibot'

const rectangleSchema = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })

export const windowStateSchema = v.object({
  bounds: v.nullable(rectangleSchema),
  maximized: v.boolean(),
  /** Missing in files of earlier versions. */
  fullScreen: v.optional(v.boolean(), false),
  /** Where the last exported file went; null: the system's folder for downloads. */
  exportFolder: v.nullable(v.string()),
})

export type WindowState = v.InferOutput<typeof windowStateSchema>

export const DEFAULT_WINDOW_STATE: WindowState = {
  bounds: null,
  maximized: false,
  fullScreen: false,
  exportFolder: null,
}
