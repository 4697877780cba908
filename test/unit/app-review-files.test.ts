import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFile } from '../../electron/app/requested-files.ts'
import { isReviewFile } from '../../electron/app/review-files.ts'

const findReviewFile = (args: readonly string[], folder: string): string | null =>
  findFile(args, folder, isReviewFile)

describe('the requested review file', () => {
  it('is the argument with the extension of review files', () => {
    expect(findReviewFile(['--no-sandbox', '/app', 'kids.cdreview'], '/home/ana')).toBe(
      resolve('/home/ana', 'kids.cdreview'),
    )
    expect(findReviewFile(['/mnt/Kids.CDREVIEW'], '/home/ana')).toBe(resolve('/mnt/Kids.CDREVIEW'))
  })

  it.each([[[]], [['/app', '--lang=en']], [['--out=x.cdreview']], [['kids.cdreview.exe']], [['.cdreview']]])(
    'is none of %j',
    (args) => expect(findReviewFile(args, '/')).toBeNull(),
  )
})
