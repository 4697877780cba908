import { app } from 'electron'
import { activateLanguage, resolveLanguage, setNumberLocale } from '../contract/messages.ts'
import type { LanguageChoice } from '../contract/preferences.ts'
import { setThreadLanguage } from '../store/thread-language.ts'
import { systemLocale } from './system.ts'

/** Activates the language that the person has chosen, in this process and in threads. */
export async function applyLanguage(choice: LanguageChoice): Promise<void> {
  const language = resolveLanguage(choice, app.getPreferredSystemLanguages())
  await activateLanguage(language)
  setThreadLanguage({ language })
}

/** Applies the locale of the system to numbers, which Electron knows once it is ready. */
export function applyNumberLocale(): void {
  const locale = systemLocale()
  setNumberLocale(locale)
  setThreadLanguage({ locale })
}
