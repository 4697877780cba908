import type { GroupLines } from '../../grid/group-lines.ts'
import { maxOverlappingLines, type LineHeights, type SlotPlan } from '../../grid/line-heights.ts'

/** Heights in CSS pixels. */
interface Heights {
  /** Height of a group header. */
  readonly head: number
  /** Height of a line of pictures. */
  readonly line: number
}

/**
 * Heights of the lines of the contact sheet: group headers are lower than lines of pictures. The running sums
 * of GroupLines return the number of headers and of lines of pictures before a line, so bisection over the
 * groups finds a line from its offset, and vice versa.
 *
 * Headers and lines of pictures have separate slots: a line with all of its cells is reused for a line, and
 * there are only as many as can be visible at once.
 */
export class SheetHeights implements LineHeights {
  readonly min: number
  readonly #lines: GroupLines
  readonly #heights: Heights

  constructor(lines: GroupLines, heights: Heights) {
    this.#lines = lines
    this.#heights = heights
    this.min = lines.hasHeaders ? Math.min(heights.head, heights.line) : heights.line
  }

  get count(): number {
    return this.#lines.count
  }

  offsetOf(line: number): number {
    const heads = this.#headersBefore(line)
    return heads * this.#heights.head + (line - heads) * this.#heights.line
  }

  lineAt(offset: number): number {
    const group = this.#groupAt(offset)
    const firstLine = this.#lines.headerLineOf(group)
    const offsetInGroup = offset - this.offsetOf(firstLine)
    const { head, line } = this.#heights
    const lineInGroup = this.#lines.hasHeaders
      ? offsetInGroup < head
        ? 0
        : 1 + Math.floor((offsetInGroup - head) / line)
      : Math.floor(offsetInGroup / line)
    const lastLine = Math.max(firstLine, this.#lines.headerLineOf(group + 1) - 1)
    return Math.min(Math.max(firstLine + lineInGroup, firstLine), lastLine)
  }

  slotsFor(height: number): SlotPlan {
    const { head, line } = this.#heights
    const allHeads = this.#headersBefore(this.count)
    const allPictureLines = this.count - allHeads
    const heads = Math.min(allHeads, maxOverlappingLines(height, head))
    const pictureLines = Math.min(allPictureLines, maxOverlappingLines(height, line))
    return {
      count: pictureLines + heads,
      together: Math.min(
        this.count,
        heads < allHeads ? heads : Infinity,
        pictureLines < allPictureLines ? pictureLines : Infinity,
      ),
      of: (lineIndex) => {
        const headersBefore = this.#headersBefore(lineIndex)
        const isHead = this.#lines.hasHeaders && this.#lines.headerLineOf(headersBefore) === lineIndex
        return isHead ? pictureLines + (headersBefore % heads) : (lineIndex - headersBefore) % pictureLines
      },
    }
  }

  /** Number of headers above a line. */
  #headersBefore(line: number): number {
    if (!this.#lines.hasHeaders) return 0
    if (line >= this.count) return this.#lines.groups.length
    const group = this.#lines.groupAt(line)
    return this.#lines.headerLineOf(group) === line ? group : group + 1
  }

  /** The last group that begins at or above an offset. */
  #groupAt(offset: number): number {
    let low = 0
    let high = this.#lines.groups.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.offsetOf(this.#lines.headerLineOf(middle)) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
