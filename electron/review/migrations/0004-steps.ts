/**
 * Makes every change of a review a step that can be undone and redone. A step contains the values before and
 * after it, so that undoing never overwrites a later change.
 */
export const STEPS = `
ALTER TABLE steps ADD COLUMN kind TEXT NOT NULL DEFAULT 'mark'
  CHECK (kind IN ('mark', 'note', 'addPhotos', 'removePhoto', 'import'));
-- 1: reverting this step redoes something.
ALTER TABLE steps ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;
UPDATE steps SET kind = 'removePhoto' WHERE id IN (SELECT step_id FROM step_photos)
  AND id NOT IN (SELECT step_id FROM step_marks);
UPDATE steps SET kind = 'import' WHERE id IN (SELECT step_id FROM step_merges);

-- The values after a step of an earlier version are unknown.
ALTER TABLE step_marks ADD COLUMN after_known INTEGER NOT NULL DEFAULT 0;
ALTER TABLE step_marks ADD COLUMN mark_after TEXT;
ALTER TABLE step_marks ADD COLUMN marked_at_after INTEGER;

CREATE TABLE step_notes (
  step_id INTEGER NOT NULL REFERENCES steps (id) ON DELETE CASCADE,
  campaign_item_id TEXT NOT NULL,
  campaign_id TEXT,
  item TEXT NOT NULL,
  note TEXT NOT NULL,
  note_after TEXT NOT NULL,
  PRIMARY KEY (step_id, campaign_item_id)
) STRICT, WITHOUT ROWID;

INSERT INTO step_notes
  SELECT step_id, campaign_item_id, campaign_id, item, step_merges.note, merged_note
    FROM step_merges JOIN step_marks USING (step_id, campaign_item_id);

-- Photos that a step attached.
CREATE TABLE step_attached (
  step_id INTEGER NOT NULL REFERENCES steps (id) ON DELETE CASCADE,
  campaign_item_id TEXT NOT NULL,
  hash TEXT NOT NULL REFERENCES photos (hash),
  PRIMARY KEY (step_id, campaign_item_id, hash)
) STRICT, WITHOUT ROWID;

INSERT INTO step_attached
  SELECT step_id, campaign_item_id, value FROM step_merges, json_each(attached)
    WHERE value IN (SELECT hash FROM photos);

CREATE INDEX step_attached_by_hash ON step_attached (hash);

DROP TABLE step_merges;
`
