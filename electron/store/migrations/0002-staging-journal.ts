/**
 * Adds what another process needs to continue a download. A copy has a row in `stagings` until its download
 * is committed. Copies of version 1 have none and cannot be continued.
 */
export const STAGING_JOURNAL = `
CREATE TABLE stagings (
  copy_key INTEGER PRIMARY KEY REFERENCES copies (key) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('full', 'recent', 'discovery')),
  -- The writer that uses it; null if it was released. The id of the writer's process is in copies.
  owner TEXT,
  -- Time of the owner's last activity, because the id of a process may be reused.
  touched_at INTEGER NOT NULL,
  -- The copy in use at the start, and its revision; null without one. kept_items is valid only for this
  -- revision.
  current_copy INTEGER,
  current_revision INTEGER,
  pass INTEGER NOT NULL DEFAULT 1,
  newest_updated_at TEXT,
  campaign_name TEXT
) STRICT;

-- The campaign's record, which may be large; a row of stagings is rewritten with every page.
CREATE TABLE staged_records (
  copy_key INTEGER PRIMARY KEY REFERENCES stagings (copy_key) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('fetched', 'forbidden', 'missing')),
  name TEXT,
  json TEXT,
  CHECK ((json IS NOT NULL) = (state = 'fetched'))
) STRICT;

-- The pages of a download, in order of staging. Written in the transaction that stages the page.
CREATE TABLE journal (
  copy_key INTEGER NOT NULL REFERENCES stagings (copy_key) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  -- The outcome of the page, as JSON.
  entry TEXT NOT NULL,
  -- The ids of the page as a JSON list, for a discovery that does not store items.
  ids TEXT,
  PRIMARY KEY (copy_key, sequence)
) STRICT;

-- Items that the current pass has seen. The first pass has seen all staged items and needs no rows.
CREATE TABLE sightings (
  copy_key INTEGER NOT NULL REFERENCES stagings (copy_key) ON DELETE CASCADE,
  item_key INTEGER NOT NULL,
  PRIMARY KEY (copy_key, item_key)
) STRICT, WITHOUT ROWID;
`
