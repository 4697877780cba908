/** Control characters that no document holds (all but tab and line ends), and what is no character. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const NOT_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/gu
const LINE_END = /\r\n|\r|\n/gu
const SPECIAL = /[&<>"']/u

/** A text of which each character can stand in a document: what cannot is U+FFFD. */
export function documentText(text: string): string {
  return text.toWellFormed().replace(NOT_TEXT, '\ufffd')
}

/** A text for an element or a quoted attribute of HTML, in which nothing of it is markup. */
export function htmlText(text: string): string {
  const clean = documentText(text)
  if (!SPECIAL.test(clean)) return clean
  return clean
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** The same with its line ends as elements. */
export function htmlTextInLines(text: string, lineEnd = '<br>'): string {
  return htmlText(text).replace(LINE_END, lineEnd)
}
