import { isFieldKey } from '../../electron/contract/fields.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { holdsNumber, tailStart, type CellText } from './cell-text.ts'
import type { PlacedColumn } from './column-layout.ts'
import { nameParts, runsRightToLeft, type NameParts } from './name-parts.ts'
import { divideAtHits, NO_HITS, type DividedText, type HitFinder, type Hits } from './search-hits.ts'

/** A part of the text of a cell, in a separate element if it has a class. */
interface TextPart extends DividedText {
  readonly className: string | null
}

/** What a cell shows of its row. */
export interface CellContent {
  readonly parts: readonly TextPart[]
  /** Name for assistive technology, if the parts of the text would be read as several words. */
  readonly label: string | undefined
  /** The value of a flag; null in other columns and for an absent value. */
  readonly flag: boolean | null
  readonly isNumber: boolean
}

/** What the cells of all rows are formatted with. */
export interface CellFormat {
  readonly text: CellText
  /** Words with which most names begin. */
  readonly sharedWords: string
  /** Finds the hits of the search; null without a search. */
  readonly finder: HitFinder | null
}

/** Returns what the cell of a column shows of a row; nothing without a row. */
export function cellContent(row: ItemRow | null, column: PlacedColumn, format: CellFormat): CellContent {
  const { key, style } = column
  const isNumber = style === 'number' || (row !== null && holdsNumber(row, key))
  if (row === null) return { parts: [], label: undefined, flag: null, isNumber }
  const value = format.text.of(row, key)
  const parts = textParts(value, row, column, format)
  const label = style === 'code' && parts.length > 1 ? value : undefined
  const flag = style === 'mark' && !isFieldKey(key) && typeof row[key] === 'boolean' ? row[key] : null
  return { parts, label, flag, isNumber }
}

function textParts(
  value: string,
  row: ItemRow,
  { key, style }: PlacedColumn,
  { text, sharedWords, finder }: CellFormat,
): readonly TextPart[] {
  const hits = finder === null || style === 'mark' || isFieldKey(key) ? NO_HITS : finder(value, key)
  return divideText(value, style, hits, {
    name: () => nameParts(value, row.elementName, sharedWords),
    tail: () => (isFieldKey(key) ? value.length : tailStart(value, key)),
    time: () => text.timeStart(value),
  })
}

/** Where the texts of some styles are divided, as offsets. */
interface Divisions {
  readonly name: () => NameParts
  /** Where the beginning of a name is cut before its end; without it, the style sheet cuts it. */
  readonly cut?: (end: number) => number
  /** The end of a code, which is never cut. */
  readonly tail: () => number
  readonly time: () => number
}

/** Divides the text of a cell where its style needs it, and at the hits of the search. */
export function divideText(
  value: string,
  style: PlacedColumn['style'],
  hits: Hits,
  divisions: Divisions,
): readonly TextPart[] {
  const part = (className: string, begin: number, end: number): TextPart[] =>
    begin < end ? [{ className, ...divideAtHits(value, hits, begin, end) }] : []
  switch (style) {
    case 'name': {
      const { shared, start, middle } = divisions.name()
      const cut = start === middle ? (divisions.cut?.(start) ?? start) : start
      return [
        ...part('name-shared', 0, shared),
        ...part(runsRightToLeft(value) ? 'name-start right-to-left' : 'name-start', shared, cut),
        ...part('name-cut', cut, start),
        ...part('name-middle', start, middle),
        ...part('name-end', middle, value.length),
      ]
    }
    case 'code': {
      const tail = divisions.tail()
      return [...part('head', 0, tail), ...part('tail', tail, value.length)]
    }
    case 'dateTime': {
      const time = divisions.time()
      return [...part('date', 0, time), ...part('time', time, value.length)]
    }
    case 'status':
    case 'component':
      // Drawn by a component.
      return []
    case 'field':
    case 'mark':
    case 'number':
    case 'text':
      return [{ className: null, ...divideAtHits(value, hits) }]
  }
}

/**
 * Shows the parts of a text in an element that contains nothing else. The elements and texts of the previous
 * row are reused: a list draws hundreds of cells for each key of a search.
 */
export function drawText(target: Element, parts: readonly TextPart[]): void {
  if (parts.length === 1 && parts[0]?.className === null) {
    drawPart(target, parts[0])
    return
  }
  while (target.childNodes.length > parts.length) target.lastChild?.remove()
  for (const [index, part] of parts.entries()) {
    const shown = target.childNodes[index]
    const element =
      shown instanceof HTMLElement && shown.localName === 'span' ? shown : document.createElement('span')
    const className = part.className ?? ''
    if (element.className !== className) element.className = className
    drawPart(element, part)
    if (shown === undefined) target.append(element)
    else if (shown !== element) shown.replaceWith(element)
  }
}

/** Shows one part in an element, with its hits highlighted. */
function drawPart(target: Element, { hits, rest }: DividedText): void {
  const [only] = target.childNodes
  if (hits.length === 0 && only instanceof Text && only.nextSibling === null) {
    if (only.data !== rest) only.data = rest
    return
  }
  target.replaceChildren(
    ...hits.flatMap(({ before, hit }) => {
      const mark = document.createElement('mark')
      mark.textContent = hit
      return [before, mark]
    }),
    rest,
  )
}
