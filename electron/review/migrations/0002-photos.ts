/**
 * Adds photos of items. Their files are named by hash, in the folder `photos` next to the database; unknown
 * files are never changed. An item may have only photos, which the first schema did not allow.
 */
export const PHOTOS = `
CREATE TABLE reviews_with_photos (
  campaign_item_id TEXT PRIMARY KEY,
  campaign_id TEXT,
  mark TEXT CHECK (mark IN ('ok', 'problem', 'question')),
  marked_at INTEGER,
  note TEXT NOT NULL DEFAULT '',
  -- The item when it was reviewed, as JSON.
  item TEXT NOT NULL,
  CHECK ((mark IS NULL) = (marked_at IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO reviews_with_photos SELECT campaign_item_id, campaign_id, mark, marked_at, note, item FROM reviews;
DROP TABLE reviews;
ALTER TABLE reviews_with_photos RENAME TO reviews;

CREATE INDEX reviews_of_campaigns ON reviews (campaign_id);

CREATE TABLE photos (
  -- SHA-256 of the bytes.
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('jpeg', 'png', 'webp')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE review_photos (
  campaign_item_id TEXT NOT NULL REFERENCES reviews (campaign_item_id) ON DELETE CASCADE,
  hash TEXT NOT NULL REFERENCES photos (hash),
  position INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (campaign_item_id, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX review_photos_by_hash ON review_photos (hash);

-- Photos that a step removed.
CREATE TABLE step_photos (
  step_id INTEGER NOT NULL REFERENCES steps (id) ON DELETE CASCADE,
  campaign_item_id TEXT NOT NULL,
  campaign_id TEXT,
  item TEXT NOT NULL,
  hash TEXT NOT NULL REFERENCES photos (hash),
  position INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (step_id, campaign_item_id, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX step_photos_by_hash ON step_photos (hash);
`
