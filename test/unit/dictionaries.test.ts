import { mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkerLanguages, dictionaryFolders, linkDictionaries } from '../../electron/shell/dictionaries.ts'
import { temporaryFolder } from '../support/store.ts'

describe('checkerLanguages', () => {
  it('returns the language if there is none with the region', () => {
    const available = ['de', 'en-GB', 'en-US', 'nl', 'sr']
    const preferred = ['en-US', 'nl-NL', 'de-AT', 'de', 'en-NZ', 'sr-Latn-RS', 'en-GB', 'C']
    expect(checkerLanguages(preferred, available)).toEqual(['en-US', 'nl', 'de', 'en-GB'])
  })
})

describe('dictionaryFolders', () => {
  it('follows the XDG base directories', () => {
    const folders = dictionaryFolders({
      HOME: '/home/a',
      XDG_DATA_HOME: '',
      XDG_DATA_DIRS: '/one:relative:/two',
    })
    expect(folders.filter((folder) => folder.endsWith('hunspell-bdic'))).toEqual([
      '/home/a/.local/share/hunspell-bdic',
      '/one/hunspell-bdic',
      '/two/hunspell-bdic',
    ])
    expect(dictionaryFolders({ XDG_DATA_HOME: '/data' })).toContain('/usr/share/hunspell-bdic')
  })
})

describe('linkDictionaries', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let source: string
  let target: string
  beforeEach(async () => {
    folder = await temporaryFolder()
    source = join(folder.path, 'hunspell-bdic')
    target = join(folder.path, 'chromium', 'Dictionaries')
    await mkdir(source)
    for (const name of ['en_GB.bdic', 'de_DE.bdic', 'fr.bdic', 'notes.txt', '.bdic'])
      await writeFile(join(source, name), name)
  })
  afterEach(() => folder.remove())

  it('links dictionaries of the system and returns their languages', async () => {
    expect(
      await linkDictionaries(['en-GB', 'it', 'de', 'fr-FR'], [join(folder.path, 'none'), source], target),
    ).toEqual(['en-GB', 'de', 'fr-FR'])
    expect(await readFile(join(target, 'en-GB-10-1.bdic'), 'utf8')).toBe('en_GB.bdic')
    // Chromium may look for either name of a language without a region.
    expect(await readFile(join(target, 'de-DE-3-0.bdic'), 'utf8')).toBe('de_DE.bdic')
    expect(await readFile(join(target, 'de-3-0.bdic'), 'utf8')).toBe('de_DE.bdic')
    expect(await readFile(join(target, 'fr-FR-3-0.bdic'), 'utf8')).toBe('fr.bdic')
  })

  it('does not use the dictionary of another region', async () => {
    expect(await linkDictionaries(['en-US', 'de-AT'], [source], target)).toEqual([])
    expect(await readdir(folder.path)).toEqual(['hunspell-bdic'])
  })

  it('replaces links of an earlier start and keeps files', async () => {
    await mkdir(target, { recursive: true })
    await symlink('/nowhere/en_GB.bdic', join(target, 'en-GB-3-0.bdic'))
    await writeFile(join(target, 'en-GB-10-1.bdic'), 'downloaded')
    await linkDictionaries(['en-GB'], [source], target)
    expect(await readlink(join(target, 'en-GB-3-0.bdic'))).toBe(join(source, 'en_GB.bdic'))
    expect(await readFile(join(target, 'en-GB-10-1.bdic'), 'utf8')).toBe('downloaded')
    await rm(source, { recursive: true })
    expect(await linkDictionaries(['en-GB'], [source], target)).toEqual([])
  })
})
