import {
  bounded,
  fitScale,
  MIDDLE,
  room,
  scaleLimits,
  turned,
  zoomedTo,
  type Offset,
  type Placement,
  type Size,
} from './picture-placement.ts'

/** Zoom factor of keys and buttons. */
const STEP = 1.25
/** Smaller differences of the scale are ignored. */
const SAME = 1e-6

/** Zoom, position and rotation of the picture in the viewer. */
export class PictureZoom {
  /** Sizes of the stage and of the unscaled picture; null while unknown. */
  #stage = $state.raw<Size>({ width: 0, height: 0 })
  #picture = $state.raw<Size | null>(null)
  /** Null: the picture fits the stage, also when that changes. */
  #place = $state.raw<Placement | null>(null)
  /** Quarter turns to the right. The number only grows, so that an animation never turns back. */
  quarters = $state(0)

  readonly #turned = $derived(this.#picture === null ? null : turned(this.#picture, this.quarters))
  readonly #fit = $derived(this.#turned === null ? 1 : fitScale(this.#stage, this.#turned))

  /** Position of the picture; null while its size is unknown. */
  readonly place = $derived.by((): Placement | null => {
    if (this.#turned === null) return null
    if (this.#place === null) return { scale: this.#fit, ...MIDDLE }
    return bounded(this.#place, this.#stage, this.#turned)
  })
  /** Screen pixels per hundred pixels of the picture; null while its size is unknown. */
  readonly percent = $derived(
    this.place === null ? null : Math.round((this.place.scale / this.#actual()) * 100),
  )
  /** Whether the whole picture is shown as large as possible. */
  readonly fits = $derived(this.#place === null)
  /** Whether a part of the picture is outside the stage, so that it can be moved. */
  readonly movable = $derived.by(() => {
    if (this.place === null || this.#turned === null || this.#place === null) return false
    const most = room(this.place.scale, this.#stage, this.#turned)
    return most.x > 0 || most.y > 0
  })

  /** The CSS transform of an element that is centered on the stage; none while the size is unknown. */
  readonly transform = $derived(
    this.place === null
      ? undefined
      : `translate(calc(-50% + ${String(this.place.x)}px), calc(-50% + ${String(this.place.y)}px)) ` +
          `rotate(${String(this.quarters * 90)}deg) scale(${String(this.place.scale)})`,
  )

  get size(): Size | null {
    return this.#picture
  }

  get stage(): Size {
    return this.#stage
  }

  /** Resets for another picture: it fits, without rotation. */
  begin(): void {
    this.#picture = null
    this.#place = null
    this.quarters = 0
  }

  resize(stage: Size): void {
    this.#stage = stage
  }

  /** Sets the size of the picture, or of a better file of it; the visible part keeps its size. */
  setSize(size: Size): void {
    const before = this.#picture
    this.#picture = size
    if (before === null || this.#place === null) return
    const ratio = before.width / size.width
    this.#place = { ...this.#place, scale: this.#place.scale * ratio }
  }

  fit(): void {
    this.#place = null
  }

  /** Shows one pixel of the picture as one screen pixel. */
  actual(at: Offset = MIDDLE): void {
    this.#zoomTo(this.#actual(), at)
  }

  /** Zooms in or out by a step, stopping where the picture fits. */
  step(direction: 1 | -1, at: Offset = MIDDLE): void {
    if (this.place === null) return
    const { scale } = this.place
    const next = direction === 1 ? scale * STEP : scale / STEP
    const passes = (scale - this.#fit) * (next - this.#fit) < 0 && Math.abs(scale - this.#fit) > SAME
    this.#zoomTo(passes ? this.#fit : next, at)
  }

  /** Zooms by a factor around a point of the stage. */
  zoomBy(factor: number, at: Offset): void {
    if (this.place !== null) this.#zoomTo(this.place.scale * factor, at)
  }

  /** Moves the picture. */
  panBy(x: number, y: number): void {
    if (this.place === null || this.#turned === null || this.#place === null) return
    this.#place = bounded(
      { scale: this.place.scale, x: this.place.x + x, y: this.place.y + y },
      this.#stage,
      this.#turned,
    )
  }

  /** Turns the picture by a quarter to the right or left, and fits it. */
  turn(direction: 1 | -1): void {
    this.quarters += direction
    this.#place = null
  }

  #zoomTo(scale: number, at: Offset): void {
    const { place } = this
    const picture = this.#turned
    if (place === null || picture === null) return
    const stage = this.#stage
    const limits = scaleLimits(stage, picture, this.#actual())
    const next = zoomedTo(place, scale, at, { stage, picture, limits })
    this.#place = Math.abs(next.scale - this.#fit) < SAME * this.#fit ? null : next
  }

  /** Returns the scale at which one pixel of the picture is one screen pixel. */
  #actual(): number {
    return 1 / (globalThis.devicePixelRatio || 1)
  }
}
