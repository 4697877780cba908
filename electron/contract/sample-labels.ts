import type { ValueLabels } from './connection.ts'
import { messages } from './messages.ts'

/**
 * Returns the names and colors with which the sample connection is created. The numbers are those of the
 * sample data.
 */
export function sampleLabels(): ValueLabels {
  const names = messages.sampleData.statuses
  return {
    itemStatus: [
      { value: 0, name: names.item.draft, color: 'neutral' },
      { value: 1, name: names.item.briefed, color: 'blue' },
      { value: 2, name: names.item.inArtwork, color: 'purple' },
      { value: 3, name: names.item.inReview, color: 'yellow' },
      { value: 4, name: names.item.approved, color: 'green' },
      { value: 5, name: names.item.onHold, color: 'orange' },
      { value: 6, name: names.item.inProduction, color: 'teal' },
      { value: 10, name: names.item.canceled, color: 'red' },
    ],
    campaignStatus: [
      { value: 1, name: names.campaign.planning, color: 'blue' },
      { value: 2, name: names.campaign.artwork, color: 'purple' },
      { value: 3, name: names.campaign.production, color: 'teal' },
      { value: 4, name: names.campaign.live, color: 'green' },
      { value: 5, name: names.campaign.closed, color: 'neutral' },
    ],
    campaignState: [
      { value: 0, name: names.state.upcoming, color: 'blue' },
      { value: 1, name: names.state.running, color: 'green' },
      { value: 2, name: names.state.ended, color: 'neutral' },
    ],
  }
}
