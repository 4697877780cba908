/**
 * Adds the columns that queries have used, and what is prepared for them, so that the first filter or search
 * by them after a start reads neither rows nor bodies.
 */
export const USED_COLUMNS = `
-- Columns whose texts, codes or ranks are prepared while the writer is idle, the latest last. Rows can be
-- deleted at any time.
CREATE TABLE used_columns (
  -- The key of the column, or the JSON pointer of a field.
  name TEXT NOT NULL,
  -- What is prepared: texts, codes or ranks.
  use TEXT NOT NULL,
  PRIMARY KEY (name, use)
) STRICT;

-- The folded texts of a column of a copy; see folded-texts.ts. Rows can be deleted at any time.
CREATE TABLE kept_texts (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- The revision of the copy.
  revision INTEGER NOT NULL,
  -- A line feed, then each text in UTF-8 followed by a line feed. NULL if it would take too much space.
  texts BLOB,
  -- Four bytes for each item: the offset after its line feed.
  ends BLOB,
  PRIMARY KEY (copy_key, name)
) STRICT;

-- For values of a field by code: eight bytes each, NULL if there are no numbers or no timestamps.
ALTER TABLE kept_codes ADD COLUMN numbers BLOB;
ALTER TABLE kept_codes ADD COLUMN instants BLOB;
`
