import type { Fault, FaultCode } from '../../electron/contract/faults.ts'
import type { AppModel } from './app.svelte.ts'

/** Failures that another key may fix. */
const KEY_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'keyMissing',
  'keyInvalid',
  'keyWithheld',
  'serviceUnauthorized',
  'serviceForbidden',
])

/** Failures that another base address may fix. */
const ADDRESS_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'addressInvalid',
  'addressInsecure',
  'offline',
  'unreachable',
  'tls',
  'redirected',
  'captivePortal',
  'serviceNotFound',
])

/** Whether another base address may fix a failure. */
export function isAddressFault(fault: Pick<Fault, 'code'> | null): boolean {
  return fault !== null && ADDRESS_FAULTS.has(fault.code)
}

/** Whether another key may fix a failure. */
export function isKeyFault(fault: Pick<Fault, 'code'> | null): boolean {
  return fault !== null && KEY_FAULTS.has(fault.code)
}

/** Returns what opens the dialog for another key; undefined where another key would not help. */
export function replaceKeyFor(
  app: AppModel,
  connectionId: string | null,
  fault: Fault,
  before: () => void = () => undefined,
): (() => void) | undefined {
  const connection = app.connections.find((known) => known.id === connectionId)
  if (connection?.kind !== 'service' || !isKeyFault(fault)) return undefined
  return () => {
    before()
    app.dialogs.open({ kind: 'replaceKey', connectionId: connection.id })
  }
}
