/** Stores what the checks have found in each campaign, so that a start does not run them all again. */
export const CAMPAIGN_FINDINGS = `
CREATE TABLE campaign_findings (
  campaign_key INTEGER PRIMARY KEY REFERENCES campaigns (key) ON DELETE CASCADE,
  -- JSON, of the application; see stored-findings.ts.
  findings TEXT NOT NULL
) STRICT;
`
