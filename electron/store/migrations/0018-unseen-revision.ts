/**
 * Adds a number that identifies the unseen changes of a campaign, because their count can be equal although
 * others are unseen.
 */
export const UNSEEN_REVISION = `
-- Increases when rows of the campaign in item_marks change.
ALTER TABLE campaigns ADD COLUMN unseen_revision INTEGER NOT NULL DEFAULT 0;
`
