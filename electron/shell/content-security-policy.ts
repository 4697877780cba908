import { APP_ORIGIN, PHOTO_ORIGIN, PICTURE_ORIGIN, PRINT_ORIGIN } from '../contract/bridge.ts'

/**
 * The policy of the application's pages: only their own scripts, styles and fonts, pictures from main, and
 * pictures in memory, and in a frame the preview of a printed page. No network.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `img-src 'self' blob: ${PICTURE_ORIGIN} ${PHOTO_ORIGIN}`,
  "font-src 'self'",
  `frame-src ${PRINT_ORIGIN}`,
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The policy of the page that draws pictures. It fetches the file from its own address, and draws it from
 * memory.
 */
export const DRAWING_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  'img-src blob: data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The policy of the guide: its own pages, pictures and style sheet, and a script that searches its text. */
export const GUIDE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The policy of pages for printing. They also fetch the content from their own address, and the window shows
 * them in a frame.
 */
export const PRINT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${APP_ORIGIN}`,
].join('; ')
