import { expect, it } from 'vitest'
import { copiedItems } from '../../electron/app/copied-items.ts'
import type { Store } from '../../electron/store/operations.ts'
import { makeRow } from '../component/fake-items-main.ts'

it('copies the same words and times as text as in the table', async () => {
  const row = makeRow(0, { status: 1, isLocked: false, updatedAt: '2026-05-04T10:20:00.000Z' })
  const store = { readWindow: () => Promise.resolve({ rows: [row] }) } as unknown as Store
  const columns = ['posNumber', 'status', 'isLocked', 'updatedAt'] as const
  const copied = await copiedItems(store, 1, [[0, 0]], columns, [
    { value: 1, name: 'Draft', color: 'neutral' },
  ])
  const values = copied.text.split('\r\n')[1]?.split('\t') ?? []
  expect(values.slice(0, 3)).toEqual(['000000000000', 'Draft', 'no'])
  expect(values[3]).toMatch(/^2026-05-0\d \d\d:\d\d:\d\d$/u)
  const cells = [...(copied.html ?? '').matchAll(/<td[^>]*>(?<text>[^<]*)<\/td>/gu)]
  expect(cells.map(({ groups }) => groups?.['text']?.replace('No', 'no'))).toEqual(values)
})
