import type { MissingPictures } from '../../electron/contract/pictures.ts'
import { strings } from '../../electron/contract/strings/app.ts'
import type { Format } from './format.ts'

/** What is missing and why: "3 missing: file not found (2), not fetched yet (1)". Empty when nothing is. */
export function missingText(missing: readonly MissingPictures[], format: Format): string {
  const words = strings.pictures
  const count = missing.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return ''
  const reasons = missing.map(({ problem, count: few }) =>
    words.reason(words.problems[problem ?? 'notYet'], format.number(few)),
  )
  return words.missing(format.number(count), reasons.join(', '))
}
