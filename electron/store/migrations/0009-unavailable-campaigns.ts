/**
 * Distinguishes a campaign that the service no longer lists from one whose record alone was refused. Earlier
 * versions showed both as unavailable.
 */
export const UNAVAILABLE_CAMPAIGNS = `
ALTER TABLE campaigns ADD COLUMN unavailable INTEGER NOT NULL DEFAULT 0 CHECK (unavailable IN (0, 1));
UPDATE campaigns SET unavailable = 1 WHERE record_state = 'missing';
`
