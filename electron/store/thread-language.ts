import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { activateLanguage, setNumberLocale, type Language } from '../contract/messages.ts'

const KEY = 'language'

/** The language of the messages of a thread, and the locale of their numbers (BCP 47). */
interface ThreadLanguage {
  readonly language: Language
  readonly locale: string
}

const DEFAULT: ThreadLanguage = { language: 'en', locale: 'en' }

/**
 * Sets the language or locale of threads that start from now on. A thread of a store starts again with another
 * language before its next call.
 */
export function setThreadLanguage(change: Partial<ThreadLanguage>): void {
  setEnvironmentData(KEY, { ...threadLanguage(), ...change } satisfies ThreadLanguage)
}

/** Returns the language of threads that start now. */
export function threadLanguage(): ThreadLanguage {
  return (getEnvironmentData(KEY) as ThreadLanguage | undefined) ?? DEFAULT
}

/** Activates the language of messages in this thread. */
export async function activateThreadLanguage(): Promise<void> {
  const { language, locale } = threadLanguage()
  setNumberLocale(locale)
  await activateLanguage(language)
}
