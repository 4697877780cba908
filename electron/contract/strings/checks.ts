import { items, plural } from './grammar.ts'
import type { Severity } from '../checks.ts'

/** Strings of the checks of a campaign. */
export const strings = {
  tab: 'Checks',
  openInTab: (count: number, shown: string) =>
    `${shown} ${plural(count, 'check needs', 'checks need')} attention`,
  title: 'Checks of this campaign',
  loading: 'Running the checks…',
  failedTitle: 'The checks could not run',
  sections: { open: 'Needs attention', passed: 'Passed', accepted: 'Accepted' },
  allPassed: 'No check needs attention.',
  severities: { problem: 'Problem', attention: 'Attention', note: 'Note' } satisfies Readonly<
    Record<Severity, string>
  >,
  filter: { label: 'Severity', all: 'All severities' },
  sort: {
    label: 'Sort checks',
    button: (name: string) => `Sort: ${name}`,
    count: 'Most items',
    severity: 'Severity',
    name: 'Name',
  },
  checked: (ago: string) => `Checked ${ago}`,
  checkAgain: 'Run the checks again',
  newRule: 'New rule',
  standard: 'Standard checks…',
  nothing: 'None found',
  items,
  elements: (count: number, shown: string) => `${shown} ${plural(count, 'element', 'elements')}`,
  dates: (count: number, shown: string) => `${shown} ${plural(count, 'pair of dates', 'pairs of dates')}`,
  accepted: (shown: string, on: string | null) =>
    on === null ? `${shown} accepted` : `${shown} accepted on ${on}`,
  acceptedOn: (date: string) => `Accepted on ${date}`,
  search: 'Search checks',
  clearSearch: 'Clear search',
  shown: (all: number, shown: string) => `of ${shown} ${plural(all, 'check', 'checks')} shown`,
  noMatchTitle: (search: string) => `No checks match “${search}”`,
  noMatchText: 'Search for the name or the description of a check.',
  show: 'Show',
  showOf: (name: string) => `Show findings of “${name}”`,
  accept: 'Accept',
  acceptOf: (name: string) => `Accept findings of “${name}”`,
  revoke: 'Undo',
  revokeOf: (name: string) => `Undo accepting “${name}”`,
  edit: (name: string) => `Edit rule “${name}”`,
  duplicateOf: (name: string) => `Duplicate “${name}”`,
  acceptedAnnouncement: (name: string) => `Accepted: ${name}.`,
  revokedAnnouncement: (name: string) => `No longer accepted: ${name}.`,
  summary: (open: number, all: number, shown: string) =>
    `of ${shown} ${plural(all, 'check', 'checks')} ${plural(open, 'needs', 'need')} attention`,
  findings: (count: number, shown: string, itemCount: number, shownItems: string) =>
    `${shown} ${plural(count, 'finding', 'findings')} in ${items(itemCount, shownItems)}`,
  datesText: (first: string, firstOn: string, second: string, secondOn: string) =>
    `${first} ${firstOn} is after ${second} ${secondOn}`,
  andMore: (shown: string) => `and ${shown} more`,

  /** Names and explanations of the built-in checks. */
  builtIn: {
    quantityZero: { name: 'Quantity is 0', text: 'Items with a quantity of 0' },
    quantityBeyond: {
      name: (most: string) => `Quantity over ${most}`,
      text: 'Unusually high; possibly a typo',
    },
    noArtwork: { name: 'No artwork', text: 'Items without artwork' },
    lockedWithoutArtwork: { name: 'Locked without artwork', text: 'Locked items without artwork' },
    posMissing: { name: 'POS number missing', text: 'Items without a POS number' },
    posDuplicate: { name: 'Duplicate POS numbers', text: 'One POS number on several items' },
    posForm: { name: 'POS number format', text: (form: string) => `POS numbers that do not match ${form}` },
    elementWithoutItems: {
      name: 'Element without items',
      text: 'Elements of the campaign that no item uses',
    },
    datesOutOfOrder: { name: 'Dates in the wrong order', text: 'Example: dispatch before artwork is due' },
  },
  own: (parts: readonly string[]) => parts.join(' · '),
  newFromList: {
    needsFilter: 'Add a filter or a search first.',
    needsCampaign: 'Open a campaign first.',
    unsupported: 'A check cannot have a search by pattern or a pasted list.',
  },

  rule: {
    edit: 'Edit rule',
    duplicate: 'Duplicate',
    copyName: (name: string) => `${name} (copy)`,
    close: 'Close the rule',
    name: 'Name',
    severity: 'Severity',
    scope: 'Applies to',
    allCampaigns: 'All campaigns',
    thisCampaign: 'This campaign',
    search: 'Search by fields',
    searchHint: 'Optional. Example: locked:no qty:>500',
    nameMissing: 'Enter a name.',
    searchMissing: 'Add a filter or a search.',
    searchWrong: (reason: string) => `Check the search: ${reason}.`,
    inCampaign: (campaign: string) => `in ${campaign}`,
    inAll: (total: string, count: number, campaigns: string) =>
      `${total} in all ${campaigns} ${plural(count, 'campaign', 'campaigns')}`,
    firstItems: 'First items',
    unnamed: 'Unnamed item',
    counting: 'Counting…',
    countFailed: 'The items could not be counted',
    save: 'Save rule',
    saved: (name: string) => `Rule saved: ${name}.`,
    failedTitle: 'The rule could not be saved',
    cancel: 'Cancel',
    remove: 'Delete rule…',
    full: (most: string) => `You can have at most ${most} rules.`,
  },
  deletion: {
    title: 'Delete the rule?',
    text: (name: string) => `“${name}” is deleted for all campaigns of this connection. No items change.`,
    delete: 'Delete rule',
    deleted: (name: string) => `Rule deleted: ${name}.`,
  },

  dialog: {
    title: 'Standard checks',
    text: 'These settings apply to all campaigns of this connection.',
    maxQuantity: 'Largest usual quantity',
    maxQuantityHint: 'Larger quantities need attention. Leave empty for no limit.',
    notANumber: 'Enter a whole number, or leave it empty.',
    posForm: 'POS number format',
    posFormHint: '# is a digit, @ a letter, * anything. Example: POS-######. Leave empty for any format.',
  },
} as const
