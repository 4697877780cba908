import type { KeyPress } from '../../../electron/contract/accelerators.ts'
import type { CompareMode } from '../../state/comparison.svelte.ts'
import type { PictureZoom } from '../../state/picture-zoom.svelte.ts'

/** Changes of a picture's position on its stage. */
export type ZoomCommand =
  | { readonly kind: 'zoom' | 'rotate'; readonly by: 1 | -1 }
  | { readonly kind: 'pan'; readonly x: number; readonly y: number }
  | { readonly kind: 'fit' | 'fitWidth' | 'actual' }

/** The effect of a key in the viewer. */
export type ViewerCommand =
  | ZoomCommand
  | { readonly kind: 'item' | 'artwork' | 'page'; readonly by: 1 | -1 }
  | { readonly kind: 'firstItem' | 'lastItem' }
  /** Null: starts or ends the comparison. */
  | { readonly kind: 'compare'; readonly mode: CompareMode | null }

/** Distance that an arrow key moves the picture, in CSS pixels. */
const PAN_STEP = 80

/** The direction of each arrow key, and its effect if the picture cannot be moved. */
const ARROWS: Readonly<
  Record<string, readonly [x: number, y: number, kind: 'item' | 'artwork', by: 1 | -1]>
> = {
  ArrowLeft: [PAN_STEP, 0, 'item', -1],
  ArrowRight: [-PAN_STEP, 0, 'item', 1],
  ArrowUp: [0, PAN_STEP, 'artwork', -1],
  ArrowDown: [0, -PAN_STEP, 'artwork', 1],
}

const WITH_CONTROL: Readonly<Record<string, ViewerCommand>> = {
  '0': { kind: 'fit' },
  '1': { kind: 'actual' },
  '2': { kind: 'fitWidth' },
  PageDown: { kind: 'page', by: 1 },
  PageUp: { kind: 'page', by: -1 },
}

const PLAIN: Readonly<Record<string, ViewerCommand>> = {
  PageDown: { kind: 'item', by: 1 },
  PageUp: { kind: 'item', by: -1 },
  Home: { kind: 'firstItem' },
  End: { kind: 'lastItem' },
  f: { kind: 'fit' },
  w: { kind: 'fitWidth' },
  c: { kind: 'compare', mode: null },
  s: { kind: 'compare', mode: 'slider' },
  b: { kind: 'compare', mode: 'beside' },
  d: { kind: 'compare', mode: 'difference' },
}

/**
 * Returns the command of a key; null for another key. Digits without a modifier are marks.
 * @param movable whether the picture is larger than the stage, so that arrow keys move it
 * @param isMirrored whether the next item is at the left
 */
export function viewerCommandOf(
  press: KeyPress,
  movable: boolean,
  isMirrored: boolean,
): ViewerCommand | null {
  const { key } = press
  if (press.altKey) {
    // As in a list with details.
    if (key === 'ArrowUp' || key === 'ArrowDown') return { kind: 'item', by: key === 'ArrowDown' ? 1 : -1 }
    return null
  }
  if (key === '+' || key === '=') return { kind: 'zoom', by: 1 }
  if (key === '-' || key === '_') return { kind: 'zoom', by: -1 }
  if (press.ctrlKey || press.metaKey) return WITH_CONTROL[key] ?? null
  const name = key.length === 1 ? key.toLowerCase() : key
  if (name === 'r') return { kind: 'rotate', by: press.shiftKey ? -1 : 1 }
  const arrow = ARROWS[key]
  if (arrow === undefined) return PLAIN[name] ?? null
  const [x, y, kind, by] = arrow
  if (movable) return { kind: 'pan', x, y }
  return { kind, by: isMirrored && kind === 'item' ? (by === 1 ? -1 : 1) : by }
}

/** Applies a zoom command. */
export function applyZoomCommand(zoom: PictureZoom, command: ZoomCommand): void {
  switch (command.kind) {
    case 'zoom':
      zoom.step(command.by)
      break
    case 'rotate':
      zoom.turn(command.by)
      break
    case 'pan':
      zoom.panBy(command.x, command.y)
      break
    case 'fit':
      zoom.fit()
      break
    case 'fitWidth':
      zoom.fitWidth()
      break
    case 'actual':
      zoom.zoomToPercent(100)
  }
}
