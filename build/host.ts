import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns whether windows can be shown. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  const set = (name: string): boolean => (process.env[name] ?? '') !== ''
  return set('DISPLAY') || set('WAYLAND_DISPLAY')
}

/** Returns whether a program is in the PATH. */
export function hasProgram(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}

/** Returns whether an environment variable is 1. */
export function isSet(name: string): boolean {
  return process.env[name] === '1'
}
