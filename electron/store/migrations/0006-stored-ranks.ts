/** Adds the ranks of all items of a scope, so that the first sort after a start does not compare texts. */
export const STORED_RANKS = `
-- For each item of a scope, its rank in the order of a column; see stored-ranks.ts. Rows can be deleted at
-- any time.
CREATE TABLE kept_ranks (
  -- The key of the column in the contract.
  name TEXT NOT NULL,
  -- The copies of the scope in order, with their revisions.
  signature TEXT NOT NULL,
  -- Number of distinct ranks.
  count INTEGER NOT NULL,
  -- Four bytes for each item, in the order of the scope.
  ranks BLOB NOT NULL,
  PRIMARY KEY (name, signature)
) STRICT;
`
