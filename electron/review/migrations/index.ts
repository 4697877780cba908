import { REVIEWS } from './0001-reviews.ts'
import { PHOTOS } from './0002-photos.ts'
import { MERGES } from './0003-merges.ts'
import { STEPS } from './0004-steps.ts'

/** All migrations in order; the position is the version. Append new ones, and never change a released one. */
export const MIGRATIONS: readonly string[] = [REVIEWS, PHOTOS, MERGES, STEPS]

/** First version of the file with photos. */
export const PHOTOS_VERSION = MIGRATIONS.indexOf(PHOTOS) + 1
