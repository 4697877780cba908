import { describe, expect, it } from 'vitest'
import { isAllowed, licenseFaults, noticesText, packageFolderOf } from '../../build/notices.ts'

const PACKAGE = { name: 'clear', version: '1.2.3', license: 'MIT', texts: ['Copyright (c) Someone'] }

describe('the licenses of bundled packages', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT OR ISC) AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE', false],
    ['', false],
  ])('judge the expression “%s”', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed)
  })

  it('name each package that must not be shipped', () => {
    expect(
      licenseFaults([
        PACKAGE,
        { ...PACKAGE, name: 'copyleft', license: 'GPL-3.0-only' },
        { ...PACKAGE, name: 'silent', license: '' },
        { ...PACKAGE, name: 'bare', texts: [] },
      ]),
    ).toEqual([
      'copyleft: its license is GPL-3.0-only',
      'silent: its license is not given',
      'bare: it has no license file',
    ])
  })

  it('are shipped with the name, version and text of each package, after the own license', () => {
    const text = noticesText([PACKAGE, { ...PACKAGE, name: '@scope/other', texts: ['Two', 'Texts'] }])
    expect(text).toMatch(/^MIT License/u)
    expect(text).toContain('clear 1.2.3 (MIT)\n\nCopyright (c) Someone\n')
    expect(text).toContain('@scope/other 1.2.3 (MIT)\n\nTwo\n\nTexts\n')
  })

  it.each([
    ['../../node_modules/valibot/dist/index.js', 'node_modules/valibot'],
    ['../node_modules/@napi-rs/keyring/index.js', 'node_modules/@napi-rs/keyring'],
    ['../node_modules/a/node_modules/b/c.js', 'node_modules/a/node_modules/b'],
    ['../electron/main.ts', null],
  ])('find the package of %s', (source, folder) => {
    expect(packageFolderOf(source)).toBe(folder)
  })
})
