import type { PrintedTimelineHeader, PrintedTimelinePage } from '../../electron/contract/timeline.ts'
import { drawTimeline } from '../timeline/drawing.ts'
import { fetchData, pageRoot } from './paper.ts'

/** Renders the pages of a timeline. */
export async function printTimeline({ frame, tiles, count }: PrintedTimelineHeader): Promise<void> {
  document.title = frame.title
  const parser = new DOMParser()
  let drawn = 0
  while (drawn < count) {
    const pages = await fetchData<readonly PrintedTimelinePage[]>(`entries/${String(drawn)}`)
    if (pages.length === 0) throw new Error('There are fewer pages than there were to be.')
    for (const { tile, rows } of pages) {
      const axis = tiles[tile]
      if (axis === undefined) throw new Error('A page has no axis.')
      const image = parser.parseFromString(drawTimeline(frame, axis, rows), 'image/svg+xml').documentElement
      // The width of the page, with the height in proportion.
      image.removeAttribute('width')
      image.removeAttribute('height')
      const page = document.createElement('section')
      page.className = 'timeline-page'
      page.append(document.importNode(image, true))
      pageRoot().append(page)
    }
    drawn += pages.length
  }
}
