import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import type { Connection, LabelledField, ValueLabel } from '../../electron/contract/connection.ts'
import { api } from '../api.ts'
import type { AppModel } from './app.svelte.ts'

/** What a person calls a value; without a name and in grey where nothing was given. */
export function labelOf(connection: Connection, field: LabelledField, value: number): ValueLabel {
  return (
    connection.labels[field].find((label) => label.value === value) ?? { value, name: '', color: 'neutral' }
  )
}

/** Keeps a name and a colour; with neither, what was given before is removed. Rejects with an `AppError`. */
export async function saveLabel(
  app: AppModel,
  connectionId: string,
  field: LabelledField,
  label: ValueLabel,
): Promise<void> {
  const trimmed = { ...label, name: label.name.trim() }
  const connection =
    trimmed.name === '' && trimmed.color === 'neutral'
      ? await api.call('connections.clearLabel', { connectionId, field, value: label.value })
      : await api.call('connections.setLabel', { connectionId, field, label: trimmed })
  app.replaceConnection(connection)
}

/** Values of a field: those that occur and those that have a name, ascending. */
export function valuesToName(
  connection: Connection,
  field: LabelledField,
  seen: Iterable<number>,
): readonly number[] {
  const values = new Set([...seen, ...connection.labels[field].map((label) => label.value)])
  return [...values].sort((one, other) => one - other)
}

/** The values of a field that occur among campaigns. */
export function seenInCampaigns(
  campaigns: readonly CampaignSummary[],
  field: 'campaignStatus' | 'campaignState',
): readonly number[] {
  return campaigns
    .map((campaign) => (field === 'campaignStatus' ? campaign.status : campaign.state))
    .filter((value) => value !== null)
}
