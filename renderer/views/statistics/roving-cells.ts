import type { Attachment } from 'svelte/attachments'
import { inlineKey } from '../../components/direction.ts'

/**
 * Lets the arrow keys, Home and End move the focus between the buttons in the rows of a grid, of which the
 * Tab key reaches only one.
 * @param content changes when other rows are shown
 */
export function rovingCells(content: unknown): Attachment<HTMLElement> {
  return (grid) => {
    void content
    const rows = (): readonly (readonly HTMLButtonElement[])[] =>
      [...grid.querySelectorAll('[role="row"], tr')]
        .map((row) => [...row.querySelectorAll<HTMLButtonElement>('button:enabled')])
        .filter((cells) => cells.length > 0)
    const setCurrent = (cell: HTMLButtonElement | undefined): void => {
      for (const each of rows().flat()) each.tabIndex = each === cell ? 0 : -1
    }
    const focus = (event: FocusEvent): void => {
      const cell = rows()
        .flat()
        .find((each) => each === event.target)
      if (cell !== undefined) setCurrent(cell)
    }
    const press = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const cells = rows()
      const rowIndex = cells.findIndex((row) => row.some((cell) => cell === event.target))
      const row = cells[rowIndex]
      if (row === undefined) return
      const index = row.findIndex((cell) => cell === event.target)
      const next = nextCell(cells, row, { rowIndex, index }, inlineKey(event, grid))
      if (next === null) return
      event.preventDefault()
      next.focus()
    }
    const shown = rows().flat()
    setCurrent(shown.find((cell) => cell === document.activeElement) ?? shown[0])
    grid.addEventListener('focusin', focus)
    grid.addEventListener('keydown', press)
    return () => {
      grid.removeEventListener('focusin', focus)
      grid.removeEventListener('keydown', press)
    }
  }
}

/** Returns the cell that a key moves to; null for other keys. */
function nextCell(
  rows: readonly (readonly HTMLButtonElement[])[],
  row: readonly HTMLButtonElement[],
  { rowIndex, index }: { readonly rowIndex: number; readonly index: number },
  key: string,
): HTMLButtonElement | null {
  const inRow = (step: number): HTMLButtonElement | null =>
    row[Math.min(Math.max(index + step, 0), row.length - 1)] ?? null
  const inColumn = (step: number): HTMLButtonElement | null => {
    const target = rows[Math.min(Math.max(rowIndex + step, 0), rows.length - 1)] ?? row
    return target[Math.min(index, target.length - 1)] ?? null
  }
  switch (key) {
    case 'ArrowRight':
      return inRow(1)
    case 'ArrowLeft':
      return inRow(-1)
    case 'ArrowDown':
      return inColumn(1)
    case 'ArrowUp':
      return inColumn(-1)
    case 'Home':
      return row[0] ?? null
    case 'End':
      return row.at(-1) ?? null
    default:
      return null
  }
}
