import { describe, expect, it } from 'vitest'
import { packageVersion, parseChangelog, readChangelog, UNRELEASED } from '../../build/changelog.ts'

describe('the changelog', () => {
  it('begins with unreleased changes, or with the version in package.json', () => {
    const [newest, ...older] = readChangelog()
    expect([UNRELEASED, packageVersion()]).toContain(newest?.version)
    if (newest?.version === UNRELEASED && older.length > 0) expect(older[0]?.version).toBe(packageVersion())
    expect(newest?.notes).not.toBe('')
  })

  it('is read section by section', () => {
    expect(
      parseChangelog(
        '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2027-01-31\n\n### Added\n\n- A guide.\n',
      ),
    ).toEqual([
      { version: UNRELEASED, date: null, notes: '' },
      { version: '1.1.0', date: '2027-01-31', notes: '### Added\n\n- A guide.' },
    ])
  })

  it.each(['## 1.0.0', '## [1.0.0]', '## [1.0.0] - soon', '## [Unreleased] - 2027-01-31'])(
    'must not have the heading %j',
    (heading) => {
      expect(() => parseChangelog(`# Changelog\n\n${heading}\n`)).toThrow('CHANGELOG.md')
    },
  )
})
