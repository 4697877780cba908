/**
 * Stores values that do not fit their typed columns, such as a status that is a text. They are read from the
 * bodies of stored items too; see ingest/decode-again.ts.
 */
export const VALUES_OF_OTHER_TYPES = `
-- Texts of such values by their columns, as a JSON object; null for nearly all items. See decode-cells.ts.
ALTER TABLE items ADD COLUMN text_values TEXT;
CREATE INDEX items_with_text_values ON items (copy_key) WHERE text_values IS NOT NULL;

-- The same of a campaign's own number, status and state.
ALTER TABLE campaigns ADD COLUMN text_values TEXT;
-- How many values of the copy in use are not of their columns' types, by their columns, as a JSON object; null: none.
ALTER TABLE campaigns ADD COLUMN other_types TEXT;

-- The rules by which columns were last read from bodies.
CREATE TABLE decoding (version INTEGER NOT NULL) STRICT;
INSERT INTO decoding VALUES (1);
`
