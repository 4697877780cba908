import { CAMPAIGN_COLUMNS, type CampaignColumnKey } from '../../contract/campaign-columns.ts'
import { CAMPAIGN_SEARCH_COLUMNS, type CampaignQuery } from '../../contract/campaign-query.ts'
import { wordsOf } from '../../contract/fold.ts'
import type { FacetValue } from '../../contract/query.ts'
import { parseFields, type FieldMatch } from '../../contract/search-fields.ts'
import { instantOf } from '../decode-json.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import { createFieldTest, searchSyntaxError } from '../query/field-search.ts'
import { foldedLine } from '../query/folded-texts.ts'
import { blockOf } from '../query/pattern-search.ts'
import { parsePattern } from '../query/search-pattern.ts'
import { Search } from '../query/search-scan.ts'
import type { CampaignWithCells } from './campaign-cells.ts'
import { valuesOf } from './read-cell.ts'
import { SEARCHED_CAMPAIGN_COLUMNS, searchedTexts } from './searched-texts.ts'

type Test = (campaign: CampaignWithCells) => boolean

type SearchOfQuery = Pick<CampaignQuery, 'search' | 'searchMode'>

/** Returns whether a search reads the folded texts of campaigns. */
export function readsFoldedTexts({ search, searchMode }: SearchOfQuery): boolean {
  return search !== '' && searchMode !== 'pattern'
}

/** Returns the columns whose cells a search reads. */
export function columnsOfSearch({ search, searchMode }: SearchOfQuery): readonly CampaignColumnKey[] {
  if (search === '' || searchMode === 'words') return []
  if (searchMode === 'pattern') return SEARCHED_CAMPAIGN_COLUMNS
  return parseFields(search, CAMPAIGN_SEARCH_COLUMNS).terms.flatMap(({ match }) => {
    if (match.kind === 'column') return [match.column]
    return match.kind === 'word' ? [] : SEARCHED_CAMPAIGN_COLUMNS
  })
}

/**
 * Returns the campaigns that a search finds, in their order. Throws `searchInvalid`, `searchTooSlow` and
 * `superseded`.
 */
export function searchCampaigns(
  campaigns: readonly CampaignWithCells[],
  { search, searchMode }: SearchOfQuery,
  throwIfCancelled: ThrowIfCancelled,
): readonly CampaignWithCells[] {
  switch (searchMode) {
    case 'words':
      return campaigns.filter(createWordTest(wordsOf(search)))
    case 'fields':
      return campaigns.filter(createTermTest(search))
    case 'pattern': {
      if (search === '') return campaigns
      const scan = new Search(parsePattern(search), throwIfCancelled)
      return scan
        .matches([blockOf(campaigns.map(({ cellOf }) => searchedTexts(cellOf)))])
        .toSorted((a, b) => a - b)
        .flatMap((index) => campaigns[index] ?? [])
    }
  }
}

/** Words contain no white space, so none matches across two texts. */
function createWordTest(words: readonly string[]): Test {
  if (words.length === 0) return () => true
  return (campaign) => {
    const texts = campaign.foldedTexts()
    return words.every((word) => texts.includes(word))
  }
}

function createTermTest(search: string): Test {
  const { terms, problem } = parseFields(search, CAMPAIGN_SEARCH_COLUMNS)
  if (problem !== null) throw searchSyntaxError(problem)
  const tests = terms.map(({ match, negated }) => ({ test: createMatchTest(match), negated }))
  return (campaign) => tests.every(({ test, negated }) => test(campaign) !== negated)
}

function createMatchTest(match: FieldMatch<CampaignColumnKey>): Test {
  if (match.kind !== 'column') {
    if (match.kind === 'word') return createWordTest(wordsOf(match.text))
    const phrase = foldedLine(match.text)
    return ({ cellOf }) => searchedTexts(cellOf).some((text) => foldedLine(text).includes(phrase))
  }
  const { column, values } = match
  const isDate = CAMPAIGN_COLUMNS[column].kind === 'dateTime'
  const tests = values.map((value) => {
    const test = createFieldTest(value)
    return isDate && value.kind === 'range' ? (cell: FacetValue) => test(instantValue(cell)) : test
  })
  return ({ cellOf }) => valuesOf(cellOf(column)).some((cell) => tests.some((test) => test(cell)))
}

function instantValue(cell: FacetValue): FacetValue {
  return typeof cell === 'string' ? instantOf(cell) : null
}
