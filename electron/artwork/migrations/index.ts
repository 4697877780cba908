import { PICTURES } from './0001-pictures.ts'
import { SMALL_PICTURES } from './0002-small-pictures.ts'
import { THUMBNAILS } from './0003-thumbnails.ts'
import { EARLIER } from './0004-earlier.ts'
import { ALBUMS } from './0005-albums.ts'
import { MADE_FOR_DOCUMENTS } from './0006-made-for-documents.ts'
import { TOO_COMPLEX } from './0007-too-complex.ts'

/** In their order; never changed once they are in a release. */
export const MIGRATIONS: readonly string[] = [
  PICTURES,
  SMALL_PICTURES,
  THUMBNAILS,
  EARLIER,
  ALBUMS,
  MADE_FOR_DOCUMENTS,
  TOO_COMPLEX,
]
