/**
 * Splits the columns of an index into segments, so that memory does not grow with the number of items. The
 * indexes are rebuilt.
 */
export const COLUMNS_IN_SEGMENTS = `
DROP TABLE copy_columns;

-- One value for each item of a stretch of the copy, packed; see index-columns.ts.
CREATE TABLE copy_columns (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- Place of the stretch's first item in the copy.
  first INTEGER NOT NULL,
  -- Bytes that a value takes in this stretch.
  width INTEGER NOT NULL,
  data BLOB NOT NULL,
  -- The values that codes stand for and that earlier stretches did not have, as a JSON list; null where data holds
  -- the values themselves.
  dictionary TEXT,
  PRIMARY KEY (copy_key, name, first)
) STRICT;
`
