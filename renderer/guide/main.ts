// The search of the guide. Without it, the pages work all the same.
import {
  activateCatalog,
  messages,
  setNumberLocale,
  type Language,
} from '../../electron/contract/messages.ts'
import { findSections, type GuideSection } from './find-sections.ts'

/** The text of the guide, and the messages around it. */
interface SearchFile {
  readonly catalog: unknown
  readonly sections: readonly GuideSection[]
}

const input = document.querySelector('input')
const contents = document.querySelector('nav')

/** Creates an element with text. */
function element(tag: string, className: string, text = ''): HTMLElement {
  const created = document.createElement(tag)
  created.className = className
  created.textContent = text
  return created
}

if (input !== null && contents !== null) {
  const results = element('div', 'results')
  results.setAttribute('role', 'region')
  results.hidden = true
  const status = element('p', 'status')
  status.setAttribute('role', 'status')
  const list = document.createElement('ul')
  results.append(status, list)
  contents.before(results)

  let sections: Promise<readonly GuideSection[]> | null = null
  const loadSections = async (): Promise<readonly GuideSection[]> => {
    const response = await fetch('search.json')
    const { catalog, sections: loaded } = (await response.json()) as SearchFile
    setNumberLocale(navigator.language)
    activateCatalog(document.documentElement.lang as Language, catalog)
    results.setAttribute('aria-label', messages.guide.results)
    return loaded
  }

  const showResults = async (): Promise<void> => {
    const query = input.value.trim()
    sections ??= loadSections()
    const { found, total } = findSections(await sections, query)
    // The person has typed on while the text was loading.
    if (input.value.trim() !== query) return
    results.hidden = query === ''
    contents.hidden = query !== ''
    status.textContent =
      total === 0 ? messages.guide.nothing({ text: query }) : messages.guide.found({ count: total })
    list.replaceChildren(
      ...found.map(({ section, before, match, after }) => {
        const link = document.createElement('a')
        link.href = `${section.page}#${section.id}`
        const snippet = element('span', 'snippet')
        snippet.append(before, element('mark', '', match), after)
        link.append(
          element('span', 'title', section.title),
          element('span', 'page', section.pageTitle === section.title ? '' : section.pageTitle),
          snippet,
        )
        const item = document.createElement('li')
        item.append(link)
        return item
      }),
    )
  }

  input.hidden = false
  input.addEventListener('input', () => void showResults())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click()
    else if (event.key === 'ArrowDown') list.querySelector('a')?.focus()
    else return
    event.preventDefault()
  })
  const clear = (): void => {
    input.value = ''
    void showResults()
  }
  // A result on the same page loads nothing new.
  window.addEventListener('hashchange', clear)
  window.addEventListener('pageshow', clear)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && input.value !== '') {
      clear()
      input.focus()
    } else if (event.key === 'f' && (event.ctrlKey || event.metaKey)) {
      input.focus()
      input.select()
    } else return
    event.preventDefault()
  })
}
