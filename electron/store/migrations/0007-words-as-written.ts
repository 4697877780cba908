/** Stores words by kind, so that patterns can search them too. */
export const WORDS_AS_WRITTEN = `
DROP TABLE copy_words;

-- The words of a stretch of items and where they stand; see word-index.ts.
CREATE TABLE copy_words (
  copy_key INTEGER NOT NULL REFERENCES copies (key) ON DELETE CASCADE,
  -- Place of the stretch's first item in the copy, and how many items it has.
  first INTEGER NOT NULL,
  count INTEGER NOT NULL,
  -- Those of ASCII alone; the others as they are written; the others as they are folded.
  kind TEXT NOT NULL CHECK (kind IN ('plain', 'written', 'folded')),
  -- The words in UTF-8, a line each.
  words BLOB NOT NULL,
  -- For each word where its line ends.
  word_ends BLOB NOT NULL,
  -- For the words that come first, which several items have, where their places end.
  place_ends BLOB NOT NULL,
  places BLOB NOT NULL,
  PRIMARY KEY (copy_key, first, kind)
) STRICT;
`
