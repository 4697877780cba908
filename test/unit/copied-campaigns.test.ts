import { expect, it } from 'vitest'
import { copiedCampaigns } from '../../electron/app/copied-campaigns.ts'
import { NO_LABELS } from '../../electron/contract/connection.ts'

it('copies campaigns in full, in their order, and without values that run as formulas', async () => {
  const columns = ['name', 'status', 'brand', 'isLocked', 'notes'] as const
  const long = 'n'.repeat(5_000)
  const session = {
    store: {
      queryCampaigns: () =>
        Promise.resolve({
          rows: [
            { id: 'k1', cells: ['=HYPERLINK("https://a.example")', 2, ['One', 'Two'], true, long] },
            { id: 'k2', cells: ['00123', 7, null, false, 'a\tb'] },
          ],
          total: 2,
        }),
    },
  } as unknown as Parameters<typeof copiedCampaigns>[0]
  const labels = { ...NO_LABELS, campaignStatus: [{ value: 2, name: 'Active', color: 'green' as const }] }
  const context = { dates: [], now: 0 }
  const { text, html, rows } = await copiedCampaigns(
    session,
    ['k2', 'gone', 'k1'],
    columns,
    labels,
    'slot',
    context,
  )
  expect(rows).toBe(2)
  expect(text.trimEnd().split('\r\n')).toEqual([
    'Name\tStatus\tBrand\tLocked\tNotes',
    '00123\tStatus 7\t\tno\t"a\tb"',
    `"'=HYPERLINK(""https://a.example"")"\tActive\tOne; Two\tyes\t${long}`,
  ])
  expect(html).toContain('00123')
})
