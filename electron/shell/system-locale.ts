import { app } from 'electron'
import { usableLocale } from './locale.ts'

/** The locale that the person has set for numbers and dates in their system. */
export function systemLocale(): string {
  return usableLocale(app.getSystemLocale(), app.getLocale())
}
