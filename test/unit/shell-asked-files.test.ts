import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askedFile } from '../../electron/shell/asked-files.ts'

describe('a file that a command line asks for', () => {
  it('is the one whose name ends as reviews do', () => {
    expect(askedFile(['--no-sandbox', '/app', 'kids.cdreview'], '/home/ana')).toBe(
      resolve('/home/ana', 'kids.cdreview'),
    )
    expect(askedFile(['/mnt/Kids.CDREVIEW'], '/home/ana')).toBe(resolve('/mnt/Kids.CDREVIEW'))
  })

  it.each([[[]], [['/app', '--lang=en']], [['--out=x.cdreview']], [['kids.cdreview.exe']], [['.cdreview']]])(
    'is none in %j',
    (words) => {
      expect(askedFile(words, '/')).toBeNull()
    },
  )
})
