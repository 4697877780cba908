import type { PictureZoom } from '../../state/artwork-zoom.svelte.ts'

/** How a picture is to lie on its stage. */
export type ZoomCommand =
  | { readonly kind: 'zoom' | 'turn'; readonly by: 1 | -1 }
  | { readonly kind: 'pan'; readonly x: number; readonly y: number }
  | { readonly kind: 'fit' | 'actual' }

/** What a key means in the viewer. */
export type ViewerCommand =
  | ZoomCommand
  | { readonly kind: 'item' | 'artwork' | 'page'; readonly by: 1 | -1 }
  | { readonly kind: 'compare' }

/** Of a keyboard event only what is looked at. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Pixels that an arrow key moves the picture by. */
const STEP = 80

/** For each arrow where it moves what is in sight, and what it leads to where nothing can be moved. */
const ARROWS: Readonly<
  Record<string, readonly [x: number, y: number, kind: 'item' | 'artwork', by: 1 | -1]>
> = {
  ArrowLeft: [STEP, 0, 'item', -1],
  ArrowRight: [-STEP, 0, 'item', 1],
  ArrowUp: [0, STEP, 'artwork', -1],
  ArrowDown: [0, -STEP, 'artwork', 1],
}

/**
 * What a key asks for; null for a key that is none of the viewer's. Figures without a modifier are not: they
 * are what things are marked with.
 * @param movable the picture is larger than the stage, so that the arrows move it.
 */
export function viewerCommandOf(press: KeyPress, movable: boolean): ViewerCommand | null {
  const { key } = press
  const lower = key.toLowerCase()
  if (press.altKey) {
    // As in the list beside its details.
    if (key === 'ArrowUp' || key === 'ArrowDown') return { kind: 'item', by: key === 'ArrowDown' ? 1 : -1 }
    return null
  }
  if (key === '+' || key === '=') return { kind: 'zoom', by: 1 }
  if (key === '-' || key === '_') return { kind: 'zoom', by: -1 }
  if (press.ctrlKey || press.metaKey) {
    if (key === '0') return { kind: 'fit' }
    if (key === 'PageDown') return { kind: 'page', by: 1 }
    if (key === 'PageUp') return { kind: 'page', by: -1 }
    return key === '1' ? { kind: 'actual' } : null
  }
  if (key === 'PageDown') return { kind: 'item', by: 1 }
  if (key === 'PageUp') return { kind: 'item', by: -1 }
  if (lower === 'f') return { kind: 'fit' }
  if (lower === 'c') return { kind: 'compare' }
  if (lower === 'r') return { kind: 'turn', by: press.shiftKey ? -1 : 1 }
  const arrow = ARROWS[key]
  if (arrow === undefined) return null
  const [x, y, kind, by] = arrow
  return movable ? { kind: 'pan', x, y } : { kind, by }
}

/** Carries out what a key asks of the way a picture lies. */
export function carryOutZoom(zoom: PictureZoom, command: ZoomCommand): void {
  switch (command.kind) {
    case 'zoom':
      zoom.step(command.by)
      break
    case 'turn':
      zoom.turn(command.by)
      break
    case 'pan':
      zoom.panBy(command.x, command.y)
      break
    case 'fit':
      zoom.fit()
      break
    case 'actual':
      zoom.actual()
  }
}
