/** Stores the items of a discovery until their campaigns are downloaded. */
export const DISCOVERED_ITEMS = `
-- The discoveries that store items.
CREATE TABLE discoveries (
  copy_key INTEGER PRIMARY KEY REFERENCES stagings (copy_key) ON DELETE CASCADE,
  -- Newest updatedAt on the first page, in milliseconds since 1970; null until the whole list was read.
  mark INTEGER
) STRICT;

CREATE TABLE discovered_items (
  -- In the order of the service.
  key INTEGER PRIMARY KEY,
  copy_key INTEGER NOT NULL REFERENCES discoveries (copy_key) ON DELETE CASCADE,
  -- Null if the item has no campaign.
  campaign_id TEXT,
  campaign_item_id TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;

CREATE INDEX items_of_discoveries ON discovered_items (copy_key, campaign_id);
`
