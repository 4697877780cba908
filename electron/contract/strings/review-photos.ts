import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '../pictures.ts'
import { formatCount, plural } from './grammar.ts'

/** Why a picture cannot be attached, as clauses that fill a sentence. */
export const PHOTO_PROBLEMS = {
  notAPicture: 'it is not a picture in the JPEG, PNG or WebP format',
  heic: 'HEIC pictures cannot be read; have the phone or its photo program hand it over as JPEG',
  needsConversion: 'only JPEG, PNG and WebP can be kept as they are; attach it without its metadata',
  tooComplex: 'the picture is too complex to draw',
  damaged: 'the picture is damaged or not whole',
  tooLarge: `the picture has more than ${String(MAX_PICTURE_BYTES / 1024 / 1024)} MB`,
  tooManyPixels: `the picture has more than ${String(MAX_PICTURE_PIXELS / 1_000_000)} megapixels`,
} as const

/** Strings of photos. Most numbers are already formatted. */
export const photoStrings = {
  title: 'Photos',
  addHint: 'or paste or drop them here',
  full: (most: number) => `An item can have ${formatCount(most, 'photo')}.`,
  drop: 'Drop photos to attach them',
  keepOriginal: 'Keep the original file with its metadata (place, time, camera)',
  keepOriginalOn: 'What you add now stays as it is: who gets the file can see where and when it was taken.',
  open: (number: string, count: string, added: string) => `Photo ${number} of ${count}, added ${added}`,
  remove: (number: string) => `Remove photo ${number}`,
  removed: 'Photo removed.',
  undo: 'Undo',
  missing: 'This photo is missing or too complex to display',
  attaching: (number: string, total: string) => `Attaching ${number} of ${total}…`,
  attached: (count: number, shown: string) => `${shown} ${plural(count, 'photo', 'photos')} attached.`,
  refusedTitle: 'Not everything could be attached',
  /** The reason, as a clause or a sentence. */
  refused: (name: string, reason: string) => {
    const what = `${name === '' ? 'A picture' : `“${name}”`} was not attached`
    return reason.endsWith('.') ? `${what}. ${reason}` : `${what}: ${reason}.`
  },
  tooMany: (left: number, most: number) =>
    `${formatCount(left, 'picture was', 'pictures were')} not attached: an item can have ${formatCount(most, 'photo')}.`,
  photos: (count: number) => formatCount(count, 'photo'),
  camera: {
    title: 'Take a photo',
    preview: 'Camera preview',
    starting: 'Starting the camera…',
    take: 'Take photo',
    choose: 'Choose files…',
    switchCamera: 'Switch camera',
    failedTitle: 'The camera cannot be used',
    denied:
      'Campaign Desk may not use the camera. Allow it in the privacy settings of the system, or choose files.',
    busy: 'Another program may be using it. Close that program and try again, or choose files.',
    missing: 'No camera was found. Choose files instead.',
    retry: 'Try again',
  },
  viewer: {
    label: 'Photo viewer',
    position: (number: string, count: string) => `Photo ${number} of ${count}`,
    about: (added: string, width: string, height: string, bytes: string) =>
      `Added ${added} · ${width} × ${height} pixels · ${bytes}`,
    previous: 'Previous photo',
    next: 'Next photo',
    remove: 'Remove',
  },
} as const
