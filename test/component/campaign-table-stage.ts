import { screen } from '@testing-library/svelte'
import type { ApiInput } from '../../electron/contract/api.ts'
import type { FakeMain } from '../support/fake-main.ts'

/** A query of campaigns. */
export type TableQuery = ApiInput<'campaigns.query'>

/** Returns the table of campaigns, with or without groups. */
export function tableGrid(): HTMLElement {
  return (
    screen.queryByRole('treegrid', { name: 'Campaigns' }) ?? screen.getByRole('grid', { name: 'Campaigns' })
  )
}

/** Returns the rows of the table from top to bottom, with the headers of groups. */
export function tableRows(): readonly HTMLElement[] {
  return [
    ...tableGrid().querySelectorAll<HTMLElement>('.row[aria-rowindex]:not([style*="-10000px"])'),
  ].toSorted((one, other) => Number(one.ariaRowIndex) - Number(other.ariaRowIndex))
}

/** Returns the names of the campaigns and of the groups from top to bottom. */
export function tableNames(): readonly string[] {
  return tableRows().map(
    (row) => row.querySelector('.cell.name, .group-cell .value')?.textContent.trim() ?? '',
  )
}

/** Returns the last query of the table; the values of a column are queried alone. */
export function lastTableQuery(main: FakeMain): TableQuery | undefined {
  return main.calls
    .flatMap(({ name, input }) => (name === 'campaigns.query' ? [input as TableQuery] : []))
    .findLast(({ columns }) => columns.length > 1)
}
