import type { Fault, FaultCode } from '../../electron/contract/faults.ts'
import type { AppModel } from './app.svelte.ts'

/** Failures whose cause may lie between this computer and the service, or in how that behaves. */
const EXAMINABLE: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'offline',
  'unreachable',
  'proxyFailed',
  'clientCertificate',
  'timeout',
  'interrupted',
  'tls',
  'captivePortal',
  'redirected',
  'badAnswer',
  'serviceUnauthorized',
  'serviceForbidden',
  'serviceNotFound',
  'serviceFailed',
  'serviceStatus',
  'downloadIncomplete',
])

/** Whether the connection doctor may find out more about a failure. */
export function isExaminable(fault: Fault): boolean {
  return EXAMINABLE.has(fault.code)
}

/** What opens the connection doctor on a connection's failure; undefined where it would not help. */
export function doctorFor(
  app: AppModel,
  connectionId: string | null,
  fault: Fault,
  before: () => void = () => undefined,
): (() => void) | undefined {
  const connection = app.connections.find((known) => known.id === connectionId)
  if (connection?.kind !== 'service' || !isExaminable(fault)) return undefined
  return () => {
    before()
    app.dialogs.open({ kind: 'doctor', of: { connectionId: connection.id } })
  }
}
