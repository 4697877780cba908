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

/** Activates the language in the page's address, and shows messages again when the language changes. */
export async function startLanguage(): Promise<void> {
  const language = new URLSearchParams(location.search).get('language')
  // What reads a message depends on the language.
  setReadListener(() => void page.language)
  await changeLanguage(isLanguage(language) ? language : 'en')
}

/** Activates another language of this page. */
export async function changeLanguage(language: Language): Promise<void> {
  await activateLanguage(language)
  page.language = language
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}
