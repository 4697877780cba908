/**
 * Creates the first schema.
 *
 * Items belong to a *copy*, which the code calls a snapshot. A download writes into a separate copy, and the
 * campaign's row names the copy in use. Thus the first download of a campaign is committed without moving
 * rows, and a crash leaves a copy that no campaign uses.
 *
 * Bodies are separate from `items`, so that scanning the items stays fast. Keys are never reused, so that a
 * result with the key of a deleted item finds no row.
 *
 * The index of a copy (`copy_columns`, `copy_texts`) repeats its items by column in the order of the service,
 * so that a reader loads a million items quickly. It is rebuilt if it is missing: a migration may empty it.
 */
export const CAMPAIGNS_AND_ITEMS = `
CREATE TABLE copies (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Null for a discovery, whose items are read but not stored.
  campaign_id TEXT,
  begun_at INTEGER NOT NULL,
  -- Id of the process that created the copy. A copy that no campaign uses is abandoned when this process has
  -- ended.
  process INTEGER NOT NULL,
  -- Items that were staged for the copy have at least this key.
  first_key INTEGER NOT NULL,
  -- Incremented whenever rows of the copy change, so that readers discard their caches.
  revision INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE campaigns (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT,
  reference TEXT,
  short_reference TEXT,
  number REAL,
  status REAL,
  state REAL,
  copy_key INTEGER UNIQUE REFERENCES copies (key),
  copy TEXT NOT NULL DEFAULT 'none' CHECK (copy IN ('none', 'complete', 'incomplete')),
  item_count INTEGER NOT NULL DEFAULT 0,
  expected_count INTEGER,
  incomplete_reason TEXT,
  fetched_at INTEGER,
  newest_updated_at TEXT,
  record_state TEXT NOT NULL DEFAULT 'never' CHECK (record_state IN ('never', 'fetched', 'forbidden', 'missing')),
  record_fetched_at INTEGER,
  CHECK ((copy = 'none') = (copy_key IS NULL))
) STRICT;

CREATE TABLE campaign_bodies (
  campaign_key INTEGER PRIMARY KEY REFERENCES campaigns (key) ON DELETE CASCADE,
  json TEXT NOT NULL
) STRICT;

CREATE TABLE items (
  key INTEGER PRIMARY KEY,
  -- Key of the copy. Not declared as a reference, which would need an index.
  copy_key INTEGER NOT NULL,
  -- Position in the order of the service.
  position INTEGER NOT NULL,
  campaign_item_id TEXT NOT NULL,
  campaign_id TEXT,
  campaign_name TEXT,
  item_id TEXT,
  item_name TEXT,
  pos_number TEXT,
  element_id TEXT,
  element_name TEXT,
  artwork_names TEXT,
  -- The names as a JSON list, only if splitting artwork_names would yield other names.
  artwork_list TEXT,
  workflow_template_name TEXT,
  client_id TEXT,
  status REAL,
  qty REAL,
  is_locked INTEGER,
  has_artwork INTEGER,
  has_allocations INTEGER,
  updated_at TEXT
) STRICT;

-- The items of the copies in use. Filled when a download is committed: ids are in no order, so that adding
-- them with each page would rewrite the index again and again.
CREATE TABLE item_ids (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  campaign_item_id TEXT NOT NULL,
  item_key INTEGER NOT NULL,
  PRIMARY KEY (copy_key, campaign_item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE item_bodies (
  item_key INTEGER PRIMARY KEY REFERENCES items (key) ON DELETE CASCADE,
  json TEXT NOT NULL
) STRICT;

-- The key of the next item.
CREATE TABLE item_keys (next INTEGER NOT NULL) STRICT;
INSERT INTO item_keys VALUES (1);

-- Items that a download found unchanged: they stay in the copy in use, and only their positions are stored.
CREATE TABLE kept_items (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  item_key INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (copy_key, item_key)
) STRICT, WITHOUT ROWID;

-- One value for each item of the copy, packed; see index-columns.ts.
CREATE TABLE copy_columns (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- Bytes of a value.
  width INTEGER NOT NULL,
  data BLOB NOT NULL,
  -- The values of the codes in data, as a JSON list; null if data contains the values.
  dictionary TEXT,
  PRIMARY KEY (copy_key, name)
) STRICT;

-- The searchable texts; each row has those of consecutive items. See text-blocks.ts.
CREATE TABLE copy_texts (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  first INTEGER NOT NULL,
  -- 1 for UTF-16, 0 for Latin-1. Both are decoded much faster than UTF-8.
  wide INTEGER NOT NULL,
  text BLOB NOT NULL,
  ends BLOB NOT NULL,
  irregular TEXT,
  PRIMARY KEY (copy_key, first)
) STRICT;
`
