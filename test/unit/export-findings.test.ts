import { describe, expect, it } from 'vitest'
import { MAX_FINDING_EXAMPLES } from '../../electron/contract/export-preview.ts'
import { Findings } from '../../electron/export/preflight/findings.ts'

describe('the findings of a preflight', () => {
  it('have the first cells as examples, also with equal texts', () => {
    const findings = new Findings()
    const rows = [97, 214, 239, 240, 241, 242, 243]
    const areExamples = rows.map((row) =>
      findings.record('date', '1/2', '1 Feb', () => ({
        row,
        posNumber: null,
        itemName: null,
        column: 'Item',
      })),
    )
    expect(areExamples).toEqual(rows.map((_, index) => index < MAX_FINDING_EXAMPLES))
    const [finding] = findings.list(() => [])
    expect(finding?.count).toBe(rows.length)
    expect(finding?.examples.map(({ row }) => row)).toEqual(rows.slice(0, MAX_FINDING_EXAMPLES))
  })
})
