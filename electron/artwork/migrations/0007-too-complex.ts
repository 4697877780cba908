/**
 * Pictures that nobody should try to draw again: their estimated cost, or what drawing them took, was too
 * high.
 */
export const TOO_COMPLEX = `
ALTER TABLE thumbnails ADD COLUMN too_complex INTEGER NOT NULL DEFAULT 0;
`
