/** Control characters other than tabs and line ends, and noncharacters. */
// oxlint-disable-next-line no-control-regex -- matches control characters
const NOT_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/gu
const LINE_END = /\r\n|\r|\n/gu
const SPECIAL = /[&<>"']/u

/** Replaces characters that documents cannot contain with U+FFFD. */
export function documentText(text: string): string {
  return text.toWellFormed().replace(NOT_TEXT, '\ufffd')
}

/** Escapes a text for an element or a quoted attribute of HTML. */
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

/** Escapes a text for HTML, with line ends as elements. */
export function htmlTextInLines(text: string, lineEnd = '<br>'): string {
  return htmlText(text).replace(LINE_END, lineEnd)
}
