import { campaigns } from './grammar.ts'
import type { OtherFieldTexts } from './items.ts'

/** Strings of the undocumented fields of campaigns. */
export const campaignFieldStrings: OtherFieldTexts = {
  loading: 'Looking through the campaigns…',
  none: 'The details of the campaigns have no other fields.',
  share: (count, sampleSize) => `In ${count} of ${sampleSize} campaigns`,
  some: (sampleSize, total) =>
    `Found in a sample: ${sampleSize} of ${total} campaigns. The overview of a campaign has all of its fields.`,
  all: (total, shown) => `Found in the details of ${campaigns(total, shown)}.`,
}
