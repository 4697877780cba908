import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  type CampaignColumnKey,
} from '../../contract/campaign-columns.ts'
import {
  CAMPAIGN_SEARCH_COLUMNS,
  type CampaignCell,
  type CampaignQuery,
} from '../../contract/campaign-query.ts'
import { fold, wordsOf } from '../../contract/fold.ts'
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

/** The columns that words and patterns search. */
export const SEARCHED_CAMPAIGN_COLUMNS = CAMPAIGN_COLUMN_KEYS.filter(
  (key) => CAMPAIGN_COLUMNS[key].isSearched === true,
)

type Test = (campaign: CampaignWithCells) => boolean

/** Returns the columns that a search by fields reads besides {@link SEARCHED_CAMPAIGN_COLUMNS}. */
export function columnsOfSearch({
  search,
  searchMode,
}: Pick<CampaignQuery, 'search' | 'searchMode'>): readonly CampaignColumnKey[] {
  if (searchMode !== 'fields') return []
  return parseFields(search, CAMPAIGN_SEARCH_COLUMNS).terms.flatMap(({ match }) =>
    match.kind === 'column' ? [match.column] : [],
  )
}

/**
 * Returns the campaigns that a search finds, in their order. Throws `searchInvalid`, `searchTooSlow` and
 * `superseded`.
 */
export function searchCampaigns(
  campaigns: readonly CampaignWithCells[],
  { search, searchMode }: Pick<CampaignQuery, 'search' | 'searchMode'>,
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
        .matches([blockOf(campaigns.map(searchedTexts))])
        .toSorted((a, b) => a - b)
        .flatMap((index) => campaigns[index] ?? [])
    }
  }
}

/** Returns the searched texts of a campaign. */
function searchedTexts({ cellOf }: CampaignWithCells): readonly string[] {
  return SEARCHED_CAMPAIGN_COLUMNS.flatMap((column) => valuesOf(cellOf(column)))
    .filter((value) => value !== null)
    .map(String)
}

/** The folded texts of records with the names at that time, which a search for campaigns may change. */
const foldedTexts = new WeakMap<object, { readonly name: CampaignCell; readonly text: string }>()

/** Returns the folded texts of a campaign on separate lines. They are cached while a person types. */
function foldedTextsOf(campaign: CampaignWithCells): string {
  const name = campaign.cellOf('name')
  let folded = foldedTexts.get(campaign.record)
  if (folded?.name !== name) {
    folded = { name, text: fold(searchedTexts(campaign).join('\n')) }
    foldedTexts.set(campaign.record, folded)
  }
  return folded.text
}

/** Words contain no white space, so none matches across two texts. */
function createWordTest(words: readonly string[]): Test {
  return (campaign) => {
    if (words.length === 0) return true
    const texts = foldedTextsOf(campaign)
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
    return (campaign) => searchedTexts(campaign).some((text) => foldedLine(text).includes(phrase))
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
