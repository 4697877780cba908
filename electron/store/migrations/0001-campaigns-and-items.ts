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
  -- Null: a discovery, whose items are looked through but not kept.
  campaign_id TEXT,
  begun_at INTEGER NOT NULL,
  -- Process that made it. A copy that no campaign uses is abandoned only when that process has ended.
  process INTEGER NOT NULL,
  -- The items that were staged for the copy have this key or a greater one.
  first_key INTEGER NOT NULL,
  -- Counts up whenever rows of the copy change, so that a reader knows what it holds in memory is of yesterday.
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
  -- A number of copies. Not declared as a reference: that would want an index.
  copy_key INTEGER NOT NULL,
  -- Place in the order in which the service listed the items.
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
  -- The names as a JSON list, where the joined ones cannot be taken apart again.
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

-- The items of the copies in use. An index that grew with every page of a download would be written over and over,
-- because ids come in no order; this is filled once, when the download is committed.
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

-- The key that the next item gets.
CREATE TABLE item_keys (next INTEGER NOT NULL) STRICT;
INSERT INTO item_keys VALUES (1);

-- Items that a running download found unchanged: they stay in the copy in use, and only their place is noted.
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
  -- Bytes that a value takes.
  width INTEGER NOT NULL,
  data BLOB NOT NULL,
  -- The values that the codes in data stand for, as a JSON list; null where data holds the values themselves.
  dictionary TEXT,
  PRIMARY KEY (copy_key, name)
) STRICT;

-- The texts that can be searched, a stretch of items a row; see search-scan.ts.
CREATE TABLE copy_texts (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  first INTEGER NOT NULL,
  -- 1: two bytes a character (UTF-16), 0: one (Latin-1). Both become a string much faster than UTF-8 does.
  wide INTEGER NOT NULL,
  text BLOB NOT NULL,
  ends BLOB NOT NULL,
  irregular TEXT,
  PRIMARY KEY (copy_key, first)
) STRICT;
`
