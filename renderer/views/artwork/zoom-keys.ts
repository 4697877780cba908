import type { PictureZoom } from '../../state/artwork-zoom.svelte.ts'
import type { ZoomCommand } from './viewer-keys.ts'

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
