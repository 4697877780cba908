// Derived from en.json by `npm run messages`.

/** The messages by feature; those with values are functions. */
export interface Messages {
  readonly backups: {
    readonly latest: (values: { readonly ago: string }) => string
    readonly none: string
    readonly make: string
    readonly restore: string
    readonly restoreDialog: {
      readonly title: string
      readonly text: string
      readonly which: string
      readonly kinds: {
        readonly daily: string
        readonly person: string
        readonly beforeRestore: string
        readonly file: string
        readonly scheduledFile: string
      }
      readonly of: (values: { readonly time: string; readonly kind: string; readonly size: string }) => string
      readonly restore: string
    }
    readonly backUpFile: string
    readonly restoreFile: string
    readonly restoreOnFirstScreen: string
    readonly writeTitle: string
    readonly writeText: string
    readonly notIncluded: string
    readonly writeAction: string
    readonly fileName: (values: { readonly day: string }) => string
    readonly written: (values: { readonly file: string }) => string
    readonly writtenText: (values: { readonly connections: number; readonly reviews: string; readonly size: string }) => string
    readonly showWritten: string
    readonly phases: {
      readonly collecting: string
      readonly writing: string
      readonly verifying: string
      readonly reading: string
    }
    readonly progress: (values: { readonly done: string; readonly total: string }) => string
    readonly openTitle: string
    readonly openFailed: string
    readonly previewTitle: string
    readonly createdAt: (values: { readonly time: string; readonly version: string; readonly size: string }) => string
    readonly connections: string
    readonly others: string
    readonly settings: string
    readonly settingsText: string
    readonly notIncludedHere: string
    readonly views: string
    readonly viewsReplaced: (values: { readonly counts: string; readonly present: string }) => string
    readonly counts: {
      readonly views: (values: { readonly count: number }) => string
      readonly profiles: (values: { readonly count: number }) => string
      readonly marks: (values: { readonly count: number }) => string
      readonly notes: (values: { readonly count: number }) => string
      readonly photos: (values: { readonly count: number }) => string
    }
    readonly noReviews: string
    readonly newConnection: string
    readonly notRestored: string
    readonly inBackup: (values: { readonly counts: string }) => string
    readonly presentReviews: {
      readonly unmarked: (values: { readonly counts: string }) => string
      readonly marked: (values: { readonly counts: string; readonly day: string }) => string
    }
    readonly mode: (values: { readonly connection: string }) => string
    readonly modes: {
      readonly merge: string
      readonly replace: string
    }
    readonly modeTexts: {
      readonly merge: string
      readonly replace: string
    }
    readonly restoreNote: string
    readonly restoreAction: string
    readonly mergedHeading: (values: { readonly day: string }) => string
    readonly restored: string
    readonly restoredText: (values: { readonly time: string }) => string
    readonly restoredEmpty: string
    readonly undoRestore: string
    readonly schedule: {
      readonly never: string
      readonly daily: string
      readonly weekly: string
    }
    readonly interval: string
    readonly chooseFolder: string
    readonly folderTitle: string
    readonly noFolder: string
    readonly scheduledTo: (values: { readonly folder: string }) => string
    readonly scheduledLast: (values: { readonly folder: string; readonly ago: string }) => string
    readonly keep: string
    readonly keepCount: (values: { readonly count: number }) => string
  }
}
