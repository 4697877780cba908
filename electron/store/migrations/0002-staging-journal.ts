/**
 * Adds what another process needs to continue a download. A copy has a row in `stagings` until its download
 * is committed. Copies of version 1 have none and cannot be continued.
 */
export const STAGING_JOURNAL = `
CREATE TABLE stagings (
  copy_key INTEGER PRIMARY KEY REFERENCES copies (key) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('full', 'recent', 'discovery')),
  -- The writer that has it; null when it was released. The process of the writer is in copies.
  owner TEXT,
  -- When the owner last did something with it: the number of a process may belong to another one by now.
  touched_at INTEGER NOT NULL,
  -- The copy in use when it began, and its revision; null without one. What was kept of it is only true of these.
  current_copy INTEGER,
  current_revision INTEGER,
  pass INTEGER NOT NULL DEFAULT 1,
  newest_updated_at TEXT,
  campaign_name TEXT
) STRICT;

-- The campaign's own record, apart because it can be large and the row above is written with every page.
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
  -- What the page turned out to hold, as JSON.
  entry TEXT NOT NULL,
  -- The ids of the page as a JSON list, where the items themselves are not kept (a discovery).
  ids TEXT,
  PRIMARY KEY (copy_key, sequence)
) STRICT;

-- Items that the pass under way has seen, by the rows that stand for them. The first pass has seen all that is
-- staged and needs no list.
CREATE TABLE sightings (
  copy_key INTEGER NOT NULL REFERENCES stagings (copy_key) ON DELETE CASCADE,
  item_key INTEGER NOT NULL,
  PRIMARY KEY (copy_key, item_key)
) STRICT, WITHOUT ROWID;
`
