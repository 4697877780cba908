/**
 * Pictures that a campaign wanted before a download changed its addresses: kept for looking at both, as long
 * as the changes are.
 */
export const EARLIER = `
CREATE TABLE earlier (
  campaign_id TEXT NOT NULL,
  identity TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, identity)
) STRICT, WITHOUT ROWID;
`
