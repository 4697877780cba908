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
    /** The film strip. */
    items: 'Items',
    loadingItem: 'Loading…',
    previous: 'Previous item',
    next: 'Next item',
    close: 'Close',
    more: 'More',
    stage: 'Picture',
    loading: 'Loading the picture…',
    /** For a picture with too many pixels or frames. */
    reduced: 'Reduced preview',
    smallOnly: 'Only the small picture is available.',
    noSaving: 'There is no picture to save',
    shortcuts: 'Keyboard shortcuts',

    zoom: 'Zoom',
    zoomAt: (percent: string) => `Zoom ${percent}`.trim(),
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit to the window',
    fitWidth: 'Fit to the width',
    actual: 'Actual size',
    rotate: 'Rotate',
    rotateRight: 'Rotate right',
    rotateLeft: 'Rotate left',
    percent: (shown: string) => `${shown} %`,
    /** Announced after a change, such as “Fit to the width, 40 %, rotated by 90°”. */
    zoomed: (fitting: string | null, percent: string, degrees: number) =>
      [fitting, percent, degrees === 0 ? null : `rotated by ${String(degrees)}°`]
        .filter((part) => part !== null)
        .join(', '),

    /** Explanations below the reasons for which there is no picture. */
    explanations: {
      noArtwork: 'The service lists no artwork for this item.',
      noPicture: 'The service lists this artwork without a picture.',
      notFound: 'It is not downloaded, and loading it failed.',
      offline: 'It is not downloaded. It loads when this computer is online again.',
    },

    view: 'View',
    single: 'Single',
    slider: 'Slider',
    beside: 'Side by side',
    difference: 'Difference',
    differenceHint: 'Identical areas are black.',
    nothingToCompare: 'There is no previous version or other artwork to compare with',
    beforeNotHere: 'The previous version is not on this computer.',
    compareWith: 'Compare with',
    shown: 'Artwork shown',
    artwork: 'Artwork',
    artworkOf: (number: string, count: string) => `Artwork ${number} of ${count}`,
    before: 'Before',
    after: 'After',
    current: 'current',
    previousVersion: 'Previous version',
    until: (when: string) => `until ${when}`,
    /** The previous version of a picture. */
    beforeUntil: (when: string) => `Before, until ${when}`,
    now: 'Now',
    /** Slider value: the part of the stage that shows this picture. */
    share: (name: string) => `Share of ${name}`,

    pages: 'Pages',
    pageOf: (number: string, count: string) => `Page ${number} of ${count}`,
    /** For one of two compared documents, which has fewer pages. */
    noSuchPage: (page: string) => `There is no page ${page}.`,
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
