import * as v from 'valibot'
import {
  campaignIdSchema,
  jobIdSchema,
  naturalNumber,
  type ReadonlyOutput,
} from '../contract/base-schemas.ts'
import { DETAILS_RESULTS } from '../contract/campaign.ts'
import { isFaultCode } from '../contract/fault-message.ts'
import type { FaultCode } from '../contract/faults.ts'
import { DOWNLOAD_MODES, JOB_KINDS } from '../contract/jobs.ts'

const modeSchema = v.picklist(DOWNLOAD_MODES)
const identityEntries = {
  jobId: jobIdSchema,
  /** Null unless it downloads a campaign. */
  campaignId: v.nullable(campaignIdSchema),
  campaignName: v.nullable(v.string()),
  mode: modeSchema,
}

/** An unfinished download or fetch of details, or pictures of a campaign, in a queue on disk. */
export const storedDownloadSchema = v.object({
  ...identityEntries,
  /** Absent in files of earlier versions, for which the campaign decides. */
  kind: v.exactOptional(v.picklist(JOB_KINDS)),
  /** Paused by the person. */
  held: v.boolean(),
  /** How the campaigns that a discovery finds are downloaded; null if they are not. */
  thenDownload: v.optional(v.nullable(modeSchema), null),
  /** Deletions that need a decision; null if there are none. */
  deletions: v.optional(
    v.nullable(v.object({ deleted: naturalNumber, of: naturalNumber, examples: v.array(v.string()) })),
    null,
  ),
  /** Number of deletions that the person has accepted. */
  acceptedDeletions: v.optional(naturalNumber, 0),
  /** Absent unless it fetches details. */
  details: v.exactOptional(
    v.object({
      /** Campaigns whose details have not been fetched. */
      campaignIds: v.array(campaignIdSchema),
      /** Number of campaigns by their results so far. */
      counts: v.exactOptional(v.object(v.entriesFromList(DETAILS_RESULTS, naturalNumber))),
    }),
  ),
})
type Stored = ReadonlyOutput<typeof storedDownloadSchema>

type OptionalKey = 'jobId' | 'thenDownload' | 'deletions' | 'acceptedDeletions'

/** A stored download, or one of which only staged items are stored. */
export interface StoredDownload extends Omit<Stored, OptionalKey>, Partial<Pick<Stored, OptionalKey>> {
  /** Progress of an earlier run. */
  readonly items?: number
  readonly totalItems?: number | null
}

/** A failed or incomplete download on disk. */
export const failedDownloadSchema = v.object({
  ...identityEntries,
  state: v.picklist(['failed', 'incomplete']),
  items: naturalNumber,
  totalItems: v.nullable(naturalNumber),
  startedAt: v.number(),
  endedAt: v.number(),
  error: v.object({
    code: v.custom<FaultCode>(isFaultCode),
    message: v.string(),
    detail: v.exactOptional(v.string()),
    retryable: v.boolean(),
  }),
})
export type FailedDownload = ReadonlyOutput<typeof failedDownloadSchema>
