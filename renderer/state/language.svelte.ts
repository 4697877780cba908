import {
  activateLanguage,
  directionOf,
  isLanguage,
  setReadListener,
  type Language,
} from '../../electron/contract/messages.ts'

const page = $state<{ language: Language }>({ language: 'en' })

/** Returns the language of this page. */
export function pageLanguage(): Language {
  return page.language
}

/** Activates the language of the page, and shows messages again when the language changes. */
export async function startLanguage(): Promise<void> {
  const { lang } = document.documentElement
  // What reads a message depends on the language.
  setReadListener(() => void page.language)
  await changeLanguage(isLanguage(lang) ? lang : 'en')
}

/** Activates another language of this page. */
export async function changeLanguage(language: Language): Promise<void> {
  await activateLanguage(language)
  page.language = language
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}
