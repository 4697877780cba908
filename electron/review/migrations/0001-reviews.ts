/**
 * Creates the first schema. Reviews refer to the service's id of the item, so that no download changes them.
 * Each marking is a step that can be undone, with the values before it.
 */
export const REVIEWS = `
CREATE TABLE reviews (
  campaign_item_id TEXT PRIMARY KEY,
  campaign_id TEXT,
  mark TEXT CHECK (mark IN ('ok', 'problem', 'question')),
  marked_at INTEGER,
  note TEXT NOT NULL DEFAULT '',
  -- The item when it was reviewed, as JSON.
  item TEXT NOT NULL,
  CHECK ((mark IS NULL) = (marked_at IS NULL)),
  -- An empty review is deleted.
  CHECK (mark IS NOT NULL OR note <> '')
) STRICT, WITHOUT ROWID;

CREATE INDEX reviews_of_campaigns ON reviews (campaign_id);

CREATE TABLE steps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  taken_at INTEGER NOT NULL
) STRICT;

CREATE TABLE step_marks (
  step_id INTEGER NOT NULL REFERENCES steps (id) ON DELETE CASCADE,
  campaign_item_id TEXT NOT NULL,
  campaign_id TEXT,
  -- Before the step; null: no mark.
  mark TEXT,
  marked_at INTEGER,
  item TEXT NOT NULL,
  PRIMARY KEY (step_id, campaign_item_id)
) STRICT, WITHOUT ROWID;
`
