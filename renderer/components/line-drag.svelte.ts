import { EdgeScroll } from './edge-scroll.ts'
import { trackDrag } from './pointer-drag.ts'

/** The list of the dragged lines. */
interface LineDragTarget {
  /** The lines in order. */
  readonly lines: () => readonly Element[]
  /** @param gap index of the line before which it is dropped; the number of lines for the end */
  readonly drop: (gap: number) => void
}

/** Distance that the pointer moves before a press becomes a drag, in CSS pixels. */
const DRAG_AFTER = 3
/** Distance from an edge of the scroll container at which it scrolls, in CSS pixels. */
const EDGE = 20

/**
 * Moves a line of a list by pointer. The target is marked (`data-drop`, see base.css), the list scrolls near
 * its edges, and Escape cancels.
 */
export class LineDrag {
  /** Key of the dragged line, or null. */
  dragged = $state.raw<string | null>(null)
  #gap = $state(0)
  #stop: () => void = () => undefined

  /** Starts with a press on the line or its grip, and ends when the button is released. */
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

  /** Cancels the drag when the list is destroyed. */
  stop(): void {
    this.#stop()
  }

  /**
   * Returns the side of a line at which the dragged one would be dropped; undefined at its current position.
   */
  dropSideOf(keys: readonly string[], index: number): 'before' | 'after' | undefined {
    const from = this.dragged === null ? -1 : keys.indexOf(this.dragged)
    if (from < 0 || this.#gap === from || this.#gap === from + 1) return undefined
    if (this.#gap === index) return 'before'
    return this.#gap === keys.length && index === keys.length - 1 ? 'after' : undefined
  }
}

/** Returns the list with the line at `from` moved to a gap: before the line that is there, or to the end. */
export function moveLine<Line>(lines: readonly Line[], from: number, gap: number): readonly Line[] {
  return lines.toSpliced(from, 1).toSpliced(gap > from ? gap - 1 : gap, 0, ...lines.slice(from, from + 1))
}

/**
 * Returns the index to which keys move a line, or null for another key. Alt with an arrow works anywhere in
 * the line.
 */
export function indexForKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  { from, count, onGrip }: { readonly from: number; readonly count: number; readonly onGrip: boolean },
): number | null {
  if (ctrlKey || metaKey || shiftKey || !(altKey || onGrip)) return null
  const index =
    key === 'ArrowUp'
      ? from - 1
      : key === 'ArrowDown'
        ? from + 1
        : key === 'Home'
          ? 0
          : key === 'End'
            ? count - 1
            : null
  return index === null ? null : Math.min(Math.max(index, 0), count - 1)
}

/**
 * Returns the index of the line whose upper half, or the space above, contains this window coordinate; the
 * number of lines below all of them.
 */
function gapAt(lines: readonly Element[], clientY: number): number {
  const index = lines.findIndex((line) => {
    const { top, height } = line.getBoundingClientRect()
    return clientY < top + height / 2
  })
  return index < 0 ? lines.length : index
}

/** Returns the nearest vertical scroll container of an element. */
function scrollerOf(element: Element): Element {
  for (let ancestor = element.parentElement; ancestor !== null; ancestor = ancestor.parentElement) {
    if (
      ancestor.scrollHeight > ancestor.clientHeight &&
      /auto|scroll/u.test(getComputedStyle(ancestor).overflowY)
    )
      return ancestor
  }
  return document.documentElement
}
