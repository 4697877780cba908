import type { Attachment } from 'svelte/attachments'
import type { Visits } from './visits.svelte.ts'

/**
 * Restores the scroll offset of a page when the person returns to it with Back or Forward; otherwise it
 * starts at the top.
 * @param _subject what the page shows, for an element that shows several pages one after the other
 */
export function keepPagePlace(visits: Visits, _subject = ''): Attachment<HTMLElement> {
  return (page) => {
    const place = visits.takePlace('page')
    if (place === null) page.scrollTop = 0
    const stopScrolling = place === null ? undefined : scrollOnceLoaded(page, place.top)
    const stopKeeping = visits.keep(() => ({ kind: 'page', top: page.scrollTop }))
    return () => {
      stopScrolling?.()
      stopKeeping()
    }
  }
}

/**
 * Scrolls to an offset, also if the page reaches it only when its content is loaded, until the person acts.
 */
function scrollOnceLoaded(page: HTMLElement, top: number): () => void {
  const person = new AbortController()
  const grown = new ResizeObserver(() => scroll())
  const stop = (): void => {
    grown.disconnect()
    person.abort()
  }
  const scroll = (): void => {
    page.scrollTop = top
    if (page.scrollTop >= top) stop()
  }
  for (const child of page.children) grown.observe(child)
  for (const event of ['wheel', 'keydown', 'pointerdown'])
    page.addEventListener(event, stop, { signal: person.signal, passive: true })
  scroll()
  return stop
}
