import { expect, it } from 'vitest'
import {
  createExportContent,
  exportedListIdOf,
  type ListRequest,
} from '../../electron/app/export-requests.ts'
import { EMPTY_CAMPAIGN_QUERY } from '../../electron/contract/campaign-query.ts'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { NO_EXTRAS } from '../../electron/contract/export-options.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { runPreflight } from '../../electron/export/preflight/preflight.ts'
import { makeConnection } from '../support/contract-values.ts'
import { temporaryStore } from '../support/store.ts'

const FORM = { format: 'csv', style: MACHINE_STYLE, header: 'labels', rowsBeyond: 'oneFile' } as const

it('the table of campaigns is exported with its query, order and columns', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  await store.addCampaigns([
    { id: 'k1', name: 'Kids Week', items: 260 },
    { id: 'k2', name: 'Summer', items: 900 },
    { id: 'k3', name: 'Black Week', items: 1_400 },
  ])
  const status = (value: number) => new TextEncoder().encode(JSON.stringify({ status: value }))
  await store.storeRecords([
    { campaignId: 'k1', record: { state: 'fetched', bytes: status(2) } },
    { campaignId: 'k3', record: { state: 'fetched', bytes: status(3) } },
  ])
  const labels = {
    itemStatus: [],
    campaignStatus: [{ value: 2, name: 'Live', color: 'green' as const }],
    campaignState: [],
  }
  const campaigns = {
    connectionId: 'c1',
    query: { ...EMPTY_CAMPAIGN_QUERY, search: 'week', sort: [{ key: 'name', direction: -1 }] },
    columns: ['name', 'status', 'downloaded', 'record'],
    suggestedName: 'Campaigns',
    options: { ...FORM, statuses: 'names' },
  } as const
  const application = {
    sessions: { get: () => Promise.resolve({ databaseFile: file, store }) },
    connections: { get: () => Promise.resolve(makeConnection({ labels })) },
  } as unknown as Parameters<typeof createExportContent>[1]
  const previewWith = async (header: 'labels' | 'keys') => {
    const content = await createExportContent(
      { campaigns: { ...campaigns, options: { ...campaigns.options, header } } },
      application,
    )
    return runPreflight(
      { content, preset: 'rfc4180', locale: 'en-GB' },
      { isCancelled: () => false, onPreview: () => undefined },
    )
  }
  const rowsOf = (preview: Awaited<ReturnType<typeof previewWith>>) =>
    preview.firstRows.map((row) => row.map(({ text }) => text))
  const labelled = await previewWith('labels')
  expect(labelled.columns).toEqual(['Name', 'Status', 'Downloaded', 'Details'])
  expect(rowsOf(labelled)).toEqual([
    ['Kids Week', 'Live', 'Not downloaded', 'Fetched'],
    ['Black Week', 'Status 3', 'Not downloaded', 'Fetched'],
  ])
  // Programs get the values.
  const keyed = await previewWith('keys')
  expect(rowsOf(keyed)[0]).toEqual(['Kids Week', 'Live', 'no', 'fetched'])
})

it('an export of the table of campaigns is repeated as such', () => {
  const campaigns: ListRequest = {
    campaigns: {
      connectionId: 'c1',
      query: EMPTY_CAMPAIGN_QUERY,
      columns: ['name'],
      suggestedName: '',
      options: { ...FORM, statuses: 'names' },
    },
  }
  expect(exportedListIdOf(campaigns)).toEqual({ kind: 'campaigns', campaignId: null })
})

it('an export of several campaigns is not repeated as that of one', () => {
  const items = (campaignIds: readonly string[] | null): ListRequest => ({
    items: {
      connectionId: 'c1',
      query: { ...EMPTY_QUERY, campaignIds },
      selection: null,
      title: '',
      suggestedName: '',
      options: { ...FORM, columns: ['itemName'], statuses: 'names', extras: NO_EXTRAS },
    },
  })
  expect(exportedListIdOf(items(['k1']))).toEqual({ kind: 'items', campaignId: 'k1' })
  expect(exportedListIdOf(items(null))).toEqual({ kind: 'items', campaignId: null })
  expect(exportedListIdOf(items(['k1', 'k2']))).toBeNull()
})
