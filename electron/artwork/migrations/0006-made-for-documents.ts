/**
 * Small pictures were made as WebP before, which documents cannot show: they are made again when they are
 * looked at.
 */
export const MADE_FOR_DOCUMENTS = `
DELETE FROM thumbnails WHERE bytes IS NOT NULL;
`
