/** Indexes in the table of cell styles. */
export const STYLES = {
  plain: 0,
  header: 1,
  text: 2,
  dateTime: 3,
  link: 4,
  flag: 5,
  numberHeader: 6,
  lines: 7,
} as const

/** Shows times alike in every region. */
const DATE_TIME_FORMAT = 'yyyy\\-mm\\-dd hh:mm'
/** LibreOffice shows flags as 0 and 1 without this format, which it writes itself. */
const FLAG_FORMAT = '&quot;TRUE&quot;;&quot;TRUE&quot;;&quot;FALSE&quot;'
/** The built-in format `@`, which keeps entries as text. */
const TEXT_FORMAT = 49
const DATE_TIME_ID = 164
const FLAG_ID = 165

/** Bold on a light background with a line below. */
const HEADER =
  'numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1"'

const BEFORE_CELLS = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  '<numFmts count="2">',
  `<numFmt numFmtId="${String(DATE_TIME_ID)}" formatCode="${DATE_TIME_FORMAT}"/>`,
  `<numFmt numFmtId="${String(FLAG_ID)}" formatCode="${FLAG_FORMAT}"/>`,
  '</numFmts>',
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
].join('')

interface CellStyle {
  /** Attributes for number format, font, fill and border. */
  readonly format: string
  /** Attributes for alignment. */
  readonly alignment?: string
}

/** In the order of {@link STYLES}. */
const CELLS: readonly CellStyle[] = [
  { format: 'numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"' },
  { format: HEADER },
  {
    format: `numFmtId="${String(TEXT_FORMAT)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`,
  },
  {
    format: `numFmtId="${String(DATE_TIME_ID)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`,
  },
  {
    format: `numFmtId="${String(TEXT_FORMAT)}" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"`,
  },
  {
    format: `numFmtId="${String(FLAG_ID)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`,
    alignment: 'horizontal="center"',
  },
  // Aligned with numbers, but not below the filter button.
  { format: HEADER, alignment: 'horizontal="right" indent="2"' },
  // Without wrapping, a text with line breaks is shown on one line.
  {
    format: `numFmtId="${String(TEXT_FORMAT)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`,
    alignment: 'wrapText="1"',
  },
]

const AFTER_CELLS = [
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '<dxfs count="0"/>',
  '<tableStyles count="0"/>',
  '</styleSheet>',
].join('')

/**
 * Returns `xl/styles.xml`.
 * @param isCentered whether cells are centered vertically, as beside pictures
 */
export function stylesXml(isCentered: boolean): string {
  const cells = CELLS.map(({ format, alignment = '' }) => {
    const attributes = [alignment, isCentered ? 'vertical="center"' : ''].join(' ').trim()
    return attributes === ''
      ? `<xf ${format}/>`
      : `<xf ${format} applyAlignment="1"><alignment ${attributes}/></xf>`
  })
  return `${BEFORE_CELLS}<cellXfs count="${String(cells.length)}">${cells.join('')}</cellXfs>${AFTER_CELLS}`
}
