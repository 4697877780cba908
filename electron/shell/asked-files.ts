import { extname, resolve } from 'node:path'
import { REVIEW_FILE_EXTENSION } from '../contract/review-file.ts'

/** The file with a review that a command line asks for, as an absolute path; null: it asks for none. */
export function askedFile(words: readonly string[], folder: string): string | null {
  const found = words.find((word) => !word.startsWith('-') && isReviewFile(word))
  return found === undefined ? null : resolve(folder, found)
}

/** Whether a path is that of a file with a review, by its name. */
export function isReviewFile(path: string): boolean {
  return extname(path).toLowerCase() === `.${REVIEW_FILE_EXTENSION}`
}
