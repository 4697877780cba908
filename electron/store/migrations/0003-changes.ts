/**
 * Adds a row for each committed download, with its changes of each item by field. `item_marks` contains the
 * unseen changes, one row for each item.
 */
export const CHANGES = `
CREATE TABLE downloads (
  -- Never reused: a later download always has a greater key.
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign_key INTEGER NOT NULL REFERENCES campaigns (key) ON DELETE CASCADE,
  mode TEXT NOT NULL CHECK (mode IN ('full', 'recent')),
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  completed_at INTEGER NOT NULL,
  item_count INTEGER NOT NULL,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  gone INTEGER NOT NULL DEFAULT 0,
  campaign_fields INTEGER NOT NULL DEFAULT 0,
  -- Changes of the campaign's record, in the format of item_changes.fields; null if none.
  campaign_changes TEXT
) STRICT;

CREATE INDEX downloads_of_campaigns ON downloads (campaign_key, key);

CREATE TABLE item_changes (
  key INTEGER PRIMARY KEY,
  download_key INTEGER NOT NULL REFERENCES downloads (key) ON DELETE CASCADE,
  campaign_item_id TEXT NOT NULL,
  -- The item's key in the copy; for a deleted item the key that it had.
  item_key INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'gone')),
  -- For a changed item: a flat JSON list of path, old value and new value of each field. Values are JSON
  -- text.
  fields TEXT,
  -- For a deleted item: its names and its body.
  item_name TEXT,
  pos_number TEXT,
  json TEXT
) STRICT;

CREATE INDEX changes_of_downloads ON item_changes (download_key);
CREATE UNIQUE INDEX changes_of_items ON item_changes (campaign_item_id, download_key);

CREATE TABLE item_marks (
  campaign_key INTEGER NOT NULL REFERENCES campaigns (key) ON DELETE CASCADE,
  campaign_item_id TEXT NOT NULL,
  item_key INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'gone')),
  -- For a changed item: the changed columns, separated by commas.
  columns TEXT NOT NULL,
  -- The first download with an unseen change of the item.
  since INTEGER NOT NULL,
  PRIMARY KEY (campaign_key, campaign_item_id)
) STRICT, WITHOUT ROWID;

-- Without deleted items, because no row shows their changes.
CREATE UNIQUE INDEX marks_of_items ON item_marks (item_key) WHERE kind <> 'gone';

-- Number of rows in item_marks.
ALTER TABLE campaigns ADD COLUMN unseen_changes INTEGER NOT NULL DEFAULT 0;

-- The next download is compared with the existing copies.
INSERT INTO downloads (campaign_key, mode, complete, completed_at, item_count)
  SELECT key, 'full', copy = 'complete', coalesce(fetched_at, 0), item_count FROM campaigns WHERE copy <> 'none';
`
