import { getCampaign } from './campaigns.ts'
import { openForReading } from './database/open-database.ts'
import { withSqliteErrors } from './database/sqlite-errors.ts'

/** A campaign with its record as the service sent it; null if it was not fetched. */
export interface CampaignToExport {
  readonly id: string
  readonly name: string | null
  readonly json: string | null
}

/**
 * Reads campaigns in the given order, on a separate handle in the calling thread. An unknown campaign has no
 * record.
 */
export function readCampaigns(file: string, ids: readonly string[]): readonly CampaignToExport[] {
  const handle = openForReading(file)
  try {
    return withSqliteErrors(() =>
      ids.map((id) => {
        const campaign = getCampaign(handle, id)
        return { id, name: campaign?.summary.name ?? null, json: campaign?.json ?? null }
      }),
    )
  } finally {
    handle.close()
  }
}
