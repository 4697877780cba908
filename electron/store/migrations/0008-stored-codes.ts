/**
 * Adds equal codes for equal texts of a scope, so that the first filter after a start does not read texts.
 */
export const STORED_CODES = `
-- For each item of a scope, a code of its text in a column; see text-codes.ts. Rows can be deleted at any
-- time.
CREATE TABLE kept_codes (
  -- The key of the column in the contract.
  name TEXT NOT NULL,
  -- The copies of the scope in order, with their revisions.
  signature TEXT NOT NULL,
  -- Four bytes for each item, in the order of the scope.
  codes BLOB NOT NULL,
  -- Four bytes for each text, in the order of the codes: the index of its first item, and both halves of its
  -- fingerprint.
  firsts BLOB NOT NULL,
  low BLOB NOT NULL,
  high BLOB NOT NULL,
  PRIMARY KEY (name, signature)
) STRICT;
`
