/** Strings of the contact sheet and the viewer. Numbers are already formatted. */
export const artworkStrings = {
  tab: 'Artwork',

  /** Why the file of a stored picture is not shown. */
  trouble: {
    tooComplex: 'Too complex to display',
    crashed: 'Hidden after a crash',
    turnedOff: 'Pictures are turned off',
  },
  turnOn: 'Show pictures',
  saveCopy: 'Save a copy…',
  saved: 'Copy saved',

  sheet: {
    label: 'Items as pictures',
    size: 'Size of the pictures',
    captions: 'Captions',
    captionsTitle: 'Below the pictures',
    captionsHint: (most: string) => `Up to ${most}, in the order in which they are chosen.`,
    noPicture: 'No picture',
    offline: 'Not available offline',
    unnamed: 'Unnamed item',
  },

  viewer: {
    label: 'Artwork viewer',
    position: (number: string, count: string) => `${number} of ${count}`,
    artworkOf: (number: string, count: string) => `artwork ${number} of ${count}`,
    previous: 'Previous item',
    next: 'Next item',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit to the window',
    actual: 'Actual size',
    actualShort: '1:1',
    rotate: 'Rotate',
    close: 'Close',
    percent: (shown: string) => `${shown} %`,
    stage: 'Picture',
    loading: 'Loading the picture…',
    /** For a picture with too many pixels or frames. */
    reduced: 'Reduced preview',
    smallOnly: 'Only the small picture could be had.',
    compare: 'Compare with the version before',
    compareHow: 'How both versions are shown',
    beside: 'Side by side',
    over: 'One over the other',
    /** Slider value: the part that shows the previous version. */
    share: 'Share of the version before',
    before: (when: string) => `Before, until ${when}`,
    now: 'Now',
    beforeNotHere: 'The version before is not on this computer.',
    pages: 'Pages',
    pageOf: (number: string, count: string) => `Page ${number} of ${count}`,
    /** For one of two compared versions, which has fewer pages. */
    noSuchPage: (page: string) => `This version has no page ${page}.`,
    previousPage: 'Previous page',
    nextPage: 'Next page',
    /** Why the pages of a PDF are not shown. */
    pdf: {
      encrypted: 'This PDF is protected by a password, so its pages cannot be shown.',
      broken: 'This PDF is damaged, so its pages cannot be shown.',
      tooComplex: 'Too complex to display',
    },
  },
} as const
