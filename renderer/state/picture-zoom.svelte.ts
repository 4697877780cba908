import {
  clampPlacement,
  fitScale,
  CENTER,
  maxOffset,
  regionWithin,
  scaleLimits,
  rotatedSize,
  widthScale,
  zoomTo,
  type Insets,
  type Offset,
  type Placement,
  type Size,
} from './picture-placement.ts'

/** Factor of one zoom step. */
const STEP = 1.25
/** Scales that differ by less are equal. */
const SCALE_TOLERANCE = 1e-6
const NO_INSETS: Insets = { top: 0, bottom: 0, sides: 0 }

/** How a picture follows the size of its stage: as a whole, by its width, or not at all. */
export type Fitting = 'page' | 'width' | null

/** Zoom, position and rotation of the picture in the viewer. */
export class PictureZoom {
  /** Size of the stage, and of the picture before rotation; null until the picture is loaded. */
  #stage = $state.raw<Size>({ width: 0, height: 0 })
  #picture = $state.raw<Size | null>(null)
  /** What the controls of the viewer cover; a picture that fits is not below them. */
  #insets = $state.raw<Insets>(NO_INSETS)
  #fitting = $state<Fitting>('page')
  /** Relative to the region within the insets; with `width`, only its offset counts. */
  #moved = $state.raw<Placement | null>(null)
  /** Clockwise quarter turns; not reduced to 0–3, so that animations never turn back. */
  quarters = $state(0)
  /** Increases with each change of zoom or rotation by the person. */
  changes = $state(0)

  readonly #region = $derived(regionWithin(this.#stage, this.#insets))
  readonly #rotated = $derived(this.#picture === null ? null : rotatedSize(this.#picture, this.quarters))
  readonly #fit = $derived(this.#rotated === null ? 1 : fitScale(this.#region, this.#rotated))

  /** The placement relative to the region; null until the size of the picture is known. */
  readonly #placement = $derived.by((): Placement | null => {
    const picture = this.#rotated
    if (picture === null) return null
    if (this.#fitting === 'page') return { scale: this.#fit, ...CENTER }
    if (this.#fitting === null)
      return this.#moved === null ? null : clampPlacement(this.#moved, this.#region, picture)
    const scale = widthScale(this.#region, picture, this.#limits(picture))
    // A page is read from its top.
    return clampPlacement({ scale, x: 0, y: this.#moved?.y ?? Infinity }, this.#region, picture)
  })

  /** The placement of the picture on the stage; null until its size is known. */
  readonly placement = $derived.by((): Placement | null => {
    if (this.#placement === null) return null
    const { scale, x, y } = this.#placement
    return { scale, x: x + this.#region.x, y: y + this.#region.y }
  })
  /** Device pixels for each 100 picture pixels; null until the size of the picture is known. */
  readonly percent = $derived(
    this.placement === null ? null : Math.round((this.placement.scale / this.#actualScale()) * 100),
  )
  /** Whether the picture is larger than its region, so that it can be moved. */
  readonly movable = $derived.by(() => {
    if (this.#placement === null || this.#rotated === null || this.#fitting === 'page') return false
    const max = maxOffset(this.#placement.scale, this.#region, this.#rotated)
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

  get fitting(): Fitting {
    return this.#fitting
  }

  /** Resets zoom and rotation for another picture. */
  reset(): void {
    this.#picture = null
    this.#show('page', null)
    this.quarters = 0
  }

  resize(stage: Size): void {
    this.#stage = stage
  }

  setInsets(insets: Insets): void {
    this.#insets = insets
  }

  /** Sets the size of the picture. A file with another resolution keeps its size on the screen. */
  setSize(size: Size): void {
    const before = this.#picture
    this.#picture = size
    if (before === null || this.#moved === null) return
    const ratio = before.width / size.width
    this.#moved = { ...this.#moved, scale: this.#moved.scale * ratio }
  }

  fit(): void {
    this.#show('page', null)
    this.changes += 1
  }

  fitWidth(): void {
    this.#show('width', null)
    this.changes += 1
  }

  /** Zooms to device pixels for each 100 picture pixels. */
  zoomToPercent(percent: number, at: Offset = CENTER): void {
    this.#zoomTo((this.#actualScale() * percent) / 100, at)
  }

  /** Changes between the whole picture and its actual size. */
  toggleActualSize(at: Offset): void {
    if (this.#fitting === 'page') this.zoomToPercent(100, at)
    else this.fit()
  }

  /** Zooms in or out by one step, but stops where the picture fits and at its actual size. */
  step(direction: 1 | -1, at: Offset = CENTER): void {
    if (this.#placement === null) return
    const { scale } = this.#placement
    const next = direction === 1 ? scale * STEP : scale / STEP
    const passed = [this.#fit, this.#actualScale()].find(
      (stop) => (scale - stop) * (next - stop) < 0 && Math.abs(scale - stop) > SCALE_TOLERANCE,
    )
    this.#zoomTo(passed ?? next, at)
  }

  /** Zooms by a factor around a point of the stage. */
  zoomBy(factor: number, at: Offset): void {
    if (this.#placement !== null) this.#zoomTo(this.#placement.scale * factor, at)
  }

  panBy(x: number, y: number): void {
    if (this.#placement === null || this.#rotated === null || this.#fitting === 'page') return
    const { scale } = this.#placement
    this.#moved = clampPlacement(
      { scale, x: this.#placement.x + x, y: this.#placement.y + y },
      this.#region,
      this.#rotated,
    )
  }

  /** Rotates by a quarter clockwise (1) or counterclockwise (-1), and fits the picture. */
  turn(direction: 1 | -1): void {
    this.quarters += direction
    this.fit()
  }

  #show(fitting: Fitting, moved: Placement | null): void {
    this.#fitting = fitting
    this.#moved = moved
  }

  #zoomTo(scale: number, at: Offset): void {
    const placement = this.#placement
    const picture = this.#rotated
    if (placement === null || picture === null) return
    const region = this.#region
    const point = { x: at.x - region.x, y: at.y - region.y }
    const next = zoomTo(placement, scale, point, { stage: region, picture, limits: this.#limits(picture) })
    if (Math.abs(next.scale - this.#fit) < SCALE_TOLERANCE * this.#fit) this.#show('page', null)
    else this.#show(null, next)
    this.changes += 1
  }

  #limits(picture: Size) {
    return scaleLimits(this.#region, picture, this.#actualScale())
  }

  /** Returns the scale at which one pixel of the picture is one device pixel. */
  #actualScale(): number {
    return 1 / (globalThis.devicePixelRatio || 1)
  }
}
