import { mount } from 'svelte'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { PrintedListHead } from '../../electron/contract/printed-list.ts'
import { printedListStrings } from '../../electron/contract/strings/printed-list.ts'
import { mayHavePicture } from '../grid/pictures.ts'
import { ask } from './address.ts'
import ItemList from './ItemList.svelte'
import { foot } from './paper.ts'
import { shrunk } from './pictures.ts'
import { PrintedRows, type PrintedRow } from './printed-rows.svelte.ts'

/** Pixels of a picture's longer side: 240 to the inch at the size in which it is printed. */
const LONGEST_SIDE = 140

/** Draws a list of items. */
export async function printList(head: PrintedListHead): Promise<void> {
  document.title = printedListStrings.name(head.title)
  if (head.way === 'print') document.adoptedStyleSheets = [foot(document.title)]

  const rows = new PrintedRows()
  mount(ItemList, { target: document.body, props: { head, rows } })

  while (rows.count < head.count) {
    const start = rows.count
    const piece: PrintedRow[] = []
    for (const [at, row] of (await ask<readonly ItemRow[]>(`entries/${String(start)}`)).entries()) {
      const isAsked = head.pictures && mayHavePicture(row)
      piece.push({
        row,
        picture: isAsked ? await shrunk(`picture/${String(start + at)}/0`, LONGEST_SIDE) : null,
      })
    }
    await rows.add(piece)
  }
}
