import { DAY_MS } from '../contract/instant.ts'
import type { CampaignPlan, SamplePlan } from './plan.ts'
import { mix, uuidOf } from './random.ts'
import { PEOPLE } from './vocabulary.ts'
import type { JsonObject } from './types.ts'

interface User extends JsonObject {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** Returns one of the sample's people by number. */
export function userOf(seed: number, number: number): User {
  const index = number % PEOPLE.length
  const [firstName, lastName] = PEOPLE[index] ?? PEOPLE[0]
  return {
    id: uuidOf('user', seed, index),
    firstName,
    lastName,
    email: `user${String(index + 1)}@campaigns.example`,
  }
}

const EVENTS = [
  { name: 'Brief ready', sendAtDays: -126, subject: 'The brief of {name} is ready' },
  { name: 'Artwork due', sendAtDays: -84, subject: 'Artwork is due today' },
  { name: 'Approval reminder', sendAtDays: -70, subject: 'Please approve by Friday' },
  { name: 'Sent to the printer', sendAtDays: -56, subject: 'Τα αρχεία στάλθηκαν / files were sent' },
  { name: 'In store', sendAtDays: 0, subject: '{name} starts today 🎉' },
] as const

/** Returns `notificationTemplateEvents` (service interface, 2.1) with departments. */
export function notificationEvents(plan: SamplePlan, campaign: CampaignPlan): readonly JsonObject[] {
  return EVENTS.map((event, index) => {
    const date = campaign.startAt + event.sendAtDays * DAY_MS
    const isSent = date < plan.now && mix(plan.seed, campaign.index, 80 + index) % 6 !== 0
    const recipient = userOf(plan.seed, campaign.index + index)
    return {
      id: uuidOf('event', plan.seed, campaign.index * EVENTS.length + index),
      name: event.name,
      isEventDate: index === EVENTS.length - 1,
      linkedEventId:
        index === 0 ? null : uuidOf('event', plan.seed, campaign.index * EVENTS.length + index - 1),
      sendAtDays: event.sendAtDays,
      sendNotifications: index !== 2,
      attachSummaryReport: index % 2 === 1,
      recipients: index === 2 ? [] : [recipient.email, recipient],
      subject: event.subject.replace('{name}', campaign.name),
      message: `Dear all,\n\n${event.name.toLowerCase()} for “${campaign.name}”.\n\nKind regards`,
      departments: campaign.theme.departments.map((name, department) => ({
        _id: uuidOf('other', plan.seed, 2_000 + campaign.index * 8 + department),
        name,
      })),
      date: new Date(date).toISOString(),
      isSent,
      ...(isSent ? { notificationSentAt: new Date(date + 7 * 3_600_000).toISOString() } : {}),
    }
  })
}
