import type { BlockPart } from './divide-blocks.ts'
import { ENTRY_DETAILS, type EntryDetail, type EntryPart } from './printed-report.svelte.ts'

/** Heights are rounded when they are drawn. In CSS pixels. */
const TOLERANCE = 1

/** Renders a part to be measured, and returns its element. */
type RenderPart = (part: EntryPart) => HTMLElement

/**
 * Divides an entry that is higher than a page: first the lines of its note, then what follows it.
 * @param rest height that is left on the page of the first part, in CSS pixels
 * @param whole height of a page for the others
 */
export function divideEntry(
  entry: EntryPart,
  rest: number,
  whole: number,
  render: RenderPart,
): readonly BlockPart<EntryPart>[] {
  const parts: BlockPart<EntryPart>[] = []
  let remaining: EntryPart | null = entry
  while (remaining !== null) {
    const space: number = (parts.length === 0 ? rest : whole) - TOLERANCE
    const article: HTMLElement = render(remaining)
    const { height } = article.getBoundingClientRect()
    const pieces: readonly EntryPart[] = height <= space ? [remaining] : cutPart(remaining, article, space)
    // Without any progress, it exceeds its page.
    const isFinal: boolean = pieces.length === 1
    for (const content of isFinal ? pieces : pieces.slice(0, -1))
      parts.push({ content, height: isFinal ? height : space })
    remaining = isFinal ? null : (pieces.at(-1) ?? null)
  }
  return parts
}

/** Cuts a part that is too high: what fits on one page or, of a note, on several, and what remains. */
function cutPart(part: EntryPart, article: HTMLElement, space: number): readonly EntryPart[] {
  const top = article.getBoundingClientRect().top
  const limit = top + space - Number.parseFloat(getComputedStyle(article).paddingBottom)
  const nothing = { details: new Set<EntryDetail>(), photos: [part.photos[1], part.photos[1]] } as const
  const note = article.querySelector<HTMLElement>('.note')
  if (note !== null && note.getBoundingClientRect().bottom > limit) {
    const { direction: shown } = getComputedStyle(note)
    const direction: EntryPart['direction'] = shown === 'rtl' ? 'rtl' : 'ltr'
    const lines = new NoteLines(note)
    const available = Math.floor((limit - lines.top) / lines.height)
    const count = part.isStart ? Math.max(0, available) : Math.max(1, available)
    // The other parts have another width.
    const ends = part.isStart ? [lines.startOf(count)] : lines.startsOf(count)
    const starts = [0, ...ends]
    return [
      ...ends.map((end, index) => ({
        ...part,
        ...nothing,
        direction,
        note: part.note.slice(starts[index], end),
      })),
      { ...part, direction, isStart: false, note: part.note.slice(ends.at(-1)) },
    ]
  }
  const isAbove = (element: Element | null): boolean =>
    element === null || element.getBoundingClientRect().bottom <= limit
  const details = ENTRY_DETAILS.filter((detail) => part.details.has(detail))
  const firstBelow = details.findIndex(
    (detail) => !isAbove(article.querySelector(`[data-detail="${detail}"]`)),
  )
  const fitting = firstBelow < 0 ? details.length : firstBelow
  const [start, end] = part.photos
  const photos = firstBelow < 0 ? [...article.querySelectorAll('.photos > *')].filter(isAbove).length : 0
  if (!part.isStart && part.note === '' && fitting + photos === 0) return [part]
  return [
    { ...part, details: new Set(details.slice(0, fitting)), photos: [start, start + photos] },
    {
      ...part,
      isStart: false,
      note: '',
      details: new Set(details.slice(fitting)),
      photos: [start + photos, end],
    },
  ]
}

/** The lines of a rendered note. */
class NoteLines {
  /** In CSS pixels. */
  readonly top: number
  readonly height: number
  readonly #count: number
  readonly #text: Node
  readonly #length: number
  readonly #range = document.createRange()

  constructor(note: HTMLElement) {
    const { top, height } = note.getBoundingClientRect()
    this.top = top
    this.height = Number.parseFloat(getComputedStyle(note).lineHeight)
    this.#count = Math.round(height / this.height)
    this.#text = note.firstChild ?? note
    this.#length = note.textContent.length
  }

  /** Returns the index of the first character of each part with that many lines, except of the first part. */
  startsOf(count: number): readonly number[] {
    const starts: number[] = []
    for (let line = count; line < this.#count; line += count) starts.push(this.startOf(line))
    return starts
  }

  /** Returns the index of the first character of a line, counted from 0. */
  startOf(line: number): number {
    let [before, start] = [-1, this.#length]
    while (start - before > 1) {
      const middle = Math.floor((before + start) / 2)
      if (this.#lineOf(middle) < line) before = middle
      else start = middle
    }
    return start
  }

  #lineOf(index: number): number {
    for (let at = index; at >= 0; at -= 1) {
      this.#range.setStart(this.#text, at)
      this.#range.setEnd(this.#text, at + 1)
      const [box] = this.#range.getClientRects()
      // Boxes of other fonts are higher or lower, but their middle is on the line.
      if (box !== undefined) return Math.floor(((box.top + box.bottom) / 2 - this.top) / this.height)
    }
    return 0
  }
}
