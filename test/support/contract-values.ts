// Values that main returns.
import type { StatisticsTable } from '../../electron/contract/statistics.ts'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import type { ComparisonWindow } from '../../electron/contract/comparison.ts'
import { NO_AUTOMATIC_DOWNLOADS, NO_LABELS, type Connection } from '../../electron/contract/connection.ts'
import type { ExportPreview } from '../../electron/contract/export-preview.ts'
import type { DownloadJob, ExportJob } from '../../electron/contract/jobs.ts'
import type { PictureRun, PictureState } from '../../electron/contract/pictures.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import type { ItemResult } from '../../electron/contract/query.ts'

export const PREFERENCES: Preferences = {
  ...DEFAULT_PREFERENCES,
  lastView: { connectionId: 'c1', campaignId: null, tab: 'items' },
  columns: { order: ['posNumber', 'itemName', 'qty', 'status'], widths: {} },
}

export function makeConnection(changes: Partial<Connection> = {}): Connection {
  return {
    id: 'c1',
    name: 'Print Example',
    kind: 'service',
    baseUrl: 'https://print.example/api',
    createdAt: 0,
    labels: NO_LABELS,
    automatic: NO_AUTOMATIC_DOWNLOADS,
    authority: null,
    clientCertificate: null,
    ...changes,
  }
}

export function makeCampaign(changes: Partial<CampaignSummary> = {}): CampaignSummary {
  return {
    id: 'k1',
    name: 'Summer 2026',
    reference: 'SU-2026-014',
    shortReference: 'SU26',
    number: 14,
    status: 2,
    state: 1,
    copy: 'complete',
    itemCount: 900,
    expectedCount: 900,
    incompleteReason: null,
    fetchedAt: Date.now() - 2 * 3_600_000,
    recordState: 'fetched',
    isUnavailable: false,
    newestUpdatedAt: null,
    unseenChanges: 0,
    ...changes,
  }
}

export function makeDownload(changes: Partial<DownloadJob> = {}): DownloadJob {
  return {
    jobId: 'j1',
    connectionId: 'c1',
    kind: 'campaign',
    campaignId: 'k1',
    campaignName: 'Summer 2026',
    state: 'running',
    mode: 'full',
    phase: 'reading',
    origin: 'person',
    pausedBy: null,
    note: null,
    pages: 4,
    items: 3_400,
    totalItems: 6_000,
    campaignsFound: 0,
    itemsPerSecond: 850,
    secondsLeft: 3,
    recordState: null,
    deletions: null,
    changes: null,
    startedAt: 0,
    endedAt: null,
    error: null,
    ...changes,
  }
}

export function makeExport(changes: Partial<ExportJob> = {}): ExportJob {
  return {
    jobId: 'x1',
    connectionId: 'c1',
    form: 'list',
    typedFormat: null,
    verifiedRows: null,
    parts: null,
    state: 'running',
    fileName: 'Summer 2026.csv',
    rows: 100,
    totalRows: 900,
    bytes: 10_000,
    error: null,
    ...changes,
  }
}

export function makePictures(changes: Partial<PictureState> = {}): PictureState {
  return {
    campaignId: 'k1',
    choice: 'thumbnails',
    forField: false,
    total: 800,
    available: 800,
    bytes: 31_000_000,
    missing: [],
    ...changes,
  }
}

export function makePictureRun(changes: Partial<PictureRun> = {}): PictureRun {
  return {
    jobId: 'p1',
    connectionId: 'c1',
    campaignId: 'k1',
    campaignName: 'Summer 2026',
    state: 'running',
    origin: 'person',
    pausedBy: null,
    pictures: 120,
    totalPictures: 800,
    missing: [],
    error: null,
    ...changes,
  }
}

/** An empty result. */
export const EMPTY_STATISTICS: StatisticsTable = {
  rows: [],
  moreRows: null,
  series: [],
  moreSeries: null,
  count: 0,
  qtySum: 0,
}

export const EMPTY_RESULT: ItemResult = {
  resultId: 1,
  count: 0,
  total: 0,
  qtySum: 0,
  groups: null,
  missing: null,
  missingCount: 0,
}

/** A comparison without items. */
export const EMPTY_COMPARISON: Omit<ComparisonWindow, 'start'> = {
  lines: [],
  count: 0,
  itemCount: 0,
  counts: { different: 0, equal: 0, onlyFirst: 0, onlySecond: 0, notMatched: 0, missing: 0, ambiguous: 0 },
  fields: [],
  totals: { first: 0, second: 0 },
}

/** The preview of an export without findings. */
export const EMPTY_PREVIEW: ExportPreview = {
  rows: 3,
  files: 1,
  checkedRows: 3,
  bytes: 1_234,
  bytesAreExact: true,
  pictures: null,
  missingThumbnails: [],
  columnKeys: ['itemName', 'qty'],
  columns: ['Item', 'Quantity'],
  firstRows: [
    [
      { text: 'Wobbler', kind: 'text', finding: null },
      { text: '12', kind: 'number', finding: null },
    ],
  ],
  rowsWithFindings: [],
  fileLines: null,
  findings: [],
}
