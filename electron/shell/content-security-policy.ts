import { PHOTO_ORIGIN, PICTURE_ORIGIN } from '../contract/channels.ts'

/**
 * The policy of the application's pages: nothing but their own scripts, styles and fonts, and pictures that
 * main has for them or that they hold themselves. No network at all.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `img-src 'self' blob: ${PICTURE_ORIGIN} ${PHOTO_ORIGIN}`,
  "font-src 'self'",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The policy of the page that draws pictures: it fetches the file from its own address and draws what it made
 * of it.
 */
export const DRAWING_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  'img-src blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The policy of a page that is printed: the same, but that it asks its own address for what it is to draw.
 */
export const PRINT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
