import { describe, expect, it } from 'vitest'
import { packageNameOn } from '../../build/system-packages.ts'

describe('packageNameOn', () => {
  it.each([
    ['Debian 12', 'ID=debian\nVERSION_ID="12"\n', 'libasound2'],
    ['Debian 13', 'ID=debian\nVERSION_ID="13"\n', 'libasound2t64'],
    ['Debian testing', 'PRETTY_NAME="Debian GNU/Linux forky/sid"\nID=debian\n', 'libasound2t64'],
    ['Ubuntu 22.04', 'VERSION_ID="22.04"\nID=ubuntu\nID_LIKE=debian\n', 'libasound2'],
    ['Ubuntu 24.04', 'VERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n', 'libasound2t64'],
    ['another system', 'ID=fedora\nVERSION_ID=43\n', 'libasound2'],
    ['a system without the file', '', 'libasound2'],
  ])('returns the name on %s', (_, release, name) => expect(packageNameOn(release, 'libasound2')).toBe(name))

  it('returns the same name everywhere for a package that was not renamed', () =>
    expect(packageNameOn('ID=debian\nVERSION_ID="13"\n', 'libnss3')).toBe('libnss3'))
})
