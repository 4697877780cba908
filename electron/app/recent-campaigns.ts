import * as v from 'valibot'
import pLimit from 'p-limit'
import { campaignIdSchema, connectionIdSchema, type ReadonlyOutput } from '../contract/base-schemas.ts'
import { clipText, MAX_NAME_LENGTH } from '../contract/clip-text.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'

/** Systems show about ten in a jump list or a menu. */
export const MAX_RECENT_CAMPAIGNS = 10

const recentCampaignSchema = v.strictObject({
  connectionId: connectionIdSchema,
  campaignId: campaignIdSchema,
  /** The name when the campaign was opened last, clipped. */
  name: v.string(),
})
/** A campaign that was opened in a window. */
export type RecentCampaign = ReadonlyOutput<typeof recentCampaignSchema>

const fileSchema = v.strictObject({
  campaigns: v.pipe(v.array(recentCampaignSchema), v.maxLength(MAX_RECENT_CAMPAIGNS)),
})

/**
 * The campaigns that were opened last, the latest first. Without its file, it works until the end of the run.
 */
export class RecentCampaigns {
  readonly #file: string
  readonly #onChange: (campaigns: readonly RecentCampaign[]) => void
  // One change at a time, so that none is lost.
  readonly #limit = pLimit(1)
  #campaigns: readonly RecentCampaign[] | null = null

  /** @param onChange receives the stored campaigns once they are read, and every change */
  constructor(file: string, onChange: (campaigns: readonly RecentCampaign[]) => void) {
    this.#file = file
    this.#onChange = onChange
  }

  /** Reads the file, unless that is done. A damaged file is set aside. */
  load(): Promise<void> {
    return this.#change((campaigns) => campaigns)
  }

  add(opened: RecentCampaign): Promise<void> {
    const entry = { ...opened, name: clipText(opened.name, MAX_NAME_LENGTH) }
    return this.#change((campaigns) =>
      [entry, ...campaigns.filter((each) => !isSame(each, entry))].slice(0, MAX_RECENT_CAMPAIGNS),
    )
  }

  /** Removes campaigns of a connection; null: all of them. */
  forget(connectionId: string, campaignIds: readonly string[] | null): Promise<void> {
    return this.#change((campaigns) =>
      campaigns.filter(
        (each) => each.connectionId !== connectionId || campaignIds?.includes(each.campaignId) === false,
      ),
    )
  }

  clear(): Promise<void> {
    return this.#change(() => [])
  }

  #change(change: (campaigns: readonly RecentCampaign[]) => readonly RecentCampaign[]): Promise<void> {
    return this.#limit(async () => {
      const isFirst = this.#campaigns === null
      const before = this.#campaigns ?? (await this.#read())
      const after = change(before)
      this.#campaigns = after
      const hasChanged = JSON.stringify(after) !== JSON.stringify(before)
      if (isFirst || hasChanged) this.#onChange(after)
      // A convenience: a folder that cannot be written is reported where it matters.
      if (hasChanged) await writeJsonFile(this.#file, { campaigns: after }).catch(() => undefined)
    })
  }

  async #read(): Promise<readonly RecentCampaign[]> {
    const stored = await readJsonFile(this.#file, fileSchema)
    return stored.state === 'read' ? stored.value.campaigns : []
  }
}

function isSame(one: RecentCampaign, other: RecentCampaign): boolean {
  return one.connectionId === other.connectionId && one.campaignId === other.campaignId
}
