/** Thumbnails used to be WebP, which documents cannot show. They are created again when they are needed. */
export const MADE_FOR_DOCUMENTS = `
DELETE FROM thumbnails WHERE bytes IS NOT NULL;
`
