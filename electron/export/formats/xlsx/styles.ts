/** Places in the table of cell styles. */
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

/** So that a moment reads the same in every region. */
const DATE_TIME_FORMAT = 'yyyy\\-mm\\-dd hh:mm'
/**
 * Excel has words for flags whatever their format is; LibreOffice has 0 and 1, but for this, which it writes
 * itself.
 */
const FLAG_FORMAT = '&quot;TRUE&quot;;&quot;TRUE&quot;;&quot;FALSE&quot;'
/** The built-in format `@`: what is entered there stays text, with its zeros. */
const TEXT_FORMAT = 49
const DATE_TIME_ID = 164
const FLAG_ID = 165

/** Bold on a soft ground with a line below. */
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
  /** Its format, font, fill and border. */
  readonly of: string
  /** Attributes of its alignment. */
  readonly alignment?: string
}

/** By their places in {@link STYLES}. */
const CELLS: readonly CellStyle[] = [
  { of: 'numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"' },
  { of: HEADER },
  {
    of: `numFmtId="${String(TEXT_FORMAT)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`,
  },
  {
    of: `numFmtId="${String(DATE_TIME_ID)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`,
  },
  {
    of: `numFmtId="${String(TEXT_FORMAT)}" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"`,
  },
  {
    of: `numFmtId="${String(FLAG_ID)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`,
    alignment: 'horizontal="center"',
  },
  // Over numbers, and before the button of the filter, which would cover it.
  { of: HEADER, alignment: 'horizontal="right" indent="2"' },
  // Without wrapping, a text with line breaks is shown on one line.
  {
    of: `numFmtId="${String(TEXT_FORMAT)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`,
    alignment: 'wrapText="1"',
  },
]

const BEHIND_CELLS = [
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '<dxfs count="0"/>',
  '<tableStyles count="0"/>',
  '</styleSheet>',
].join('')

/**
 * `xl/styles.xml`.
 * @param isCentred what stands in a row is in its middle, as it looks best beside a picture, and not at its
 * foot.
 */
export function stylesXml(isCentred: boolean): string {
  const cells = CELLS.map(({ of, alignment = '' }) => {
    const attributes = [alignment, isCentred ? 'vertical="center"' : ''].join(' ').trim()
    return attributes === '' ? `<xf ${of}/>` : `<xf ${of} applyAlignment="1"><alignment ${attributes}/></xf>`
  })
  return `${BEFORE_CELLS}<cellXfs count="${String(cells.length)}">${cells.join('')}</cellXfs>${BEHIND_CELLS}`
}
