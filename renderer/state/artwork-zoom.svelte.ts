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

/** A step of the keys and buttons. */
const STEP = 1.25
/** Scales that differ by less are the same. */
const SAME = 1e-6

/** How the picture in the viewer is zoomed, moved and turned. */
export class PictureZoom {
  /** Size of the stage, and of the picture as it is; null while that is not known. */
  #stage = $state.raw<Size>({ width: 0, height: 0 })
  #picture = $state.raw<Size | null>(null)
  /** Null: it fits the stage, whatever becomes of that. */
  #place = $state.raw<Placement | null>(null)
  /** Turns to the right by a quarter each; counted on, so that nothing turns back. */
  quarters = $state(0)

  readonly #turned = $derived(this.#picture === null ? null : turned(this.#picture, this.quarters))
  readonly #fit = $derived(this.#turned === null ? 1 : fitScale(this.#stage, this.#turned))

  /** Where the picture lies; null while nothing is known of it. */
  readonly place = $derived.by((): Placement | null => {
    if (this.#turned === null) return null
    if (this.#place === null) return { scale: this.#fit, ...MIDDLE }
    return bounded(this.#place, this.#stage, this.#turned)
  })
  /** Pixels of the screen for each hundred of the picture; null while nothing is known of it. */
  readonly percent = $derived(
    this.place === null ? null : Math.round((this.place.scale / this.#actual()) * 100),
  )
  /** It shows all of the picture, as large as there is room for. */
  readonly fits = $derived(this.#place === null)
  /** Some of the picture is outside the stage, so that it can be moved. */
  readonly movable = $derived.by(() => {
    if (this.place === null || this.#turned === null || this.#place === null) return false
    const most = room(this.place.scale, this.#stage, this.#turned)
    return most.x > 0 || most.y > 0
  })

  /**
   * The same as a CSS transform of something whose middle is to be laid there; none while nothing is known of
   * it.
   */
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

  /** Another picture: it fits, and is not turned. */
  begin(): void {
    this.#picture = null
    this.#place = null
    this.quarters = 0
  }

  resize(stage: Size): void {
    this.#stage = stage
  }

  /**
   * Takes the size of the picture, or of a better file of the same; what is in sight stays as large as it
   * was.
   */
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

  /** One pixel of the picture on one of the screen. */
  actual(at: Offset = MIDDLE): void {
    this.#zoomTo(this.#actual(), at)
  }

  /** Zooms by a step, in or out; on the way it stops where the picture fits. */
  step(direction: 1 | -1, at: Offset = MIDDLE): void {
    if (this.place === null) return
    const { scale } = this.place
    const next = direction === 1 ? scale * STEP : scale / STEP
    const passes = (scale - this.#fit) * (next - this.#fit) < 0 && Math.abs(scale - this.#fit) > SAME
    this.#zoomTo(passes ? this.#fit : next, at)
  }

  /** Zooms by a factor; what is at a point of the stage stays there. */
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

  /** Turns by a quarter to the right, or to the left; it fits then. */
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

  /** The scale at which one pixel of the picture is one of the screen. */
  #actual(): number {
    return 1 / (globalThis.devicePixelRatio || 1)
  }
}
