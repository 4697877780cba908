/** Adds what a step has merged from a review file: notes before and after, and attached photos. */
export const MERGES = `
CREATE TABLE step_merges (
  step_id INTEGER NOT NULL REFERENCES steps (id) ON DELETE CASCADE,
  campaign_item_id TEXT NOT NULL,
  note TEXT NOT NULL,
  merged_note TEXT NOT NULL,
  -- Hashes, as a list in JSON.
  attached TEXT NOT NULL,
  PRIMARY KEY (step_id, campaign_item_id)
) STRICT, WITHOUT ROWID;
`
