/** Places in the table of cell styles. */
export const STYLES = { plain: 0, header: 1, text: 2, dateTime: 3, link: 4 } as const

/** So that a moment reads the same in every region. */
const DATE_TIME_FORMAT = 'yyyy\\-mm\\-dd hh:mm'
/** The built-in format `@`: what is entered there stays text, with its zeros. */
const TEXT_FORMAT = 49
const FIRST_OWN_FORMAT = 164

/** `xl/styles.xml`. */
export const STYLES_XML = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  `<numFmts count="1"><numFmt numFmtId="${String(FIRST_OWN_FORMAT)}" formatCode="${DATE_TIME_FORMAT}"/></numFmts>`,
  '<fonts count="3">',
  '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/></font>',
  '</fonts>',
  '<fills count="3">',
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEDF0F4"/><bgColor indexed="64"/></patternFill></fill>',
  '</fills>',
  '<borders count="2">',
  '<border><left/><right/><top/><bottom/><diagonal/></border>',
  '<border><left/><right/><top/><bottom style="thin"><color rgb="FF9AA3AF"/></bottom><diagonal/></border>',
  '</borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="5">',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1"/>',
  `<xf numFmtId="${String(TEXT_FORMAT)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  `<xf numFmtId="${String(FIRST_OWN_FORMAT)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  `<xf numFmtId="${String(TEXT_FORMAT)}" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  '</cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '<dxfs count="0"/>',
  '<tableStyles count="0"/>',
  '</styleSheet>',
].join('')
