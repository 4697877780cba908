/**
 * Pictures of earlier addresses, which a download changed. They are stored for comparison as long as the
 * changes are.
 */
export const EARLIER = `
CREATE TABLE earlier (
  campaign_id TEXT NOT NULL,
  identity TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, identity)
) STRICT, WITHOUT ROWID;
`
