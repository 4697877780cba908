import type { PictureKind } from '../content/inspect.ts'

/** What the database says of a picture, and where it is: in `body`, in `album`, else in a file of its own. */
export interface FileRow {
  readonly hash: string
  readonly kind: PictureKind
  readonly bytes: number
  readonly pixels: number | null
  readonly body: number | null
  readonly album: number | null
  readonly start: number | null
}
export const FILE_COLUMNS = 'files.hash, kind, bytes, width * height AS pixels, body, album, start'
