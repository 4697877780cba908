import { columnKindOf, type ItemColumnKey } from '../../electron/contract/columns.ts'
import type { FieldMatch, FieldTerm, FieldValue } from '../../electron/contract/search-fields.ts'

/** Returns a text that `parseFields` parses into these terms. */
export function printFields(terms: readonly Pick<FieldTerm, 'negated' | 'match'>[]): string {
  return terms.map(({ negated, match }) => `${negated ? '-' : ''}${printMatch(match)}`).join(' ')
}

function printMatch(match: FieldMatch): string {
  if (match.kind === 'column')
    return `${match.column}:${match.values.map((value) => printValue(value, match.column)).join(',')}`
  return match.kind === 'word' ? match.text : `"${match.text}"`
}

function printValue(value: FieldValue, column: ItemColumnKey): string {
  switch (value.kind) {
    case 'text':
      return columnKindOf(column) !== 'text' ||
        /[\s,]/u.test(value.text) ||
        value.text.toLowerCase() === 'empty'
        ? `"${value.text}"`
        : value.text
    case 'flag':
      return value.value ? 'yes' : 'no'
    case 'range':
      return value.text
    case 'empty':
      return 'empty'
  }
}
