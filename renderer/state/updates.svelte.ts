import type { FaultCode } from '../../electron/contract/faults.ts'
import { UNKNOWN_UPDATES, type UpdateStatus } from '../../electron/contract/updates.ts'
import { messages } from '../../electron/contract/messages.ts'
import { api } from '../api.ts'
import type { AppModel } from './app.svelte.ts'

/** Failures that the person should know about, although nobody asked for the check. */
const REPORTED_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'updateRejected',
  'updateDamaged',
  'updateDownloadFailed',
])

/** The updates of the application. */
export class UpdatesModel {
  status = $state.raw<UpdateStatus>(UNKNOWN_UPDATES)

  /** The state if the status bar shows it, else null. */
  readonly shown = $derived.by((): 'available' | 'downloading' | 'ready' | 'failed' | null => {
    const { state, fault } = this.status
    if (state === 'failed') return fault !== null && REPORTED_FAULTS.has(fault.code) ? state : null
    return state === 'available' || state === 'downloading' || state === 'ready' ? state : null
  })

  /** The downloaded part, from 0 to 1. */
  readonly part = $derived.by(() => {
    const { progress } = this.status
    return progress === null || progress.total === 0 ? 0 : progress.done / progress.total
  })

  receive(status: UpdateStatus): void {
    this.status = status
  }

  /** Checks now; the status follows. */
  async check(): Promise<void> {
    this.status = await api.call('updates.check')
  }
}

/** Shows once that a new version is available or ready. */
export function announceUpdate(
  app: Pick<AppModel, 'announcer' | 'dialogs' | 'isFront' | 'success'>,
  { state, release }: UpdateStatus,
): void {
  if (release === null || !app.isFront || app.dialogs.current?.kind === 'updates') return
  const isReady = state === 'ready'
  const title = isReady
    ? messages.updates.ready({ version: release.version })
    : messages.updates.available({ version: release.version })
  app.announcer.announce(title)
  app.success.show({
    title,
    text: isReady ? messages.updates.readyText : '',
    action: {
      label: messages.updates.showDetails,
      run: () => {
        app.success.dismiss()
        app.dialogs.open({ kind: 'updates', isCheck: false })
        return Promise.resolve()
      },
    },
  })
}
