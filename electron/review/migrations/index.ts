import { REVIEWS } from './0001-reviews.ts'

/** Every migration, in order. One that was released is never changed again; a new one is added at the end. */
export const MIGRATIONS: readonly string[] = [REVIEWS]
