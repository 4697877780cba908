import { SHEET_LIMITS } from '../../contract/export-formats.ts'

/** What of a text is more than the cell of a spreadsheet can hold; null where it fits. */
export function beyondLimits(text: string): 'longText' | 'lineBreaks' | null {
  if (text.length > SHEET_LIMITS.characters) return 'longText'
  return text.length > SHEET_LIMITS.lineFeeds && lineFeeds(text) > SHEET_LIMITS.lineFeeds
    ? 'lineBreaks'
    : null
}

function lineFeeds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
