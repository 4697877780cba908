/**
 * Small pictures stand in the database: a file for each of them costs several times as much to write.
 * `files.body` says where; null: the picture is a separate file.
 */
export const SMALL_PICTURES = `
CREATE TABLE bodies (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;
ALTER TABLE files ADD COLUMN body INTEGER;
CREATE TRIGGER bodies_go_with_their_pictures AFTER DELETE ON files WHEN old.body IS NOT NULL
BEGIN
  DELETE FROM bodies WHERE id = old.body;
END;
`
