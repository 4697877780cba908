import type { FaultCode } from '../../electron/contract/faults.ts'
import { messages } from '../../electron/contract/messages.ts'

/** The codes of all faults. Keys with `@` are descriptions, which only the sources contain. */
export const FAULT_CODES = Object.keys(messages.faults).filter((key) => !key.startsWith('@')) as FaultCode[]
