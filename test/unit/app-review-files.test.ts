import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findReviewFile } from '../../electron/app/review-files.ts'

describe('findReviewFile', () => {
  it('returns the argument with the extension of review files', () => {
    expect(findReviewFile(['--no-sandbox', '/app', 'kids.cdreview'], '/home/ana')).toBe(
      resolve('/home/ana', 'kids.cdreview'),
    )
    expect(findReviewFile(['/mnt/Kids.CDREVIEW'], '/home/ana')).toBe(resolve('/mnt/Kids.CDREVIEW'))
  })

  it.each([[[]], [['/app', '--lang=en']], [['--out=x.cdreview']], [['kids.cdreview.exe']], [['.cdreview']]])(
    'returns null for %j',
    (args) => expect(findReviewFile(args, '/')).toBeNull(),
  )
})
