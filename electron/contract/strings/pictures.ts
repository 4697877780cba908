import { items, plural } from './grammar.ts'

/** "1 picture", "4,120 pictures". */
const pictures = (count: number, shown: string): string => `${shown} ${plural(count, 'picture', 'pictures')}`

/** Strings of a campaign's stored pictures. */
export const pictureStrings = {
  pictures: {
    of: (name: string) => `Pictures of ${name}`,
    fetching: (name: string) => `Fetching pictures of ${name}`,
    counting: 'Counting the pictures',
    ofTotal: (have: string, total: number, totalShown: string) => `${have} of ${pictures(total, totalShown)}`,
    missing: (shown: string, reasons: string) => `${shown} missing: ${reasons}`,
    reason: (reason: string, shown: string) => `${reason} (${shown})`,
    problems: {
      notYet: 'not fetched yet',
      notFound: 'file not found',
      forbidden: 'refused by the service',
      notAPicture: 'not a picture or PDF',
      damaged: 'file incomplete or damaged',
      tooLarge: 'larger than 50 MB',
      tooManyPixels: 'more than 100 megapixels',
      badAddress: 'address cannot be used',
      notFetched: 'could not be fetched',
    },
    outcomes: {
      done: (name: string, count: number, shown: string) => `${pictures(count, shown)} of ${name} are here.`,
      incomplete: (name: string, missing: string) => `Pictures of ${name}: ${missing}.`,
      failed: (name: string) => `Pictures of ${name} could not be fetched.`,
      cancelled: (name: string) => `Fetching pictures of ${name} was cancelled. What was fetched is kept.`,
    },

    readyTitle: 'Ready for the field',
    ready: 'Ready',
    notReady: 'Not everything is here',
    itemsOf: (have: string, expected: number, expectedShown: string) =>
      `${have} of ${items(expected, expectedShown)}`,
    itemsHere: items,
    noPictures: 'no pictures',
    getRest: 'Get the rest',
    stop: 'Stop',
    choice: 'Pictures kept on this computer',
    choices: { thumbnails: 'Thumbnails', full: 'Full files', none: 'None' },
    forField: 'Never remove these pictures to make room',
    old: (shown: string) => `This copy is from ${shown}. Get recent changes before you leave.`,
  },
} as const
