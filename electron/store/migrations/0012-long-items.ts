/**
 * Lists items with long bodies, so that many of them are never read together. Items stored earlier are listed
 * after their next download.
 */
export const LONG_ITEMS = `
CREATE TABLE long_items (
  item_key INTEGER PRIMARY KEY REFERENCES items (key) ON DELETE CASCADE
) STRICT;
`
