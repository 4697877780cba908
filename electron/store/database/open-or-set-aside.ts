import type { Fault, FaultCode } from '../../contract/faults.ts'
import { setAside } from './damaged.ts'
import { readHeader } from './file-header.ts'
import { isDamage } from './sqlite-errors.ts'

export interface SetAsideOptions {
  /** Whether to set the file aside without a check, because it was found damaged while in use. */
  readonly isDamaged?: boolean
  /** Fault code for a damaged file; default `cacheDamaged`. */
  readonly code?: FaultCode
}

/**
 * Opens a database file, which `open` creates if it is missing. A damaged file is set aside and replaced with
 * an empty one; `notice` reports it. Other errors of `open` are not caught.
 */
export function openOrSetAside<Opened>(
  file: string,
  open: () => Opened,
  { isDamaged = false, code = 'cacheDamaged' }: SetAsideOptions = {},
): { readonly opened: Opened; readonly notice: Fault | null } {
  const isUnusable = isDamaged || readHeader(file).kind === 'notADatabase'
  const notice = isUnusable ? setAside(file, code) : null
  try {
    return { opened: open(), notice }
  } catch (error) {
    if (notice !== null || !isDamage(error)) throw error
  }
  const retryNotice = setAside(file, code)
  return { opened: open(), notice: retryNotice }
}
