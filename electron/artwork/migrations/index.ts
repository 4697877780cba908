import { PICTURES } from './0001-pictures.ts'
import { SMALL_PICTURES } from './0002-small-pictures.ts'

/** In their order; never changed once they are in a release. */
export const MIGRATIONS: readonly string[] = [PICTURES, SMALL_PICTURES]
