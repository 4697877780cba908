import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { activateLanguage, setNumberLocale, type Language } from '../contract/messages.ts'

const KEY = 'language'

interface ThreadLanguage {
  readonly language: Language
  /** Locale of numbers (BCP 47). */
  readonly locale: string
}

/** Sets the language of the messages of threads that start from now on, and the locale of their numbers. */
export function setThreadLanguage(language: Language, locale: string): void {
  setEnvironmentData(KEY, { language, locale } satisfies ThreadLanguage)
}

/** Activates the language of messages in this thread. English is the default. */
export async function activateThreadLanguage(): Promise<void> {
  const set = getEnvironmentData(KEY) as ThreadLanguage | undefined
  if (set !== undefined) setNumberLocale(set.locale)
  await activateLanguage(set?.language ?? 'en')
}
