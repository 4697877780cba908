import { app, crashReporter } from 'electron'
import {
  allowCrashReports,
  crashReportsFolder,
  forbidCrashReports,
  keepsCrashReports,
  pruneCrashReports,
} from '../app/crash-reports.ts'
import type { Logger } from '../app/types.ts'

/**
 * Keeps crash reports on this computer if the person has agreed; nothing is ever uploaded. Starts as early as
 * possible, because a process that runs already is not observed.
 */
export class CrashReporter {
  readonly folder: string
  #isStarted = false

  constructor(stateFolder: string) {
    this.folder = crashReportsFolder(stateFolder)
    if (keepsCrashReports(this.folder)) this.#start()
  }

  #start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    app.setPath('crashDumps', this.folder)
    crashReporter.start({ uploadToServer: false })
  }

  /** Applies the preference: starts, or deletes all reports. What runs already is observed until it ends. */
  apply(isKept: boolean): void {
    if (isKept === keepsCrashReports(this.folder)) return
    if (!isKept) {
      void forbidCrashReports(this.folder)
      return
    }
    try {
      allowCrashReports(this.folder)
      this.#start()
    } catch {
      // A folder that cannot be written is reported elsewhere.
    }
  }

  /** Limits the number and the age of the reports, now and after each crash. */
  limit(logger: Logger): void {
    const prune = (): void => {
      pruneCrashReports(this.folder).catch((error: unknown) => logger.unexpected(error, 'crash reports'))
    }
    prune()
    app.on('render-process-gone', prune)
    app.on('child-process-gone', prune)
  }
}
