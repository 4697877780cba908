/**
 * Stores small pictures that arrive in large numbers in one file together, an album: the database would write
 * each of their bytes twice and wait for the disk. `files.album` is the album, `files.start` the offset in
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
