import type { Fault, FaultCode } from '../../electron/contract/faults.ts'
import { messages } from '../../electron/contract/messages.ts'
import { api } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import type { OpenDialog } from './dialogs.svelte.ts'

/** Returns the heading of a failure to connect to a host; undefined if it has none. */
export function connectFaultTitle(code: FaultCode, host: string): string | undefined {
  const titles: Partial<Readonly<Record<FaultCode, string | ((values: { host: string }) => string)>>> =
    messages.connect.failed
  const title = titles[code]
  return typeof title === 'function' ? title({ host }) : title
}

/** The connections with failures, and the dialogs that may fix them. */
export type RemedyContext = Pick<AppModel, 'connections' | 'dialogs'>

/** Actions that a notice about a failure offers, for `ErrorNotice`; undefined if they would not help. */
export interface Remedies {
  readonly onretry?: () => void
  readonly retryLabel?: string
  readonly onreplacekey: (() => void) | undefined
  readonly onchoosecertificate: (() => void) | undefined
  readonly onsignin: (() => void) | undefined
  readonly ondiagnose: (() => void) | undefined
  readonly onreport: (() => void) | undefined
}

/** Returns whether another client certificate, or its password, may fix a failure. */
export function isCertificateFault(fault: Pick<Fault, 'code'> | null): boolean {
  return fault?.code === 'clientCertificate'
}

/**
 * Returns the actions for a failure in a connection.
 * @param before called before a dialog opens
 */
export function remediesFor(
  context: RemedyContext,
  connectionId: string | null,
  fault: Fault,
  before?: () => void,
): Remedies {
  const connection = context.connections.find(({ id }) => id === connectionId)
  const action = (isFixable: boolean, dialogOf: (id: string) => OpenDialog): (() => void) | undefined => {
    if (connection?.kind !== 'service' || !isFixable) return undefined
    return () => {
      before?.()
      context.dialogs.open(dialogOf(connection.id))
    }
  }
  return {
    ...(fault.code === 'picturesTurnedOff' || fault.code === 'picturesLeftOut'
      ? { onretry: () => void turnOnPictures(), retryLabel: messages.artwork.turnOn }
      : {}),
    onreplacekey: action(isKeyFault(fault), (id) => ({ kind: 'replaceKey', connectionId: id })),
    onchoosecertificate: action(isCertificateFault(fault), (id) => ({
      kind: 'clientCertificate',
      of: { connectionId: id },
    })),
    onsignin: signInAction(context, fault, before),
    ondiagnose: action(isDiagnosable(fault), (id) => ({ kind: 'doctor', of: { connectionId: id } })),
    onreport: REPORTED_FAULTS.has(fault.code)
      ? () => {
          before?.()
          context.dialogs.open({ kind: 'reportProblem' })
        }
      : undefined,
  }
}

/**
 * Returns the action that signs in to the proxy that caused a failure; undefined if no proxy requires that.
 * @param before called before the dialog opens
 * @param ondone called after the proxy has accepted the login
 */
export function signInAction(
  { dialogs }: Pick<RemedyContext, 'dialogs'>,
  fault: Pick<Fault, 'proxySignIn'> | null,
  before?: () => void,
  ondone?: () => void,
): (() => void) | undefined {
  const proxy = fault?.proxySignIn
  if (proxy === undefined) return undefined
  return () => {
    before?.()
    dialogs.open({ kind: 'proxySignIn', proxy, ...(ondone === undefined ? {} : { ondone }) })
  }
}

/** Shows the pictures that were hidden after a crash: the reloaded window requests all of them. */
async function turnOnPictures(): Promise<void> {
  await api.call('pictures.enable')
  await api.call('app.reload')
}

/** Failures whose messages ask for a report. */
const REPORTED_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'internal',
  'cacheNotMigrated',
  'reviewsNotMigrated',
])

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

/** Returns whether another base address may fix a failure. */
export function isAddressFault(fault: Pick<Fault, 'code'> | null): boolean {
  return fault !== null && ADDRESS_FAULTS.has(fault.code)
}

/** Returns whether another key may fix a failure. */
export function isKeyFault(fault: Pick<Fault, 'code'> | null): boolean {
  return fault !== null && KEY_FAULTS.has(fault.code)
}

/** Failures that may be caused by the network or by the service's behavior. */
const DIAGNOSABLE_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
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

/** Returns whether the connection doctor may find the cause of a failure. */
export function isDiagnosable(fault: Fault): boolean {
  return DIAGNOSABLE_FAULTS.has(fault.code)
}
