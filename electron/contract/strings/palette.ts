import { plural } from './grammar.ts'

/** Strings of the command palette. */
export const paletteStrings = {
  title: 'Command palette',
  placeholder: 'Search items, campaigns, views, settings and commands',
  groups: {
    campaigns: 'Campaigns',
    items: 'Items',
    places: 'Views and recent',
    settings: 'Settings',
    commands: 'Commands',
  },
  more: {
    campaigns: (count: number, shown: string) => `${shown} more ${plural(count, 'campaign', 'campaigns')}`,
    items: (count: number, shown: string) => `${shown} more ${plural(count, 'item', 'items')}`,
    places: (_count: number, shown: string) => `${shown} more`,
    settings: (count: number, shown: string) => `${shown} more ${plural(count, 'setting', 'settings')}`,
    commands: (count: number, shown: string) => `${shown} more ${plural(count, 'command', 'commands')}`,
  },
  allCampaigns: 'All campaigns',
  /** The campaigns in which items are searched. */
  scopeLabel: 'Items of:',
  scope: (name: string) => `Items of: ${name}`,
  scopeHint: 'Tab switches between the items of all campaigns and of the open one.',
  searching: 'Searching items…',
  nothing: (words: string) => `Nothing matches “${words}”.`,
  typePosNumber: 'Type a part of a POS number.',
  typeCampaign: 'No campaigns yet.',
  /** Announced when the results of a text are complete. */
  results: (count: number, shown: string) => `${shown} ${plural(count, 'result', 'results')}`,
  view: 'View',
  recentSearch: (words: string) => `Search “${words}”`,
  searchNote: 'Recent search',
  place: (campaign: string, tab: string) => `${campaign} › ${tab}`,
  /** Where Back and Forward lead. */
  destination: (name: string) => `To ${name}`,
  downloading: 'downloading',
  switchTo: (name: string) => `Switch to ${name}`,
  keys: { tab: 'Tab', enter: 'Enter' },
  footer: {
    select: 'Select',
    open: 'Open',
    commands: 'Commands',
    campaigns: 'Campaigns',
    posNumbers: 'POS numbers',
  },
} as const
