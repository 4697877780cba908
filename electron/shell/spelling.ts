import { join } from 'node:path'
import { app, session, type Session } from 'electron'
import type { Logger } from '../app/types.ts'
import { checkerLanguages, dictionaryFolders, linkDictionaries } from './dictionaries.ts'

/** Chromium cannot load this scheme, so it never downloads a dictionary. */
const NO_DOWNLOADS = 'no-dictionary-downloads://none/'

/** Dictionaries are read from the disk only; macOS uses its own and takes no languages. */
const HAS_OWN_CHECKER = process.platform === 'darwin'

/**
 * Disables the spelling checker of every session, and with it every download of a dictionary: Chromium would
 * start one for the language of the system even if no page checks spelling.
 */
export function stopDictionaryDownloads(): void {
  session.defaultSession.setSpellCheckerDictionaryDownloadURL(NO_DOWNLOADS)
  const stop = (target: Session): void => {
    if (!HAS_OWN_CHECKER) target.setSpellCheckerLanguages([])
  }
  stop(session.defaultSession)
  app.on('session-created', stop)
}

/**
 * Enables the spelling checker of the window in the languages of the system: with the checkers of macOS and
 * Windows, and on Linux with the installed dictionaries.
 */
export async function checkSpelling(logger: Logger): Promise<void> {
  if (HAS_OWN_CHECKER) return
  const { availableSpellCheckerLanguages } = session.defaultSession
  const preferredLanguages = checkerLanguages(
    [app.getLocale(), ...app.getPreferredSystemLanguages()],
    availableSpellCheckerLanguages,
  )
  try {
    const languages =
      process.platform === 'linux'
        ? await linkDictionaries(
            preferredLanguages,
            dictionaryFolders(process.env),
            join(app.getPath('sessionData'), 'Dictionaries'),
          )
        : preferredLanguages
    session.defaultSession.setSpellCheckerLanguages([...languages])
  } catch (error) {
    logger.unexpected(error, 'spelling')
  }
}
