/** Stores words by kind, so that patterns can search them too. */
export const WORDS_AS_WRITTEN = `
DROP TABLE copy_words;

-- The words of a segment of items, and the items of each word; see word-index.ts.
CREATE TABLE copy_words (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  -- Index of the segment's first item in the copy, and its number of items.
  first INTEGER NOT NULL,
  count INTEGER NOT NULL,
  -- plain: ASCII words; written and folded: other words, each in both forms.
  kind TEXT NOT NULL CHECK (kind IN ('plain', 'written', 'folded')),
  -- The words in UTF-8, one on each line.
  words BLOB NOT NULL,
  -- For each word, the offset of the end of its line.
  word_ends BLOB NOT NULL,
  -- For words of several items, which come first: the offset in places at which their items end.
  place_ends BLOB NOT NULL,
  -- The items of the words, as indexes in the segment.
  places BLOB NOT NULL,
  PRIMARY KEY (copy_key, first, kind)
) STRICT;
`
