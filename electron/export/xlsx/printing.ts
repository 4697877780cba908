/** Comes first in a sheet: it is printed on as many pages side by side as {@link pageSetup} says. */
export const FITS_PAGES = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'

/** Characters that can stand side by side on a page in landscape and still be read. */
const CHARACTERS_ACROSS = 200

/**
 * How a sheet of so many characters is printed (ECMA-376, 18.3.1.62 and after): in landscape, its columns on as few
 * pages side by side as can be read, with its name above and the number of the page below.
 */
export function pageSetup(characters: number): string {
  const across = Math.max(1, Math.ceil(characters / CHARACTERS_ACROSS))
  return (
    '<pageMargins left="0.4" right="0.4" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>' +
    `<pageSetup orientation="landscape" fitToWidth="${String(across)}" fitToHeight="0"/>` +
    '<headerFooter><oddHeader>&amp;L&amp;A</oddHeader><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>'
  )
}
