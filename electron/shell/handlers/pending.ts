import { AppError } from '../../contract/app-error.ts'
import type { Handlers } from '../dispatcher.ts'

export type Pending =
  | 'connections.setAutomatic'
  | 'connections.chooseAuthority'
  | 'connections.clearAuthority'
  | 'connections.diagnose'
  | 'connections.stopDiagnosis'
  | 'downloads.pause'
  | 'downloads.resume'
  | 'downloads.move'
  | 'downloads.retry'
  | 'changes.downloads'
  | 'changes.read'
  | 'changes.markSeen'
  | 'exports.startChanges'

/** Calls whose work is still being built. */
export function pendingHandlers(): Pick<Handlers, Pending> {
  const refuse = (): Promise<never> => Promise.reject(new AppError('internal'))
  return {
    'connections.setAutomatic': refuse,
    'connections.chooseAuthority': refuse,
    'connections.clearAuthority': refuse,
    'connections.diagnose': refuse,
    'connections.stopDiagnosis': refuse,
    'downloads.pause': refuse,
    'downloads.resume': refuse,
    'downloads.move': refuse,
    'downloads.retry': refuse,
    'changes.downloads': refuse,
    'changes.read': refuse,
    'changes.markSeen': refuse,
    'exports.startChanges': refuse,
  }
}
