/** Strings around the pages of the guide. Its text is in docs/, a folder for each language. */
export const guideStrings = {
  /** The folder of the guide in this language. */
  language: 'en',
  title: 'Campaign Desk Guide',
  pageTitle: (page: string) => `${page} – Campaign Desk Guide`,
  contents: 'Contents',
  onThisPage: 'On this page',
  skip: 'Skip to the text',
  previous: 'Previous',
  next: 'Next',
  external: 'opens in your browser',
  search: 'Search the guide',
  results: 'Search results',
  found: (count: number, shown: string) => `${shown} ${count === 1 ? 'section' : 'sections'}`,
  nothing: (text: string) => `No section contains “${text}”.`,
} as const
