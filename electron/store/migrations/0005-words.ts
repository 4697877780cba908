/**
 * Adds the words of a copy, so that a search for words reads no texts. They are indexed while the writer is
 * idle.
 */
export const WORDS = `
-- The words of a segment of items, and the items of each word; see word-index.ts.
CREATE TABLE copy_words (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  -- Index of the segment's first item in the copy, and its number of items.
  first INTEGER NOT NULL,
  count INTEGER NOT NULL,
  -- The words in UTF-8, one on each line.
  words BLOB NOT NULL,
  -- For each word, the offset of the end of its line.
  word_ends BLOB NOT NULL,
  -- For words of several items, which come first: the offset in places at which their items end.
  place_ends BLOB NOT NULL,
  -- The items of the words, as indexes in the segment.
  places BLOB NOT NULL,
  PRIMARY KEY (copy_key, first)
) STRICT;
`
