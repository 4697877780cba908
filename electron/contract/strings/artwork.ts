/** Every word of looking at pictures: the contact sheet and the viewer. Numbers arrive already formatted. */
export const artworkStrings = {
  open: 'View artwork',

  viewer: {
    label: 'Artwork viewer',
    position: (at: string, count: string) => `${at} of ${count}`,
    artworkOf: (at: string, count: string) => `artwork ${at} of ${count}`,
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
    smallOnly: 'Only the small picture could be had.',
  },
} as const
