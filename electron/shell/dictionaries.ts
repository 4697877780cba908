import { lstat, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Folders below a data folder (`XDG_DATA_DIRS`) where distributions install dictionaries in Chromium's
 * format.
 */
const DICTIONARY_FOLDERS = [
  'hunspell-bdic',
  'qt6/qtwebengine_dictionaries',
  'qt/qtwebengine_dictionaries',
  'qt5/qtwebengine_dictionaries',
]

/**
 * Chromium appends a version to the file name of each dictionary. The version depends on the language and its
 * release, and is not documented. Chromium opens the expected version and ignores the others.
 */
const FILE_VERSIONS = ['1-0', '2-0', '3-0', '4-0', '5-0', '9-0', '10-1', '11-0', '12-0', '12-1']

const REGION = /-(?:[A-Z]{2}|\d{3})$/u

/**
 * Returns the languages of Chromium's spelling checker for preferred ones, each once. Chromium has most
 * languages without a region only.
 */
export function checkerLanguages(
  preferred: readonly string[],
  available: readonly string[],
): readonly string[] {
  const languages = preferred.map((language) => {
    return available.includes(language) ? language : language.replace(REGION, '')
  })
  return [...new Set(languages)].filter((language) => available.includes(language))
}

/**
 * Returns the folders where a Linux system may have dictionaries, in the order of the XDG base directory
 * specification.
 */
export function dictionaryFolders(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  // The specification treats an empty variable like a missing one.
  const valueOf = (name: string): string | null => {
    const value = environment[name] ?? ''
    return value === '' ? null : value
  }
  const home = valueOf('XDG_DATA_HOME') ?? join(environment['HOME'] ?? '/', '.local/share')
  const shared = valueOf('XDG_DATA_DIRS') ?? '/usr/local/share:/usr/share'
  return [home, ...shared.split(':')]
    .filter((folder) => folder.startsWith('/'))
    .flatMap((folder) => DICTIONARY_FOLDERS.map((name) => join(folder, name)))
}

/**
 * Links the system's dictionaries of these languages (BCP 47) into the folder that Chromium reads. Returns
 * the languages with a dictionary, in order. Rejects if the folder cannot be written.
 */
export async function linkDictionaries(
  languages: readonly string[],
  sources: readonly string[],
  target: string,
): Promise<readonly string[]> {
  const files = await findFiles(sources)
  const linked: string[] = []
  for (const language of languages) {
    const names = fileNames(language)
    const source = names.map((name) => files.get(name.toLowerCase())).find((file) => file !== undefined)
    if (source === undefined) continue
    await mkdir(target, { recursive: true, mode: 0o700 })
    for (const name of names) {
      for (const version of FILE_VERSIONS) await link(source, join(target, `${name}-${version}.bdic`))
    }
    linked.push(language)
  }
  return linked
}

/** Returns the possible names of a language's dictionary: with and without the region. */
function fileNames(language: string): readonly string[] {
  const { language: code, region } = new Intl.Locale(language)
  const usual = new Intl.Locale(code).maximize().region
  const regional = region ?? usual
  return [
    ...(regional === undefined ? [] : [`${code}-${regional}`]),
    ...(region === undefined || region === usual ? [code] : []),
  ]
}

/**
 * Returns the files in these folders by lower-case language, such as `en-gb`. The first folder has priority.
 */
async function findFiles(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names) {
      const language = /^(?<language>[A-Za-z]{2,3}(?:[_-][A-Za-z]{2})?)\.bdic$/u.exec(name)?.groups?.[
        'language'
      ]
      const key = language?.replace('_', '-').toLowerCase()
      if (key !== undefined && !files.has(key)) files.set(key, join(folder, name))
    }
  }
  return files
}

/** Replaces an earlier link, whose target may be missing, but never a file. */
async function link(source: string, path: string): Promise<void> {
  const existing = await lstat(path).catch(() => null)
  if (existing !== null && !existing.isSymbolicLink()) return
  await rm(path, { force: true })
  await symlink(source, path)
}
