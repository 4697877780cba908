import { REVIEWS } from './0001-reviews.ts'
import { PHOTOS } from './0002-photos.ts'
import { MERGES } from './0003-merges.ts'
import { STEPS } from './0004-steps.ts'

/** Every migration, in order. One that was released is never changed again; a new one is added at the end. */
export const MIGRATIONS: readonly string[] = [REVIEWS, PHOTOS, MERGES, STEPS]

/** The version of the file since which items have photos. */
export const PHOTOS_SINCE = MIGRATIONS.indexOf(PHOTOS) + 1
