/**
 * Stores values that do not fit their typed columns, such as a text as status. Stored bodies are decoded
 * again; see ingest/decode-again.ts.
 */
export const VALUES_OF_OTHER_TYPES = `
-- Texts of such values by their columns, as a JSON object; null for nearly all items. See decode-cells.ts.
ALTER TABLE items ADD COLUMN text_values TEXT;
CREATE INDEX items_with_text_values ON items (copy_key) WHERE text_values IS NOT NULL;

-- The same for a campaign's number, status and state.
ALTER TABLE campaigns ADD COLUMN text_values TEXT;
-- For each column, the number of values of other types in the copy in use, as a JSON object; null if none.
ALTER TABLE campaigns ADD COLUMN other_types TEXT;

-- Version of the rules that last decoded the bodies.
CREATE TABLE decoding (version INTEGER NOT NULL) STRICT;
INSERT INTO decoding VALUES (1);
`
