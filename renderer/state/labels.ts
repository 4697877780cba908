import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import type {
  Connection,
  LabelChange,
  LabelledField,
  ValueLabel,
} from '../../electron/contract/connection.ts'
import { messages } from '../../electron/contract/messages.ts'
import { labelName } from '../../electron/contract/value-label.ts'
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
  return findLabel(connection.labels[field], value)
}

/** Returns the label of a value; a gray one without a name if there is none. */
export function findLabel(labels: readonly ValueLabel[], value: number): ValueLabel {
  return labels.find((label) => label.value === value) ?? { value, name: '', color: 'neutral' }
}

/** Returns a function that returns what a status of an item is called in a connection. */
export function statusNameIn(
  session: Pick<Session, 'connections'>,
  connectionId: string,
): (status: number) => string {
  const labels = session.connections.find(({ id }) => id === connectionId)?.labels.itemStatus ?? []
  return (status) => labelName(status, labels)
}

/** Saves names and colors, as one step of the history. Rejects with an `AppError`. */
export async function saveLabels(
  context: LabelContext,
  connection: Connection,
  changes: readonly LabelChange[],
): Promise<void> {
  const before = changes.map(({ field, label }) => ({
    field,
    label: labelOf(connection, field, label.value),
  }))
  await writeLabels(context, connection.id, changes)
  const change = async (from: readonly LabelChange[], to: readonly LabelChange[]): Promise<null> => {
    const current = context.session.connections.find(({ id }) => id === connection.id)
    if (current === undefined || !hasLabels(current, from))
      throw new ActionUnavailable(messages.history.reasons.labelChanged)
    await writeLabels(context, connection.id, to)
    return null
  }
  context.history.record({
    name: messages.history.actions.label,
    undo: () => change(changes, before),
    redo: () => change(before, changes),
  })
}

async function writeLabels(
  context: LabelContext,
  connectionId: string,
  changes: readonly LabelChange[],
): Promise<void> {
  context.session.replaceConnection(await api.call('connections.setLabels', { connectionId, changes }))
}

function hasLabels(connection: Connection, labels: readonly LabelChange[]): boolean {
  return labels.every(({ field, label }) => isSameLabel(labelOf(connection, field, label.value), label))
}

/** Returns whether a value has the same name and color in both. */
export function isSameLabel(one: ValueLabel, other: ValueLabel): boolean {
  return one.name === other.name && one.color === other.color
}

/** Returns how many campaigns have each value of a field. */
export function countInCampaigns(
  campaigns: readonly CampaignSummary[],
  field: 'campaignStatus' | 'campaignState',
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { status, state } of campaigns) {
    const value = field === 'campaignStatus' ? status : state
    if (typeof value === 'number' && Number.isSafeInteger(value))
      counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
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
  return connection.baseUrl === null ? messages.connections.sample : hostOf(connection.baseUrl)
}
