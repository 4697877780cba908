import { items, plural } from './grammar.ts'

/** Strings of the checks of a campaign. */
export const strings = {
  tab: 'Checks',
  openInTab: (count: number, shown: string) =>
    `${shown} ${plural(count, 'check needs', 'checks need')} attention`,
  title: 'What to look at',
  intro: 'Rules that go over the copy on this computer. Each leads to its rows.',
  loading: 'Carrying out the checks…',
  failedTitle: 'The checks cannot be carried out',
  check: 'Check',
  found: 'Found',
  change: 'Change the rules…',
  items,
  elements: (count: number, shown: string) => `${shown} ${plural(count, 'element', 'elements')}`,
  dates: (count: number, shown: string) => `${shown} ${plural(count, 'pair of dates', 'pairs of dates')}`,
  nothing: 'Nothing found',
  allAccepted: 'All accepted',
  accepted: (shown: string) => `${shown} accepted`,
  show: 'Show',
  showOf: (name: string) => `Show what “${name}” has found`,
  accept: 'Accept',
  acceptOf: (name: string) => `Accept what “${name}” has found`,
  revoke: 'Take back',
  revokeOf: (name: string) => `Take back what was accepted of “${name}”`,
  acceptedAnnouncement: (name: string) => `Accepted: ${name}.`,
  revokedAnnouncement: (name: string) => `No longer accepted: ${name}.`,
  summary: (left: number, shown: string) =>
    left === 0
      ? 'Nothing left to look at'
      : `${shown} ${plural(left, 'check has', 'checks have')} found something`,
  datesText: (first: string, firstOn: string, second: string, secondOn: string) =>
    `${first} ${firstOn} is after ${second} ${secondOn}`,
  andMore: (shown: string) => `and ${shown} more`,

  /** Names and explanations of the built-in checks. */
  builtIn: {
    quantityZero: { name: 'Quantity zero', text: 'Items of which none is to be made.' },
    quantityBeyond: {
      name: (most: string) => `Quantity over ${most}`,
      text: 'More than is usual: perhaps a slip of the keyboard.',
    },
    noArtwork: { name: 'No artwork', text: 'Items for which the service says that there is no artwork.' },
    lockedWithoutArtwork: {
      name: 'Locked without artwork',
      text: 'Locked, or already in production, with nothing to print.',
    },
    posMissing: { name: 'POS number missing', text: 'Items without a POS number.' },
    posDuplicate: { name: 'Duplicate POS numbers', text: 'One POS number on several items.' },
    posForm: {
      name: (form: string) => `POS number not like ${form}`,
      text: 'POS numbers that do not have the form that you have set.',
    },
    elementWithoutItems: {
      name: 'Element without items',
      text: 'Elements of the campaign to which no item belongs.',
    },
    datesOutOfOrder: {
      name: 'Dates out of order',
      text: 'Dates of the campaign of which one should not come after the other.',
    },
  },
  own: (parts: readonly string[]) => `Own check: ${parts.join(' · ')}`,
  newFromList: {
    needsFilter: 'Add a filter or a search first.',
    needsCampaign: 'Open a campaign first.',
    unsupported: 'A check cannot have a search by pattern or a pasted list.',
  },

  dialog: {
    title: 'Rules of the checks',
    text: 'They hold for every campaign of this connection.',
    maxQuantity: 'Largest usual quantity',
    maxQuantityHint: 'Larger ones are to be looked at. Empty: none.',
    notANumber: 'Give a whole number, or nothing.',
    posForm: 'Form of a POS number',
    posFormHint: '# is a digit, @ a letter, * anything, for example POS-######. Empty: any form.',
    own: 'Checks of your own',
    ownHint: 'Each has conditions, a search by fields such as locked:no qty:>500, or both.',
    name: 'Name',
    search: 'Search by fields',
    nameOf: (number: string) => `Name of check ${number}`,
    check: (number: string) => `Check ${number}`,
    searchOf: (number: string) => `Search of check ${number}`,
    nameMissing: 'Give it a name.',
    searchMissing: 'Add a filter or a search.',
    searchWrong: (reason: string) => `This cannot be searched for: ${reason}.`,
    add: 'Add a check',
    remove: (name: string) => `Remove ${name === '' ? 'this check' : `“${name}”`}`,
  },
} as const
