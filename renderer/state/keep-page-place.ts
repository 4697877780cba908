import type { Attachment } from 'svelte/attachments'
import type { Visits } from './visits.svelte.ts'

/** Restores the scroll offset of a page when the person returns to it with Back or Forward. */
export function keepPagePlace(visits: Visits): Attachment<HTMLElement> {
  return (page) => {
    const place = visits.takePlace('page')
    if (place !== null) page.scrollTop = place.top
    return visits.keep(() => ({ kind: 'page', top: page.scrollTop }))
  }
}
