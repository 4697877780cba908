import { dirname, join } from 'node:path'

/** The folder with the photos of a file with reviews. */
export function photosFolder(reviewsFile: string): string {
  return join(dirname(reviewsFile), 'photos')
}
