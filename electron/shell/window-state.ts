import { screen, type BrowserWindow, type Rectangle } from 'electron'
import * as v from 'valibot'

export const windowStateSchema = v.object({
  bounds: v.nullable(v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })),
  maximized: v.boolean(),
  /** Where the last exported file went; null: the system's folder for downloads. */
  exportFolder: v.nullable(v.string()),
})

export type WindowState = v.InferOutput<typeof windowStateSchema>

export const DEFAULT_WINDOW_STATE: WindowState = { bounds: null, maximized: false, exportFolder: null }

const DEFAULT_SIZE = { width: 1280, height: 800 }

/** The saved bounds, unless the screen they were on is gone: then the default size, placed by the system. */
export function usableBounds(state: WindowState): Partial<Rectangle> & typeof DEFAULT_SIZE {
  const bounds = state.bounds
  if (bounds === null) return DEFAULT_SIZE
  const area = screen.getDisplayMatching(bounds).workArea
  const visibleWidth = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  const titleBarVisible = bounds.y >= area.y - 8 && bounds.y < area.y + area.height - 40
  return visibleWidth >= 120 && titleBarVisible ? bounds : DEFAULT_SIZE
}

/** The window's state as it is now. A maximised window keeps the bounds it will return to. */
export function currentWindowState(window: BrowserWindow): Pick<WindowState, 'bounds' | 'maximized'> {
  return { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
}
