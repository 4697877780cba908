import type { Fault } from '../../electron/contract/faults.ts'
import { artworkStrings } from '../../electron/contract/strings/artwork.ts'
import { api } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { doctorFor } from './doctor.ts'
import { replaceKeyFor } from './key-action.ts'

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
  await api.call('pictures.turnOn')
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
