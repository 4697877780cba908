import { campaigns, items, plural } from './grammar.ts'

/** Notifications about downloads that ended in the background. */
export const NOTIFICATION = {
  complete: 'Download complete',
  incomplete: 'Download incomplete',
  failed: 'Download failed',
  searched: 'Search for campaigns complete',
  searchedIncomplete: 'Search for campaigns incomplete',
  searchFailed: 'Search for campaigns failed',
  several: 'Downloads ended',
  decide: 'Download needs your decision',
  decideOf: (name: string, deleted: string, of: number, shown: string) =>
    `${name}: the service no longer lists ${deleted} of ${items(of, shown)}. The downloaded copy is unchanged.`,
  decideMany: (count: number, shown: string) => `${shown} ${plural(count, 'needs', 'need')} your decision.`,

  itemsOf: (name: string, count: number, shown: string) => `${name}: ${items(count, shown)}.`,
  upToDate: (name: string) => `${name} is up to date.`,
  reasonOf: (name: string, reason: string) => `${name}: ${reason}`,
  found: (count: number, shown: string) => `${campaigns(count, shown)} found.`,
  completeMany: (count: number, shown: string) => `${campaigns(count, shown)} complete.`,
  incompleteMany: (count: number, shown: string) => `${shown} ${plural(count, 'is', 'are')} incomplete.`,
  failedMany: (shown: string) => `${shown} failed.`,
} as const
