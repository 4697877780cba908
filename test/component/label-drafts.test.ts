import { describe, expect, it } from 'vitest'
import { NO_LABELS, type ValueLabels } from '../../electron/contract/connection.ts'
import { LabelDrafts } from '../../renderer/state/label-drafts.svelte.ts'

const STORED: ValueLabels = {
  ...NO_LABELS,
  itemStatus: [
    { value: 1, name: 'Draft', color: 'blue' },
    { value: 12, name: 'Old', color: 'neutral' },
  ],
}
const line = (name: string, value: number | null = null) => ({ value, name, color: null })

describe('drafts of status names', () => {
  it('have every value that occurs, has a name or was pasted', () => {
    const drafts = new LabelDrafts(STORED, NO_LABELS)
    expect(drafts.valuesOf('itemStatus', [3, 1, 0])).toEqual([0, 1, 3, 12])
    drafts.paste('itemStatus', [], [line('Held', 7)])
    drafts.enter('itemStatus', 12, { name: '' })
    expect(drafts.valuesOf('itemStatus', [3, 1, 0])).toEqual([0, 1, 3, 7, 12])
  })

  it('change what differs after trimming', () => {
    const drafts = new LabelDrafts(STORED, NO_LABELS)
    drafts.enter('itemStatus', 1, { name: 'Draft ' })
    expect(drafts.labelOf('itemStatus', 1).name).toBe('Draft ')
    expect(drafts.changes()).toEqual([])
    drafts.enter('itemStatus', 12, { name: ' ' })
    drafts.enter('campaignState', 0, { color: 'red' })
    expect(drafts.changes()).toEqual([
      { field: 'itemStatus', label: { value: 12, name: '', color: 'neutral' } },
      { field: 'campaignState', label: { value: 0, name: '', color: 'red' } },
    ])
  })

  it('take pasted names in the order of the values, and report those left over', () => {
    const drafts = new LabelDrafts(STORED, NO_LABELS)
    const pasted = [line('One'), line(''), line('Twelve'), line('Nowhere')]
    expect(drafts.paste('itemStatus', [1, 3, 12], pasted)).toEqual({ named: 2, omitted: 1 })
    expect(drafts.labelOf('itemStatus', 1)).toEqual({ value: 1, name: 'One', color: 'blue' })
    expect(drafts.labelOf('itemStatus', 3).name).toBe('')
    expect(drafts.labelOf('itemStatus', 12).name).toBe('Twelve')
  })

  it('undo a paste or a reset until something else is entered', () => {
    const drafts = new LabelDrafts(STORED, {
      ...NO_LABELS,
      itemStatus: [{ value: 1, name: 'A', color: 'red' }],
    })
    expect(drafts.canUndo).toBe(false)
    drafts.reset()
    expect(drafts.labelOf('itemStatus', 1)).toEqual({ value: 1, name: 'A', color: 'red' })
    expect(drafts.canReset).toBe(false)
    expect(drafts.canUndo).toBe(true)
    drafts.undo()
    expect(drafts.changes()).toEqual([])
    expect(drafts.canUndo).toBe(false)
    drafts.paste('itemStatus', [1], [line('B')])
    drafts.enter('itemStatus', 1, { color: 'green' })
    expect(drafts.canUndo).toBe(false)
  })
})
