import { campaigns } from './grammar.ts'

/** Strings of the choice of dates that home, the table and the timeline show. */
export const dateChoiceStrings = {
  title: 'Dates',
  button: (shown: string, all: string) => `${shown} of ${all} dates`,
  find: 'Find a date',
  deadlines: 'Deadlines',
  none: 'None',
  done: 'Done',
  groups: { prepare: 'Prepare', produce: 'Produce', deliver: 'Deliver', record: 'Record' },
  date: (name: string, count: number, shown: string) => `${name}, ${campaigns(count, shown)}`,
  explanation: (total: string) => `Number: campaigns with this date, of ${total}`,
  full: (max: string) => `At most ${max} dates besides start and end. Clear one to choose another.`,
  nothingFound: 'No dates match',
}
