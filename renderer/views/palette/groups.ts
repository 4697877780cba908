import type { CampaignSummary } from '../../../electron/contract/campaign.ts'
import { fold } from '../../../electron/contract/fold.ts'
import {
  MATCH_RANKS,
  matchRank,
  matchWordsOf,
  rankOfFolded,
  type MatchRank,
  type MatchWords,
} from '../../../electron/contract/match-rank.ts'
import type { FoundItems } from '../../../electron/contract/query.ts'
import { campaignTitle } from '../../state/campaign-filter.ts'
import {
  campaignEntry,
  commandEntries,
  itemEntry,
  placeEntries,
  recentEntries,
  settingEntries,
  type PaletteContext,
  type PaletteEntry,
} from './entries.ts'
import type { PaletteText } from './palette-text.ts'

/** The groups of the palette; those that match equally well are in this order. */
const PALETTE_GROUPS = ['campaigns', 'items', 'places', 'settings', 'commands'] as const
export type PaletteGroupId = (typeof PALETTE_GROUPS)[number]

/** Entries of one kind, the best first. */
export interface PaletteGroup {
  readonly id: PaletteGroupId
  readonly entries: readonly PaletteEntry[]
  /** Number of all that match; only the first are entries. */
  readonly total: number
  /** How well the best one matches. */
  readonly rank: MatchRank
}

/** Shown entries of each group, besides a line that leads to the others. */
export const SHOWN_ENTRIES = 3
/** Shown campaigns of a group that is shown alone; the table shows all. */
const MAX_CAMPAIGNS = 50

interface Ranked<Value> {
  readonly value: Value
  readonly rank: MatchRank
}

/** Returns the values that match, the best first, equal ones in their order. */
function ranked<Value>(
  values: readonly Value[],
  rankOf: (value: Value) => MatchRank,
): readonly Ranked<Value>[] {
  return values
    .map((value) => ({ value, rank: rankOf(value) }))
    .filter(({ rank }) => rank !== MATCH_RANKS.none)
    .sort((one, other) => other.rank - one.rank)
}

function rankOfEntry({ label, note, terms, keywords }: PaletteEntry, words: MatchWords): MatchRank {
  const best = [label, ...terms]
    .map((text) => matchRank(text, words))
    .reduce((one, other) => (other > one ? other : one), MATCH_RANKS.none)
  return best === MATCH_RANKS.none ? insideOf(fold(`${label}\n${note ?? ''}`), words, fold(keywords)) : best
}

/** Returns whether words are found in several texts together, or begin a keyword. */
function insideOf(folded: string, { words }: MatchWords, keywords = ''): MatchRank {
  const isFound = (word: string): boolean => folded.includes(word) || ` ${keywords}`.includes(` ${word}`)
  return words.every(isFound) ? MATCH_RANKS.inside : MATCH_RANKS.none
}

/** Folded texts of campaigns, of which there may be thousands at each key. */
const foldedCampaigns = new WeakMap<CampaignSummary, { readonly title: string; readonly all: string }>()

function rankOfCampaign(campaign: CampaignSummary, words: MatchWords): MatchRank {
  let folded = foldedCampaigns.get(campaign)
  if (folded === undefined) {
    const { name, reference, shortReference, number, id } = campaign
    const texts = [name, reference, shortReference, number, id].filter((text) => text !== null)
    folded = { title: fold(campaignTitle(campaign)), all: fold(texts.join('\n')) }
    foldedCampaigns.set(campaign, folded)
  }
  const rank = rankOfFolded(folded.title, words)
  return rank === MATCH_RANKS.none ? insideOf(folded.all, words) : rank
}

function groupOf<Value>(
  id: PaletteGroupId,
  matches: readonly Ranked<Value>[],
  shown: number,
  entryOf: (value: Value) => PaletteEntry,
): readonly PaletteGroup[] {
  if (matches.length === 0) return []
  return [
    {
      id,
      entries: matches.slice(0, shown).map(({ value }) => entryOf(value)),
      total: matches.length,
      rank: matches[0]?.rank ?? MATCH_RANKS.none,
    },
  ]
}

/**
 * Returns the groups of a text without items, the best first.
 * @param expanded the group that is shown with all its entries, or null
 */
export function localGroups(
  context: PaletteContext,
  { scope, words: typed }: PaletteText,
  expanded: PaletteGroupId | null,
): readonly PaletteGroup[] {
  const words = matchWordsOf(typed)
  const isAlone = scope !== 'everything'
  const ofEntries = (
    id: PaletteGroupId,
    entriesOf: (context: PaletteContext) => readonly PaletteEntry[],
  ): readonly PaletteGroup[] => {
    const matches = ranked(entriesOf(context), (entry) => rankOfEntry(entry, words))
    return groupOf(id, matches, isAlone || expanded === id ? matches.length : SHOWN_ENTRIES, (entry) => entry)
  }
  const campaigns = (): readonly PaletteGroup[] =>
    groupOf(
      'campaigns',
      ranked(context.session.campaigns, (campaign) => rankOfCampaign(campaign, words)),
      isAlone || expanded === 'campaigns' ? MAX_CAMPAIGNS : SHOWN_ENTRIES,
      (campaign) => campaignEntry(context, campaign),
    )
  switch (scope) {
    case 'posNumbers':
      return []
    case 'commands':
      return ofEntries('commands', commandEntries)
    case 'campaigns':
      return campaigns()
    case 'everything':
      return words.phrase === ''
        ? [
            ...ofEntries('places', recentFirst),
            ...campaigns(),
            ...ofEntries('commands', commandEntries),
            ...ofEntries('settings', settingEntries),
          ]
        : sortedGroups([
            ...campaigns(),
            ...ofEntries('places', placeEntries),
            ...ofEntries('settings', settingEntries),
            ...ofEntries('commands', commandEntries),
          ])
  }
}

/** Without a text, what was visited is more likely than the views. */
function recentFirst(context: PaletteContext): readonly PaletteEntry[] {
  const recent = recentEntries(context)
  const ids = new Set(recent.map(({ id }) => id))
  return [...recent, ...placeEntries(context).filter(({ id }) => !ids.has(id))]
}

/** Returns the group of found items; none if there are no items. */
export function itemGroup(
  context: PaletteContext,
  { count, rows }: FoundItems,
  typed: string,
  withCampaign: boolean,
): readonly PaletteGroup[] {
  if (count === 0) return []
  const words = matchWordsOf(typed)
  const ranks = rows
    .flatMap(({ itemName, posNumber }) => [itemName ?? '', posNumber ?? ''])
    .map((text) => matchRank(text, words))
  return [
    {
      id: 'items',
      entries: rows.map((row) => itemEntry(context, row, withCampaign)),
      total: count,
      // Every item matches, if only in another column.
      rank: ranks.reduce((one, other) => (other > one ? other : one), MATCH_RANKS.inside),
    },
  ]
}

/** Sorts groups by their best match, equal ones in the order of {@link PALETTE_GROUPS}. */
export function sortedGroups(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  return groups.toSorted(
    (one, other) =>
      groupRank(other) - groupRank(one) || PALETTE_GROUPS.indexOf(one.id) - PALETTE_GROUPS.indexOf(other.id),
  )
}

/** Most names of items begin with a word that all of a campaign share, so that later words count as much. */
function groupRank({ rank }: PaletteGroup): MatchRank {
  return rank === MATCH_RANKS.textStart ? MATCH_RANKS.wordStarts : rank
}
