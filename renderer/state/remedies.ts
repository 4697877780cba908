import type { Fault, FaultCode } from '../../electron/contract/faults.ts'
import { artworkStrings } from '../../electron/contract/strings/artwork.ts'
import { api } from '../api.ts'
import type { AppModel } from './app.svelte.ts'

/** What a notice about a failure offers, as `ErrorNotice` takes it; undefined where it would not help. */
export interface Remedies {
  readonly onretry?: () => void
  readonly retryLabel?: string
  readonly onreplacekey: (() => void) | undefined
  readonly onchoosecertificate: (() => void) | undefined
  readonly onexamine: (() => void) | undefined
}

/** Whether another client certificate, or its password, may fix a failure. */
export function isCertificateFault(fault: Pick<Fault, 'code'> | null): boolean {
  return fault?.code === 'clientCertificate'
}

/**
 * Returns what a notice about a failure in a connection offers.
 * @param before called before a dialog opens.
 */
export function remediesFor(
  app: AppModel,
  connectionId: string | null,
  fault: Fault,
  before: () => void = () => undefined,
): Remedies {
  return {
    ...(fault.code === 'picturesTurnedOff' || fault.code === 'picturesLeftOut'
      ? { onretry: () => void turnOnPictures(), retryLabel: artworkStrings.turnOn }
      : {}),
    onreplacekey: replaceKeyFor(app, connectionId, fault, before),
    onchoosecertificate: chooseCertificateFor(app, connectionId, fault, before),
    onexamine: doctorFor(app, connectionId, fault, before),
  }
}

/** Shows the pictures again that a crash has hidden: all of the window's ask anew when it loads again. */
async function turnOnPictures(): Promise<void> {
  await api.call('pictures.enable')
  await api.call('app.reload')
}

function chooseCertificateFor(
  app: AppModel,
  connectionId: string | null,
  fault: Fault,
  before: () => void,
): (() => void) | undefined {
  const connection = app.connections.find((known) => known.id === connectionId)
  if (connection?.kind !== 'service' || !isCertificateFault(fault)) return undefined
  return () => {
    before()
    app.dialogs.open({ kind: 'clientCertificate', of: { connectionId: connection.id } })
  }
}

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
