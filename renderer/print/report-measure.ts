import { flushSync } from 'svelte'
import type { Block, PageSpace } from './divide-blocks.ts'
import { divideEntry } from './divide-entry.ts'
import { mergeRows, type EntryPart, type PrintedReport, type ReportBlock } from './printed-report.svelte.ts'

/** Blocks that are rendered at once. */
const BLOCKS_AT_ONCE = 100

/** Measures the parts of a report on its pages, in CSS pixels. */
export class ReportMeasure {
  readonly #report: PrintedReport

  /** @param report rendered, and empty again when everything is measured */
  constructor(report: PrintedReport) {
    this.#report = report
  }

  /** Returns the space on the first page, which has the summary, and on others. */
  space(): PageSpace {
    const [first, others] = [1, 2].map((number) => heightOf(this.#render(number, [])))
    return { first: first ?? 0, others: others ?? 0 }
  }

  /** Returns the contents with their heights. */
  blocks(contents: readonly ReportBlock[]): readonly Block<ReportBlock>[] {
    const blocks: Block<ReportBlock>[] = []
    for (let start = 0; start < contents.length; start += BLOCKS_AT_ONCE) {
      const rendered = mergeRows(contents.slice(start, start + BLOCKS_AT_ONCE))
      const { children } = this.#render(2, rendered)
      for (const [index, content] of rendered.entries()) {
        const element = children[index]
        if (element !== undefined) blocks.push(...this.#measured(content, element))
      }
    }
    this.#render(2, [])
    return blocks
  }

  #measured(content: ReportBlock, element: Element): readonly Block<ReportBlock>[] {
    const height = heightOf(element)
    if (content.kind === 'heading') return [{ content, height, keepsNext: true }]
    if (content.kind === 'entry') {
      const divide = (rest: number, whole: number) =>
        divideEntry(content.part, rest, whole, (part) => this.#renderPart(part)).map((part) => ({
          content: { kind: 'entry', part: part.content } as const,
          height: part.height,
        }))
      return [{ content, height, divide }]
    }
    const heights = Array.from(element.querySelectorAll('tbody tr'), heightOf)
    const lead = height - heights.reduce((sum, each) => sum + each, 0)
    return content.rows.map((row, index) => ({
      content: { kind: 'rows', rows: [row] },
      height: heights[index] ?? 0,
      lead,
    }))
  }

  #renderPart(part: EntryPart): HTMLElement {
    const [article] = this.#render(2, [{ kind: 'entry', part }]).children
    if (!(article instanceof HTMLElement)) throw new Error('A part of a report was not rendered.')
    return article
  }

  /** Renders a page, and returns the element of its blocks. */
  #render(number: number, blocks: readonly ReportBlock[]): HTMLElement {
    this.#report.pages = [{ number, blocks }]
    flushSync()
    const body = document.querySelector<HTMLElement>('.body')
    if (body === null) throw new Error('The page of a report was not rendered.')
    return body
  }
}

const heightOf = (element: Element): number => element.getBoundingClientRect().height
