/** Stores the cells of records, which are much shorter, while nothing else is done. */
export const CAMPAIGN_CELLS = `
CREATE TABLE campaign_cells (
  campaign_key INTEGER PRIMARY KEY REFERENCES campaigns (key) ON DELETE CASCADE,
  -- Of the columns; see stored-cells.ts.
  version TEXT NOT NULL,
  -- A JSON list; null if it is too long to be worth storing.
  cells TEXT
) STRICT;
`
