/**
 * Splits the columns of an index into segments, so that memory does not grow with the number of items. The
 * indexes are rebuilt.
 */
export const COLUMNS_IN_SEGMENTS = `
DROP TABLE copy_columns;

-- One value for each item of a segment of the copy, packed; see index-columns.ts.
CREATE TABLE copy_columns (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- Index of the segment's first item in the copy.
  first INTEGER NOT NULL,
  -- Bytes of a value in this segment.
  width INTEGER NOT NULL,
  data BLOB NOT NULL,
  -- The values of codes that no earlier segment has, as a JSON list; null if data contains the values.
  dictionary TEXT,
  PRIMARY KEY (copy_key, name, first)
) STRICT;
`
