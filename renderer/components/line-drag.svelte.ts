import { EdgeScroll } from './edge-scroll.ts'
import { trackDrag } from './pointer-drag.ts'

/** What dragging a line needs to know of its list, and does to it. */
interface LineDragTarget {
  /** The lines that it can be put between, in their order. */
  readonly lines: () => readonly Element[]
  /** @param gap the line that it goes before; as many as there are lines: behind all of them. */
  readonly drop: (gap: number) => void
}

/** The pointer has to go so far before a press becomes a drag, in CSS pixels. */
const DRAG_AFTER = 3
/** So near to an edge of what scrolls it begins to, in CSS pixels. */
const EDGE = 20

/**
 * Dragging a line of a list to another place in it, by the pointer. Where it would go is marked (`data-drop`,
 * see base.css); near an edge the list scrolls along; Escape leaves everything as it was.
 */
export class LineDrag {
  /** Key of the line that is dragged; null: none is. */
  dragged = $state.raw<string | null>(null)
  #gap = $state(0)
  #stop: () => void = () => undefined

  /** Begins with a press on the line or on its grip, and ends by itself when the button is let go. */
  start(
    event: PointerEvent & { readonly currentTarget: HTMLElement },
    key: string,
    target: LineDragTarget,
  ): void {
    if (event.button !== 0) return
    event.preventDefault()
    this.#stop()
    let y = event.clientY
    const scroller = scrollerOf(event.currentTarget)
    const follow = (): void => {
      this.#gap = gapAt(target.lines(), y)
    }
    const scroll = new EdgeScroll({
      edges: () => {
        const { top, bottom } = scroller.getBoundingClientRect()
        return { top: top + EDGE, bottom: bottom - EDGE }
      },
      scrollBy: (pixels) => {
        scroller.scrollTop += pixels
      },
      scrolled: follow,
    })
    const end = (): void => {
      scroll.stop()
      this.dragged = null
    }
    this.#stop = trackDrag(event, {
      threshold: DRAG_AFTER,
      axis: 'y',
      start: () => {
        this.dragged = key
      },
      move: ({ clientY }) => {
        y = clientY
        follow()
        scroll.moved(y)
      },
      drop: () => {
        end()
        target.drop(this.#gap)
      },
      cancel: end,
    })
  }

  /** Ends it without a change: the list goes away. */
  stop(): void {
    this.#stop()
  }

  /**
   * On which side of a line of these keys the dragged one would go; where it stands already nothing is
   * marked.
   */
  markAt(keys: readonly string[], at: number): 'before' | 'after' | undefined {
    const from = this.dragged === null ? -1 : keys.indexOf(this.dragged)
    if (from < 0 || this.#gap === from || this.#gap === from + 1) return undefined
    if (this.#gap === at) return 'before'
    return this.#gap === keys.length && at === keys.length - 1 ? 'after' : undefined
  }
}

/**
 * A list in which the line at `from` has gone to a gap: before the line that is there, or behind all of them.
 */
export function putInto<Line>(lines: readonly Line[], from: number, gap: number): readonly Line[] {
  return lines.toSpliced(from, 1).toSpliced(gap > from ? gap - 1 : gap, 0, ...lines.slice(from, from + 1))
}

/**
 * Where keys move a line of a list to; null: the key is for something else. Alt with an arrow works anywhere
 * in it.
 */
export function placeByKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  { from, count, onGrip }: { readonly from: number; readonly count: number; readonly onGrip: boolean },
): number | null {
  if (ctrlKey || metaKey || shiftKey || !(altKey || onGrip)) return null
  const place =
    key === 'ArrowUp'
      ? from - 1
      : key === 'ArrowDown'
        ? from + 1
        : key === 'Home'
          ? 0
          : key === 'End'
            ? count - 1
            : null
  return place === null ? null : Math.min(Math.max(place, 0), count - 1)
}

/**
 * The line that a height of the window is in the upper half of, or above; as many as there are: below all of
 * them.
 */
function gapAt(lines: readonly Element[], clientY: number): number {
  const at = lines.findIndex((line) => {
    const { top, height } = line.getBoundingClientRect()
    return clientY < top + height / 2
  })
  return at < 0 ? lines.length : at
}

/** The nearest thing around an element that scrolls it up and down. */
function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/u.test(getComputedStyle(at).overflowY)) return at
  }
  return document.documentElement
}
