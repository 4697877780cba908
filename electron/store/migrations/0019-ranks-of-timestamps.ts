/** Deletes the ranks of timestamps, among which empty texts had the rank of the newest one. */
export const RANKS_OF_TIMESTAMPS = `
DELETE FROM kept_ranks WHERE name = 'updatedAt';
`
