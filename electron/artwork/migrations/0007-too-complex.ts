/** Pictures that must not be drawn again, because their estimated or actual cost was too high. */
export const TOO_COMPLEX = `
ALTER TABLE thumbnails ADD COLUMN too_complex INTEGER NOT NULL DEFAULT 0;
`
