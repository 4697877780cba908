import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import type { Connection, LabelledField, ValueLabel } from '../../electron/contract/connection.ts'
import { historyStrings } from '../../electron/contract/strings/history.ts'
import { strings } from '../../electron/contract/strings/app.ts'
import { api } from '../api.ts'
import type { Session } from './app.svelte.ts'
import { ActionUnavailable, type History } from './history.svelte.ts'

/** The connections whose labels change, and the history that records it. */
export interface LabelContext {
  readonly session: Pick<Session, 'connections' | 'replaceConnection'>
  readonly history: History
}

/** Returns the person's name for a value; a gray label without a name if there is none. */
export function labelOf(connection: Connection, field: LabelledField, value: number): ValueLabel {
  return (
    connection.labels[field].find((label) => label.value === value) ?? { value, name: '', color: 'neutral' }
  )
}

/** Saves a name and a color; with neither, removes them. Rejects with an `AppError`. */
export async function saveLabel(
  context: LabelContext,
  connectionId: string,
  field: LabelledField,
  label: ValueLabel,
): Promise<void> {
  const before = currentLabel(context, connectionId, field, label.value)
  const after = { ...label, name: label.name.trim() }
  await writeLabel(context, connectionId, field, after)
  if (isSameLabel(before, after)) return
  const change = async (from: ValueLabel, to: ValueLabel): Promise<null> => {
    if (!isSameLabel(currentLabel(context, connectionId, field, label.value), from))
      throw new ActionUnavailable(historyStrings.reasons.labelChanged)
    await writeLabel(context, connectionId, field, to)
    return null
  }
  context.history.record({
    name: historyStrings.actions.label,
    undo: () => change(after, before),
    redo: () => change(before, after),
  })
}

async function writeLabel(
  context: LabelContext,
  connectionId: string,
  field: LabelledField,
  label: ValueLabel,
): Promise<void> {
  const connection =
    label.name === '' && label.color === 'neutral'
      ? await api.call('connections.clearLabel', { connectionId, field, value: label.value })
      : await api.call('connections.setLabel', { connectionId, field, label })
  context.session.replaceConnection(connection)
}

function currentLabel(
  context: LabelContext,
  connectionId: string,
  field: LabelledField,
  value: number,
): ValueLabel {
  const connection = context.session.connections.find(({ id }) => id === connectionId)
  return connection === undefined ? { value, name: '', color: 'neutral' } : labelOf(connection, field, value)
}

function isSameLabel(one: ValueLabel, other: ValueLabel): boolean {
  return one.name === other.name && one.color === other.color
}

/** Returns the values of a field that occur or have a name, ascending. */
export function valuesToName(
  connection: Connection,
  field: LabelledField,
  seen: Iterable<number>,
): readonly number[] {
  const values = new Set([...seen, ...connection.labels[field].map((label) => label.value)])
  return [...values].sort((one, other) => one - other)
}

/** Returns the values of a field that occur among campaigns. */
export function seenInCampaigns(
  campaigns: readonly CampaignSummary[],
  field: 'campaignStatus' | 'campaignState',
): readonly number[] {
  return campaigns
    .map((campaign) => (field === 'campaignStatus' ? campaign.status : campaign.state))
    .filter((value) => typeof value === 'number')
}

/** Returns the host of a base address; the text itself if it is no address. */
export function hostOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).host
  } catch {
    return baseUrl
  }
}

/** Returns the host of a connection. */
export function connectionHost(connection: Connection): string {
  return connection.baseUrl === null ? strings.connections.sample : hostOf(connection.baseUrl)
}
