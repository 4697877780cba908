import type { FaultCode } from '../contract/faults.ts'
import { CLI_HINTS } from '../contract/strings/command-line.ts'

/** Returns the sentences of a fault, with the option or variable of the command line that helps. */
export function faultText({ code, message }: { readonly code: FaultCode; readonly message: string }): string {
  const hint = CLI_HINTS[code]
  return hint === undefined ? message : `${message} ${hint}`
}
