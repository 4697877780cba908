import { describe, expect, it } from 'vitest'
import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  fieldOfCampaignColumn,
} from '../../electron/contract/campaign-columns.ts'
import { CAMPAIGN_SEARCH_COLUMNS } from '../../electron/contract/campaign-query.ts'
import { isFieldKey } from '../../electron/contract/fields.ts'
import { campaignColumnLabel } from '../../electron/contract/column-labels.ts'

describe('the columns of campaigns', () => {
  it('have different names and labels', () => {
    const names = CAMPAIGN_SEARCH_COLUMNS.names.map(([name]) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    const labels = CAMPAIGN_COLUMN_KEYS.map(campaignColumnLabel)
    expect(new Set(labels).size).toBe(labels.length)
    for (const label of labels) expect(label).toMatch(/^\p{Lu}/u)
  })

  it('read a field of the record, unless this computer knows the value', () => {
    for (const key of CAMPAIGN_COLUMN_KEYS) {
      const field = fieldOfCampaignColumn(key)
      expect(field === null).toBe(CAMPAIGN_COLUMNS[key].field === null)
      if (field !== null) expect(isFieldKey(field)).toBe(true)
    }
    expect(fieldOfCampaignColumn('owner.email')).toBe('/owner/email')
    expect(fieldOfCampaignColumn('/x/y')).toBe('/x/y')
  })

  it('are found by any name, ignoring case', () => {
    for (const [name, key] of CAMPAIGN_SEARCH_COLUMNS.names)
      expect(CAMPAIGN_SEARCH_COLUMNS.columnOf(name.toUpperCase())).toBe(key)
    expect(CAMPAIGN_SEARCH_COLUMNS.columnOf('posNumber')).toBeNull()
  })
})
