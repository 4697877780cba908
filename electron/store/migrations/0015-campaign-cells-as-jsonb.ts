/** Stores the cells in the binary form, from which SQLite extracts some without parsing all. */
export const CAMPAIGN_CELLS_AS_JSONB = `
DROP TABLE campaign_cells;
CREATE TABLE campaign_cells (
  campaign_key INTEGER PRIMARY KEY REFERENCES campaigns (key) ON DELETE CASCADE,
  -- Of the columns; see stored-cells.ts.
  version TEXT NOT NULL,
  -- A list as JSONB; null if it is too long to be worth storing.
  cells BLOB
) STRICT;
`
