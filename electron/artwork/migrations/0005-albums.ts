/**
 * Small pictures that come many at a time stand in one file together, an album: in the database each of their
 * bytes would be written twice, and the disk waited for. `files.album` says in which, `files.start` where in
 * it.
 */
export const ALBUMS = `
CREATE TABLE albums (
  id INTEGER PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT;
ALTER TABLE files ADD COLUMN album INTEGER;
ALTER TABLE files ADD COLUMN start INTEGER;
CREATE INDEX files_by_album ON files (album) WHERE album IS NOT NULL;
`
