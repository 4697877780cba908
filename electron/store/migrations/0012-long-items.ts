/**
 * Names the items whose bodies are long, so that many of them are never read at once. What was stored before
 * is not in the list until its next download.
 */
export const LONG_ITEMS = `
CREATE TABLE long_items (
  item_key INTEGER PRIMARY KEY REFERENCES items (key) ON DELETE CASCADE
) STRICT;
`
