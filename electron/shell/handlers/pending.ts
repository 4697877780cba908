import { AppError } from '../../contract/app-error.ts'
import type { Handlers } from '../dispatcher.ts'

export type Pending = 'connections.diagnose' | 'connections.stopDiagnosis'

/** Calls whose work is still being built. */
export function pendingHandlers(): Pick<Handlers, Pending> {
  const refuse = (): Promise<never> => Promise.reject(new AppError('internal'))
  return {
    'connections.diagnose': refuse,
    'connections.stopDiagnosis': refuse,
  }
}
