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
  readonly home: {
    readonly title: string
    readonly lastDownload: (values: { readonly shown: string }) => string
    readonly nothingDownloaded: string
    readonly loading: string
    readonly failedTitle: string
    readonly counting: string
    readonly countingFailedTitle: string
    readonly overdue: string
    readonly daysLate: (values: { readonly count: number }) => string
    readonly due: (values: { readonly days: number }) => string
    readonly timeline: string
    readonly days: string
    readonly datesOnDay: (values: { readonly day: string; readonly count: number }) => string
    readonly today: string
    readonly changedSinceToday: string
    readonly inDays: (values: { readonly count: number }) => string
    readonly counts: {
      readonly withoutArtwork: (values: { readonly count: number }) => string
      readonly notLocked: (values: { readonly count: number }) => string
      readonly items: (values: { readonly count: number }) => string
    }
    readonly notDownloaded: string
    readonly allIsWell: string
    readonly allIsWellText: (values: { readonly day: string }) => string
    readonly nothingDue: string
    readonly nothingDueText: (values: { readonly day: string }) => string
    readonly next: (values: { readonly date: string; readonly campaign: string; readonly day: string; readonly days: string }) => string
    readonly openTimeline: string
    readonly changes: string
    readonly changedSince: (values: { readonly day: string }) => string
    readonly markAllSeen: string
    readonly added: (values: { readonly count: number }) => string
    readonly changed: (values: { readonly count: number }) => string
    readonly deleted: (values: { readonly count: number }) => string
    readonly noChanges: (values: { readonly count: number }) => string
    readonly checks: string
    readonly campaignCount: (values: { readonly count: number }) => string
    readonly itemCount: (values: { readonly count: number }) => string
    readonly checkFailed: string
    readonly checksPassed: (values: { readonly count: number; readonly itemCount: number }) => string
    readonly campaignsOf: (values: { readonly check: string }) => string
    readonly downloads: string
    readonly downloadsToRefresh: string
    readonly downloadAll: string
    readonly allDownloading: string
    readonly incomplete: (values: { readonly count: number; readonly expected: number }) => string
    readonly incompleteUncounted: string
    readonly old: (values: { readonly ago: string }) => string
    readonly allComplete: (values: { readonly count: number; readonly ago: string }) => string
    readonly reviews: string
    readonly reviewed: (values: { readonly count: number; readonly total: number }) => string
    readonly reviewedLabel: (values: { readonly count: number; readonly total: number }) => string
    readonly noReviews: string
    readonly leftToReview: string
    readonly more: (values: { readonly count: number }) => string
    readonly moreOf: (values: { readonly count: number; readonly section: string }) => string
  }
  readonly palette: {
    readonly title: string
    readonly placeholder: string
    readonly groups: {
      readonly campaigns: string
      readonly items: string
      readonly places: string
      readonly settings: string
      readonly commands: string
    }
    readonly more: {
      readonly campaigns: (values: { readonly count: number }) => string
      readonly items: (values: { readonly count: number }) => string
      readonly places: (values: { readonly count: number }) => string
      readonly settings: (values: { readonly count: number }) => string
      readonly commands: (values: { readonly count: number }) => string
    }
    readonly allCampaigns: string
    readonly scopeLabel: string
    readonly scope: (values: { readonly name: string }) => string
    readonly scopeHint: string
    readonly searching: string
    readonly nothing: (values: { readonly words: string }) => string
    readonly typePosNumber: string
    readonly typeCampaign: string
    readonly results: (values: { readonly count: number }) => string
    readonly view: string
    readonly recentSearch: (values: { readonly words: string }) => string
    readonly searchNote: string
    readonly place: (values: { readonly campaign: string; readonly tab: string }) => string
    readonly destination: (values: { readonly name: string }) => string
    readonly downloading: string
    readonly switchTo: (values: { readonly name: string }) => string
    readonly keys: {
      readonly tab: string
      readonly enter: string
    }
    readonly footer: {
      readonly select: string
      readonly open: string
      readonly commands: string
      readonly campaigns: string
      readonly posNumbers: string
    }
  }
}
