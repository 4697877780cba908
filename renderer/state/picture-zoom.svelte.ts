import {
  clampPlacement,
  fitScale,
  CENTER,
  maxOffset,
  scaleLimits,
  rotatedSize,
  zoomTo,
  type Offset,
  type Placement,
  type Size,
} from './picture-placement.ts'

/** Factor of one zoom step. */
const STEP = 1.25
/** Scales that differ by less are equal. */
const SCALE_TOLERANCE = 1e-6

/** Zoom, position and rotation of the picture in the viewer. */
export class PictureZoom {
  /** Size of the stage, and of the picture before rotation; null until the picture is loaded. */
  #stage = $state.raw<Size>({ width: 0, height: 0 })
  #picture = $state.raw<Size | null>(null)
  /** Null while the picture fits the stage, also when the stage is resized. */
  #placement = $state.raw<Placement | null>(null)
  /** Clockwise quarter turns; not reduced to 0–3, so that animations never turn back. */
  quarters = $state(0)

  readonly #rotated = $derived(this.#picture === null ? null : rotatedSize(this.#picture, this.quarters))
  readonly #fit = $derived(this.#rotated === null ? 1 : fitScale(this.#stage, this.#rotated))

  /** The placement of the picture; null until its size is known. */
  readonly placement = $derived.by((): Placement | null => {
    if (this.#rotated === null) return null
    if (this.#placement === null) return { scale: this.#fit, ...CENTER }
    return clampPlacement(this.#placement, this.#stage, this.#rotated)
  })
  /** Device pixels for each 100 picture pixels; null until the size of the picture is known. */
  readonly percent = $derived(
    this.placement === null ? null : Math.round((this.placement.scale / this.#actualScale()) * 100),
  )
  /** Whether the picture is zoomed to fit the stage. */
  readonly fits = $derived(this.#placement === null)
  /** Whether the picture is larger than the stage, so that it can be moved. */
  readonly movable = $derived.by(() => {
    if (this.placement === null || this.#rotated === null || this.#placement === null) return false
    const max = maxOffset(this.placement.scale, this.#stage, this.#rotated)
    return max.x > 0 || max.y > 0
  })

  /** The placement as a CSS transform of an element in the middle of the stage. */
  readonly transform = $derived(
    this.placement === null
      ? undefined
      : `translate(calc(-50% + ${String(this.placement.x)}px), calc(-50% + ${String(this.placement.y)}px)) ` +
          `rotate(${String(this.quarters * 90)}deg) scale(${String(this.placement.scale)})`,
  )

  get size(): Size | null {
    return this.#picture
  }

  get stage(): Size {
    return this.#stage
  }

  /** Resets zoom and rotation for another picture. */
  reset(): void {
    this.#picture = null
    this.#placement = null
    this.quarters = 0
  }

  resize(stage: Size): void {
    this.#stage = stage
  }

  /** Sets the size of the picture. A file with another resolution keeps its size on the screen. */
  setSize(size: Size): void {
    const before = this.#picture
    this.#picture = size
    if (before === null || this.#placement === null) return
    const ratio = before.width / size.width
    this.#placement = { ...this.#placement, scale: this.#placement.scale * ratio }
  }

  fit(): void {
    this.#placement = null
  }

  /** Zooms so that one pixel of the picture is one device pixel. */
  zoomToActualSize(at: Offset = CENTER): void {
    this.#zoomTo(this.#actualScale(), at)
  }

  /** Zooms in or out by one step, but stops at the scale at which the picture fits. */
  step(direction: 1 | -1, at: Offset = CENTER): void {
    if (this.placement === null) return
    const { scale } = this.placement
    const next = direction === 1 ? scale * STEP : scale / STEP
    const passesFit =
      (scale - this.#fit) * (next - this.#fit) < 0 && Math.abs(scale - this.#fit) > SCALE_TOLERANCE
    this.#zoomTo(passesFit ? this.#fit : next, at)
  }

  /** Zooms by a factor around a point of the stage. */
  zoomBy(factor: number, at: Offset): void {
    if (this.placement !== null) this.#zoomTo(this.placement.scale * factor, at)
  }

  panBy(x: number, y: number): void {
    if (this.placement === null || this.#rotated === null || this.#placement === null) return
    this.#placement = clampPlacement(
      { scale: this.placement.scale, x: this.placement.x + x, y: this.placement.y + y },
      this.#stage,
      this.#rotated,
    )
  }

  /** Rotates by a quarter clockwise (1) or counterclockwise (-1), and fits the picture. */
  turn(direction: 1 | -1): void {
    this.quarters += direction
    this.#placement = null
  }

  #zoomTo(scale: number, at: Offset): void {
    const { placement } = this
    const picture = this.#rotated
    if (placement === null || picture === null) return
    const stage = this.#stage
    const limits = scaleLimits(stage, picture, this.#actualScale())
    const next = zoomTo(placement, scale, at, { stage, picture, limits })
    this.#placement = Math.abs(next.scale - this.#fit) < SCALE_TOLERANCE * this.#fit ? null : next
  }

  /** Returns the scale at which one pixel of the picture is one device pixel. */
  #actualScale(): number {
    return 1 / (globalThis.devicePixelRatio || 1)
  }
}
