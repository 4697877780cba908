/**
 * Picture files are named by their content: `files` has one row for each, whatever number of addresses it
 * has. `addresses` has for each identity of an address (see identity.ts) its file, or why there is none.
 * `wanted` lists the pictures of a campaign's snapshot that the person has chosen; `lists` records what it
 * was created from.
 */
export const PICTURES = `
CREATE TABLE files (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX files_by_use ON files (used_at);

CREATE TABLE addresses (
  identity TEXT PRIMARY KEY,
  hash TEXT REFERENCES files (hash) ON DELETE CASCADE,
  problem TEXT,
  tried_at INTEGER NOT NULL,
  CHECK ((hash IS NULL) <> (problem IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_by_file ON addresses (hash);

CREATE TABLE wanted (
  campaign_id TEXT NOT NULL,
  identity TEXT NOT NULL,
  address TEXT NOT NULL,
  item_key INTEGER NOT NULL,
  artwork_index INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, identity)
) STRICT, WITHOUT ROWID;
CREATE INDEX wanted_by_identity ON wanted (identity);

CREATE TABLE lists (
  campaign_id TEXT PRIMARY KEY,
  stamp TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
