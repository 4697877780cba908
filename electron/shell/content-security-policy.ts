import { PHOTO_ORIGIN, PICTURE_ORIGIN } from '../contract/channels.ts'

/**
 * The policy of the application's pages: nothing but their own scripts, styles and fonts, and pictures that main
 * has for them. No network at all.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `img-src 'self' ${PICTURE_ORIGIN} ${PHOTO_ORIGIN}`,
  "font-src 'self'",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
