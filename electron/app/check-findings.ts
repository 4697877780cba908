import * as v from 'valibot'
import type { ReadonlyOutput } from '../contract/base-schemas.ts'
import type { CampaignSummary } from '../contract/campaign.ts'
import type { CheckQuery } from '../contract/checks.ts'
import type { Store } from '../store/operations.ts'

const findingsSchema = v.object({
  version: v.string(),
  items: v.record(v.string(), v.number()),
  records: v.nullable(v.record(v.string(), v.array(v.string()))),
})

/** What the checks have found in a campaign. */
export type CampaignFindings = ReadonlyOutput<typeof findingsSchema>

/** Change it when the checks of records find something else. */
const RECORD_CHECKS_VERSION = 1

/**
 * The findings of campaigns, which are stored, so that each check runs once for each version of a campaign.
 */
export class CheckFindings {
  readonly #store: Pick<Store, 'readFindings' | 'storeFindings'>
  #findings: Map<string, CampaignFindings> | null = null

  constructor(store: Pick<Store, 'readFindings' | 'storeFindings'>) {
    this.#store = store
  }

  /** Returns the findings of the present versions of campaigns by their ids, in the same order. */
  async of(campaigns: readonly CampaignSummary[]): Promise<ReadonlyMap<string, CampaignFindings>> {
    this.#findings ??= await this.#read()
    const earlier = this.#findings
    this.#findings = new Map(
      campaigns.map((campaign) => {
        const version = versionOf(campaign)
        const findings = earlier.get(campaign.id)
        return [campaign.id, findings?.version === version ? findings : { version, items: {}, records: null }]
      }),
    )
    return this.#findings
  }

  /**
   * Sets findings of known campaigns and stores them. If they cannot be stored, the next start runs the
   * checks.
   */
  async set(findings: ReadonlyMap<string, CampaignFindings>): Promise<void> {
    for (const [id, ofCampaign] of findings) this.#findings?.set(id, ofCampaign)
    const entries = Array.from(findings, ([campaignId, ofCampaign]) => ({
      campaignId,
      json: JSON.stringify(ofCampaign),
    }))
    await this.#store.storeFindings(entries).catch(() => undefined)
  }

  async #read(): Promise<Map<string, CampaignFindings>> {
    const stored = await this.#store.readFindings()
    return new Map(
      stored.flatMap(({ campaignId, json }) => {
        const { success, output } = v.safeParse(findingsSchema, JSON.parse(json))
        return success ? [[campaignId, output] as const] : []
      }),
    )
  }
}

/** Returns what identifies a check of items in the findings: another query finds something else. */
export function keyOfQuery({ search, searchMode, filters }: CheckQuery): string {
  const text = JSON.stringify([search, searchMode, filters])
  return process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(text)
    .digest('base64url')
    .slice(0, 16)
}

/** Equal only for the same snapshot of a campaign with the same record. */
function versionOf({ fetchedAt, itemCount, newestUpdatedAt, recordState }: CampaignSummary): string {
  return [RECORD_CHECKS_VERSION, fetchedAt, itemCount, newestUpdatedAt, recordState].join(' ')
}
