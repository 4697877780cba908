/**
 * Stores small pictures in the database: a separate file for each takes several times as long to write.
 * `files.body` refers to them; null: the picture is a separate file.
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
