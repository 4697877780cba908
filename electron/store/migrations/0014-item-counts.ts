/** Stores what is counted of the items of snapshots, while nothing else is done. */
export const ITEM_COUNTS = `
CREATE TABLE item_counts (
  copy_key INTEGER PRIMARY KEY REFERENCES copies (key) ON DELETE CASCADE,
  -- Of the snapshot when its items were counted.
  revision INTEGER NOT NULL,
  -- Null if the sum is not a number, as of opposite infinite quantities.
  quantity REAL,
  with_artwork INTEGER NOT NULL,
  locked INTEGER NOT NULL
) STRICT;
`
