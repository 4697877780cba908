import type { Fault, FaultCode } from '../../contract/faults.ts'
import { setAside } from './damaged.ts'
import { readHeader } from './file-header.ts'
import { isDamage } from './sqlite-errors.ts'

export interface SetAsideOptions {
  /** The file was found damaged while it was in use: set it aside without looking at it again. */
  readonly damaged?: boolean
  /** What is said of a damaged file; left out: `cacheDamaged`. */
  readonly code?: FaultCode
}

/**
 * Opens a database file, which `open` makes where there is none. A damaged one is set aside, so that an empty
 * one is opened in its place; `notice` says so. What else `open` throws is let out.
 */
export function openOrSetAside<Opened>(
  file: string,
  open: () => Opened,
  { damaged = false, code = 'cacheDamaged' }: SetAsideOptions = {},
): { readonly opened: Opened; readonly notice: Fault | null } {
  const isNone = damaged || readHeader(file).kind === 'notADatabase'
  const notice = isNone ? setAside(file, code) : null
  try {
    return { opened: open(), notice }
  } catch (error) {
    if (notice !== null || !isDamage(error)) throw error
  }
  const found = setAside(file, code)
  return { opened: open(), notice: found }
}
