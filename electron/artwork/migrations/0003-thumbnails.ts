/**
 * Small pictures that were made available, of files that are too costly to be decoded as one; without bytes:
 * none can be made.
 */
export const THUMBNAILS = `
CREATE TABLE thumbnails (
  hash TEXT PRIMARY KEY REFERENCES files (hash) ON DELETE CASCADE,
  bytes BLOB
) STRICT;
`
