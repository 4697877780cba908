import { dirname, join } from 'node:path'

/** Returns the folder with the photos of a reviews file. */
export function photosFolder(reviewsFile: string): string {
  return join(dirname(reviewsFile), 'photos')
}
