/** Why an answer cannot be used, as clauses that fill the sentence of `badAnswer`. */
export const ANSWER_REASONS = {
  notText: 'it is not UTF-8 text',
  notJson: 'it is not JSON',
  notAnObject: 'it is not a JSON object',
  noIds: 'campaignItemIds is not a list',
  noEntities: 'campaignItemEntities is not an object',
  unclear: 'its items cannot be told apart',
} as const

/** Why a search pattern cannot be used, as clauses that fill the sentence of `searchInvalid`. */
export const PATTERN_REASONS = {
  incomplete: 'it is not complete',
  tooLarge: 'it is too large',
} as const

/** Why the cache cannot be opened, as clauses of `cacheUnavailable`. */
export const CACHE_REASONS = {
  noFolder: 'its folder cannot be made',
  cannotOpen: 'the file cannot be opened',
  notAllowed: 'the system does not allow it',
  badDisk: 'the disk did not answer as it should',
  cannotSetAside: 'it is damaged and cannot be given another name',
  noNumbersLeft: 'it has run out of numbers for items',
  stopped: 'the part of Campaign Desk that reads it stopped unexpectedly',
} as const
