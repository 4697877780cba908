// Derived from en.json by `npm run messages`.

/** The messages by feature; those with values are functions. */
export interface Messages {
  readonly aboutPanel: {
    readonly copyright: string
  }
  readonly app: {
    readonly product: string
    readonly title: (values: { readonly view: string; readonly connection: string }) => string
  }
  readonly artwork: {
    readonly tab: string
    readonly trouble: {
      readonly tooComplex: string
      readonly crashed: string
      readonly turnedOff: string
    }
    readonly turnOn: string
    readonly saveCopy: string
    readonly saved: string
    readonly sheet: {
      readonly label: string
      readonly size: string
      readonly captions: string
      readonly captionsTitle: string
      readonly captionsHint: (values: { readonly most: number }) => string
      readonly noPicture: string
      readonly offline: string
      readonly unnamed: string
    }
    readonly viewer: {
      readonly label: string
      readonly position: (values: { readonly position: number; readonly count: number }) => string
      readonly items: string
      readonly loadingItem: string
      readonly previous: string
      readonly next: string
      readonly close: string
      readonly more: string
      readonly stage: string
      readonly loading: string
      readonly reduced: string
      readonly smallOnly: string
      readonly noSaving: string
      readonly shortcuts: string
      readonly zoom: string
      readonly zoomAt: (values: { readonly percent: string }) => string
      readonly zoomIn: string
      readonly zoomOut: string
      readonly fit: string
      readonly fitWidth: string
      readonly actual: string
      readonly rotate: string
      readonly rotateRight: string
      readonly rotateLeft: string
      readonly percent: (values: { readonly percent: number }) => string
      readonly rotated: (values: { readonly degrees: number }) => string
      readonly explanations: {
        readonly noArtwork: string
        readonly noPicture: string
        readonly notFound: string
        readonly offline: string
      }
      readonly view: string
      readonly single: string
      readonly slider: string
      readonly beside: string
      readonly difference: string
      readonly differenceHint: string
      readonly nothingToCompare: string
      readonly beforeNotHere: string
      readonly compareWith: string
      readonly shown: string
      readonly artwork: string
      readonly artworkOf: (values: { readonly position: number; readonly count: number }) => string
      readonly before: string
      readonly after: string
      readonly current: string
      readonly previousVersion: string
      readonly until: (values: { readonly when: string }) => string
      readonly beforeUntil: (values: { readonly name: string; readonly when: string }) => string
      readonly now: (values: { readonly name: string }) => string
      readonly share: (values: { readonly name: string }) => string
      readonly pages: string
      readonly pageOf: (values: { readonly page: number; readonly count: number }) => string
      readonly noSuchPage: (values: { readonly page: number }) => string
      readonly previousPage: string
      readonly nextPage: string
      readonly pdf: {
        readonly encrypted: string
        readonly broken: string
        readonly tooComplex: string
      }
    }
  }
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
    readonly fileReasons: {
      readonly notAZip: string
      readonly notABackup: string
      readonly entryMissing: string
      readonly otherFiles: string
      readonly noConnection: string
      readonly mismatch: string
      readonly tooMuch: string
      readonly tooLarge: string
      readonly notAPhoto: string
      readonly invalidSettings: (values: { readonly file: string; readonly reason: string }) => string
      readonly invalidReviews: string
      readonly notVerified: (values: { readonly problem: string }) => string
    }
  }
  readonly campaignActions: {
    readonly label: string
    readonly more: string
    readonly download: string
    readonly refreshDetails: string
    readonly compare: string
    readonly exportItems: string
    readonly markSeen: string
    readonly remove: string
    readonly fetchDetails: string
    readonly fetchDetailsMany: (values: { readonly count: number }) => string
    readonly refreshDetailsMany: (values: { readonly count: number }) => string
    readonly exportItemsMany: (values: { readonly count: number }) => string
    readonly markSeenMany: (values: { readonly count: number }) => string
    readonly reasons: {
      readonly none: string
      readonly downloading: (values: { readonly count: number }) => string
      readonly cancelFirst: string
      readonly refreshedByDownload: string
      readonly compare: string
      readonly compareDownloaded: string
      readonly nothingDownloaded: string
      readonly noChanges: string
    }
    readonly markedSeen: (values: { readonly count: number }) => string
    readonly several: (values: { readonly count: number }) => string
    readonly exportTable: {
      readonly hint: string
      readonly title: string
      readonly pageTitle: string
      readonly failedTitle: string
      readonly empty: string
      readonly rows: (values: { readonly count: number }) => string
      readonly rowsText: string
      readonly fileName: (values: { readonly connection: string }) => string
    }
  }
  readonly campaignColumns: {
    readonly fields: {
      readonly _id: string
      readonly id: string
      readonly clientId: string
      readonly name: string
      readonly number: string
      readonly prefix: string
      readonly reference: string
      readonly shortReference: string
      readonly status: string
      readonly state: string
      readonly isLocked: string
      readonly isActive: string
      readonly version: string
      readonly isFinishByIrrelevant: string
      readonly isStockDestructionByIrrelevant: string
      readonly campaignItemsEditOnly: string
      readonly isGeneratingItems: string
      readonly postFederationAPI: string
      readonly campaignType: string
      readonly itemType: string
      readonly department: string
      readonly region: string
      readonly brand: string
      readonly priority: string
      readonly season: string
      readonly month: string
      readonly year: string
      readonly startAt: string
      readonly endAt: string
      readonly launchDate: string
      readonly dueInStoreDate: string
      readonly dispatchBy: string
      readonly finishBy: string
      readonly approvalDue: string
      readonly approvedDate: string
      readonly artworkDue: string
      readonly quoteDue: string
      readonly briefCompletionDate: string
      readonly workCommencesDate: string
      readonly kickOffMeetingDate: string
      readonly signOffDate: string
      readonly executionDate: string
      readonly crExpirationDate: string
      readonly kitArrivalDate: string
      readonly beforeKitArrivalDate: string
      readonly afterKitArrivalDate: string
      readonly pickingDate: string
      readonly stockDestructionBy: string
      readonly lastSentToPrinter: string
      readonly sentToPrinter: string
      readonly createdAt: string
      readonly updatedAt: string
      readonly purchaseOrderNumber: string
      readonly posElementCounter: string
      readonly notes: string
      readonly meta: string
      readonly proofingFolderId: string
      readonly templateId: string
      readonly kittingId: string
      readonly notificationTemplateId: string
      readonly surveyId: string
      readonly tradingPeriodIds: string
      readonly segRuleIdsToGenerate: string
      readonly views: string
      readonly defaults: string
      readonly departmentGroup: string
      readonly fileCopy: string
      readonly oversType: string
      readonly oversValue: string
      readonly rules: string
      readonly property: string
      readonly rule: string
      readonly values: string
      readonly filters: string
      readonly quantities: string
      readonly amounts: string
      readonly ids: string
      readonly priceMeta: string
      readonly packaging: string
      readonly delivery: string
      readonly additional: string
      readonly discount: string
      readonly installation: string
      readonly bumpOut: string
      readonly elementGroups: string
      readonly assetGroups: string
      readonly elementId: string
      readonly assetId: string
      readonly campaignItems: string
      readonly notificationTemplateEvents: string
      readonly isEventDate: string
      readonly linkedEventId: string
      readonly sendAtDays: string
      readonly sendNotifications: string
      readonly attachSummaryReport: string
      readonly recipients: string
      readonly subject: string
      readonly message: string
      readonly departments: string
      readonly date: string
      readonly isSent: string
      readonly notificationSentAt: string
      readonly owner: string
      readonly ownerPrimary: string
      readonly createdBy: string
      readonly itemOwner: string
      readonly backupOwner: string
      readonly kitter: string
      readonly firstName: string
      readonly lastName: string
      readonly email: string
      readonly contact: string
    }
    readonly local: {
      readonly downloaded: string
      readonly downloadedAt: string
      readonly items: string
      readonly itemsAtService: string
      readonly quantity: string
      readonly withArtwork: string
      readonly withoutArtwork: string
      readonly lockedItems: string
      readonly unseenChanges: string
      readonly newestItemUpdate: string
      readonly record: string
      readonly recordFetchedAt: string
      readonly nextDate: string
      readonly openChecks: string
      readonly reviewProgress: string
      readonly picturesReady: string
    }
  }
  readonly campaignTable: {
    readonly label: string
    readonly checkLabel: string
    readonly search: {
      readonly label: string
      readonly placeholder: string
      readonly clear: string
    }
    readonly headers: {
      readonly withArtwork: string
      readonly unseenChanges: string
      readonly downloaded: string
    }
    readonly downloaded: {
      readonly no: string
      readonly complete: string
      readonly incomplete: string
    }
    readonly notDownloaded: string
    readonly incompleteOf: (values: { readonly have: number; readonly expected: number }) => string
    readonly record: {
      readonly never: string
      readonly fetched: string
      readonly forbidden: string
      readonly missing: string
    }
    readonly artwork: {
      readonly overdue: string
    }
    readonly unseen: (values: { readonly count: number }) => string
    readonly group: {
      readonly none: (values: { readonly column: string }) => string
      readonly sum: (values: { readonly count: number; readonly itemCount: number; readonly quantity: number }) => string
      readonly flags: (values: { readonly column: string; readonly isSet: boolean }) => string
    }
    readonly footer: {
      readonly selected: (values: { readonly selected: number; readonly total: number }) => string
      readonly all: (values: { readonly count: number }) => string
      readonly counts: (values: { readonly shown: number; readonly total: number }) => string
      readonly sums: (values: { readonly count: number; readonly quantity: number }) => string
      readonly copied: (values: { readonly count: number }) => string
      readonly copiedCell: string
    }
    readonly nothing: {
      readonly title: string
      readonly text: string
      readonly clearSearch: string
      readonly clearFilters: string
    }
    readonly failedTitle: string
    readonly loading: string
    readonly views: {
      readonly menu: string
      readonly button: (values: { readonly name: string }) => string
      readonly default: string
      readonly custom: string
      readonly save: string
      readonly saveTitle: string
      readonly name: string
      readonly saveAction: string
      readonly delete: (values: { readonly name: string }) => string
      readonly full: string
      readonly replaces: string
      readonly scope: string
      readonly allConnections: string
      readonly thisConnection: string
    }
    readonly nextDate: {
      readonly none: string
      readonly today: string
      readonly inDays: (values: { readonly days: number }) => string
      readonly full: (values: { readonly name: string; readonly date: string; readonly when: string }) => string
      readonly overdue: string
    }
    readonly sort: {
      readonly defaultOrder: string
    }
    readonly rowHeight: {
      readonly normal: string
      readonly roomy: string
    }
    readonly menu: {
      readonly row: string
      readonly column: (values: { readonly name: string }) => string
      readonly group: string
    }
    readonly otherFields: {
      readonly loading: string
      readonly none: string
      readonly share: (values: { readonly count: number; readonly sampleSize: number }) => string
      readonly some: (values: { readonly sampleSize: number; readonly total: number }) => string
      readonly all: (values: { readonly total: number }) => string
    }
  }
  readonly campaigns: {
    readonly title: string
    readonly list: string
    readonly filter: string
    readonly clearFilter: string
    readonly places: {
      readonly home: string
      readonly campaigns: string
      readonly items: string
    }
    readonly unnamed: (values: { readonly id: string }) => string
    readonly find: string
    readonly findShort: string
    readonly finding: string
    readonly findingStopped: string
    readonly stopFinding: string
    readonly goOnFinding: string
    readonly endFinding: string
    readonly add: string
    readonly addShort: string
    readonly itemsWord: (values: { readonly count: number }) => string
    readonly complete: string
    readonly incomplete: string
    readonly incompleteReason: (values: { readonly reason: string }) => string
    readonly notDownloaded: string
    readonly downloading: string
    readonly waiting: string
    readonly fetchedAt: (values: { readonly shown: string }) => string
    readonly selected: (values: { readonly count: number }) => string
    readonly found: (values: { readonly count: number }) => string
    readonly foundShort: (values: { readonly count: number }) => string
    readonly emptyTitle: string
    readonly emptyText: string
    readonly nothingTitle: (values: { readonly words: string }) => string
    readonly nothingText: string
    readonly failedTitle: string
    readonly addTitle: string
    readonly addLabel: string
    readonly addHint: string
    readonly addMissing: string
    readonly addAction: string
    readonly menu: {
      readonly label: (values: { readonly name: string }) => string
      readonly labelMany: (values: { readonly count: number }) => string
      readonly open: string
      readonly openPlace: string
      readonly openItems: string
      readonly openChanges: string
      readonly openWindow: string
      readonly compare: string
      readonly compareWith: string
      readonly compareDownloaded: string
      readonly download: string
      readonly downloadMany: (values: { readonly count: number }) => string
      readonly cancel: string
      readonly copyId: string
      readonly copyName: string
      readonly copyLink: string
      readonly remove: string
      readonly removeMany: (values: { readonly count: number }) => string
      readonly removeFromList: string
      readonly removeManyFromList: (values: { readonly count: number }) => string
      readonly cancelFirst: string
    }
    readonly removeTitle: (values: { readonly count: number; readonly name: string; readonly downloaded: boolean }) => string
    readonly removeText: (values: { readonly downloaded: boolean; readonly itemCount: number; readonly count: number }) => string
    readonly removeWayBack: string
    readonly removeAction: string
    readonly removed: (values: { readonly count: number; readonly downloaded: boolean }) => string
    readonly details: {
      readonly tabs: string
      readonly tabsOfAll: string
      readonly tabsOfCampaigns: string
      readonly table: string
      readonly timeline: string
      readonly statistics: string
      readonly overview: string
      readonly items: string
      readonly ofExpected: (values: { readonly have: number; readonly expected: number }) => string
      readonly heldCampaigns: (values: { readonly held: number; readonly count: number }) => string
      readonly noneTitle: string
      readonly noneTitleOf: (values: { readonly count: number }) => string
      readonly noneText: string
      readonly noneAction: string
      readonly fetchDetails: string
      readonly detailsFailed: string
      readonly downloadingTitle: (values: { readonly name: string }) => string
      readonly downloadingText: string
      readonly waitingTitle: (values: { readonly name: string }) => string
      readonly waitingText: string
      readonly pausedTitle: (values: { readonly name: string }) => string
      readonly failedTitle: (values: { readonly name: string }) => string
      readonly missing: string
    }
    readonly snapshot: {
      readonly title: string
      readonly complete: string
      readonly incomplete: string
      readonly notDownloaded: string
      readonly downloading: string
      readonly waiting: string
      readonly paused: string
      readonly needsDecision: string
      readonly deleted: string
      readonly accessLost: string
      readonly of: (values: { readonly have: number; readonly expected: number }) => string
    }
    readonly all: {
      readonly noCampaignsTitle: string
      readonly findingTitle: string
      readonly nothingHereTitle: (values: { readonly count: number }) => string
      readonly nothingHereText: string
      readonly downloadAll: (values: { readonly count: number }) => string
    }
  }
  readonly changes: {
    readonly tab: string
    readonly search: (values: { readonly campaign: string }) => string
    readonly list: string
    readonly kinds: {
      readonly added: string
      readonly changed: string
      readonly gone: string
    }
    readonly campaignKind: string
    readonly kindsLabel: string
    readonly kindHints: {
      readonly added: string
      readonly changed: string
      readonly gone: string
    }
    readonly since: {
      readonly label: string
      readonly button: (values: { readonly when: string }) => string
      readonly hint: string
      readonly lastLooked: string
      readonly lastLookedText: string
      readonly periods: {
        readonly '1': string
        readonly '7': string
        readonly '30': string
      }
      readonly everything: string
      readonly downloads: string
      readonly from: (values: { readonly day: string }) => string
      readonly partial: (values: { readonly period: string; readonly day: string }) => string
      readonly comparedWith: (values: { readonly when: string }) => string
      readonly recordedFrom: (values: { readonly when: string }) => string
      readonly itemCount: (values: { readonly count: number }) => string
      readonly changeCounts: {
        readonly added: (values: { readonly count: number }) => string
        readonly changed: (values: { readonly count: number }) => string
        readonly deleted: (values: { readonly count: number }) => string
        readonly none: string
      }
      readonly recent: string
      readonly incomplete: string
    }
    readonly fieldsChoice: {
      readonly label: string
      readonly button: (values: { readonly shown: number; readonly all: number }) => string
      readonly option: (values: { readonly name: string; readonly count: number }) => string
    }
    readonly groupBy: {
      readonly label: string
      readonly button: (values: { readonly name: string }) => string
      readonly download: string
      readonly field: string
    }
    readonly groups: {
      readonly today: string
      readonly yesterday: string
      readonly items: (values: { readonly count: number }) => string
      readonly menu: string
      readonly downloads: (values: { readonly count: number; readonly times: string }) => string
      readonly moreDownloads: (values: { readonly times: string; readonly more: number }) => string
    }
    readonly columns: {
      readonly posNumber: string
      readonly item: string
      readonly field: string
      readonly before: string
      readonly now: string
    }
    readonly report: string
    readonly reportHint: string
    readonly markSeen: string
    readonly markSeenHint: string
    readonly markedSeen: string
    readonly unseen: string
    readonly changedItems: {
      readonly changed: {
        readonly plain: (values: { readonly count: number; readonly number: string }) => string
        readonly allSeen: (values: { readonly count: number; readonly number: string }) => string
        readonly noneSeen: (values: { readonly count: number; readonly number: string }) => string
        readonly someSeen: (values: { readonly count: number; readonly number: string; readonly unseen: number }) => string
      }
      readonly found: {
        readonly plain: (values: { readonly count: number; readonly number: string }) => string
        readonly allSeen: (values: { readonly count: number; readonly number: string }) => string
        readonly noneSeen: (values: { readonly count: number; readonly number: string }) => string
        readonly someSeen: (values: { readonly count: number; readonly number: string; readonly unseen: number }) => string
      }
    }
    readonly hidden: {
      readonly anyField: (values: { readonly count: number }) => string
      readonly oneField: (values: { readonly field: string; readonly count: number }) => string
    }
    readonly showHidden: string
    readonly pieces: (values: { readonly count: number; readonly shown: string }) => string
    readonly moreFields: (values: { readonly count: number }) => string
    readonly unseenInTab: (values: { readonly count: number }) => string
    readonly campaign: (values: { readonly count: number }) => string
    readonly campaignFields: string
    readonly from: string
    readonly to: string
    readonly absent: string
    readonly null: string
    readonly emptyText: string
    readonly emptyList: string
    readonly entries: (values: { readonly count: number }) => string
    readonly fields: (values: { readonly count: number }) => string
    readonly yes: string
    readonly no: string
    readonly unnamed: string
    readonly addedText: string
    readonly deletedText: string
    readonly details: {
      readonly label: string
      readonly nothing: string
      readonly nothingText: string
      readonly before: string
      readonly now: string
      readonly noticed: (values: { readonly when: string }) => string
      readonly open: string
      readonly markSeen: string
      readonly addedText: string
      readonly deletedText: string
    }
    readonly menu: {
      readonly label: string
      readonly copyPosNumber: string
    }
    readonly states: {
      readonly loading: string
      readonly failedTitle: string
      readonly firstDownloadTitle: string
      readonly firstDownloadText: (values: { readonly when: string }) => string
      readonly noneTitle: string
      readonly noneText: (values: { readonly when: string }) => string
      readonly noneTextAll: string
      readonly seenTitle: string
      readonly seenText: string
      readonly showAll: string
      readonly filteredTitle: string
      readonly filteredText: string
      readonly clear: string
      readonly noMatchTitle: (values: { readonly search: string }) => string
      readonly noMatchText: string
      readonly clearSearch: string
      readonly hiddenTitle: string
      readonly getRecent: string
    }
    readonly unseenInList: {
      readonly added: string
      readonly changed: string
      readonly inspector: {
        readonly added: string
        readonly changed: string
      }
      readonly show: string
      readonly fieldChanged: string
      readonly was: (values: { readonly value: string }) => string
    }
    readonly export: {
      readonly title: string
      readonly reportTitle: string
      readonly view: (values: { readonly count: number }) => string
      readonly viewText: string
      readonly failedTitle: string
      readonly nothing: string
      readonly name: (values: { readonly campaign: string }) => string
    }
  }
  readonly checks: {
    readonly tab: string
    readonly openInTab: (values: { readonly count: number }) => string
    readonly title: string
    readonly loading: string
    readonly failedTitle: string
    readonly sections: {
      readonly open: string
      readonly passed: string
      readonly accepted: string
    }
    readonly allPassed: string
    readonly severities: {
      readonly problem: string
      readonly attention: string
      readonly note: string
    }
    readonly filter: {
      readonly label: string
      readonly all: string
    }
    readonly sort: {
      readonly label: string
      readonly button: (values: { readonly name: string }) => string
      readonly count: string
      readonly severity: string
      readonly name: string
    }
    readonly checked: (values: { readonly ago: string }) => string
    readonly checkAgain: string
    readonly newRule: string
    readonly standard: string
    readonly nothing: string
    readonly items: (values: { readonly count: number }) => string
    readonly elements: (values: { readonly count: number }) => string
    readonly dates: (values: { readonly count: number }) => string
    readonly acceptedCount: {
      readonly undated: (values: { readonly count: number }) => string
      readonly dated: (values: { readonly count: number; readonly date: string }) => string
    }
    readonly acceptedOn: (values: { readonly date: string }) => string
    readonly search: string
    readonly clearSearch: string
    readonly shown: (values: { readonly number: string; readonly all: number }) => string
    readonly noMatchTitle: (values: { readonly search: string }) => string
    readonly noMatchText: string
    readonly show: string
    readonly showOf: (values: { readonly name: string }) => string
    readonly accept: string
    readonly acceptOf: (values: { readonly name: string }) => string
    readonly revoke: string
    readonly revokeOf: (values: { readonly name: string }) => string
    readonly edit: (values: { readonly name: string }) => string
    readonly duplicateOf: (values: { readonly name: string }) => string
    readonly acceptedAnnouncement: (values: { readonly name: string }) => string
    readonly revokedAnnouncement: (values: { readonly name: string }) => string
    readonly summary: (values: { readonly open: number; readonly number: string; readonly all: number }) => string
    readonly findings: (values: { readonly count: number; readonly itemCount: number }) => string
    readonly datesText: (values: { readonly first: string; readonly firstDate: string; readonly second: string; readonly secondDate: string }) => string
    readonly andMore: (values: { readonly count: number }) => string
    readonly builtIn: {
      readonly quantityZero: {
        readonly name: string
        readonly text: string
      }
      readonly quantityBeyond: {
        readonly name: (values: { readonly most: number }) => string
        readonly text: string
      }
      readonly noArtwork: {
        readonly name: string
        readonly text: string
      }
      readonly lockedWithoutArtwork: {
        readonly name: string
        readonly text: string
      }
      readonly posMissing: {
        readonly name: string
        readonly text: string
      }
      readonly posDuplicate: {
        readonly name: string
        readonly text: string
      }
      readonly posForm: {
        readonly name: string
        readonly text: (values: { readonly form: string }) => string
      }
      readonly elementWithoutItems: {
        readonly name: string
        readonly text: string
      }
      readonly datesOutOfOrder: {
        readonly name: string
        readonly text: string
      }
    }
    readonly newFromList: {
      readonly needsFilter: string
      readonly needsCampaign: string
      readonly unsupported: string
    }
    readonly rule: {
      readonly edit: string
      readonly duplicate: string
      readonly copyName: (values: { readonly name: string }) => string
      readonly close: string
      readonly name: string
      readonly severity: string
      readonly scope: string
      readonly allCampaigns: string
      readonly thisCampaign: string
      readonly search: string
      readonly searchHint: string
      readonly nameMissing: string
      readonly searchMissing: string
      readonly searchWrong: (values: { readonly reason: string }) => string
      readonly inCampaign: (values: { readonly campaign: string }) => string
      readonly inCampaignOfAll: (values: { readonly campaign: string; readonly total: number; readonly campaigns: number }) => string
      readonly firstItems: string
      readonly unnamed: string
      readonly counting: string
      readonly countFailed: string
      readonly save: string
      readonly saved: (values: { readonly name: string }) => string
      readonly failedTitle: string
      readonly cancel: string
      readonly remove: string
      readonly full: (values: { readonly most: number }) => string
    }
    readonly deletion: {
      readonly title: string
      readonly text: (values: { readonly name: string }) => string
      readonly delete: string
      readonly deleted: (values: { readonly name: string }) => string
    }
    readonly dialog: {
      readonly title: string
      readonly text: string
      readonly maxQuantity: string
      readonly maxQuantityHint: string
      readonly notANumber: string
      readonly posForm: string
      readonly posFormHint: string
    }
  }
  readonly columns: {
    readonly items: {
      readonly itemName: string
      readonly posNumber: string
      readonly elementName: string
      readonly artworkNames: string
      readonly campaignName: string
      readonly status: string
      readonly qty: string
      readonly isLocked: string
      readonly hasArtwork: string
      readonly hasAllocations: string
      readonly workflowTemplateName: string
      readonly updatedAt: string
      readonly campaignItemId: string
      readonly campaignId: string
      readonly itemId: string
      readonly elementId: string
      readonly clientId: string
    }
    readonly sections: {
      readonly identity: string
      readonly status: string
      readonly classification: string
      readonly dates: string
      readonly people: string
      readonly defaults: string
      readonly prices: string
      readonly elementGroups: string
      readonly assetGroups: string
      readonly notifications: string
      readonly known: string
      readonly rest: string
    }
    readonly review: {
      readonly reviewMark: string
      readonly reviewNote: string
      readonly reviewPhotos: string
      readonly reviewedAt: string
      readonly changedSinceReview: string
    }
    readonly artworkAddress: string
    readonly picture: string
    readonly otherTypes: (values: { readonly count: number; readonly names: string }) => string
    readonly otherTypesOf: (values: { readonly name: string; readonly count: number }) => string
    readonly changes: {
      readonly kind: string
      readonly campaignItemId: string
      readonly itemName: string
      readonly posNumber: string
      readonly field: string
      readonly old: string
      readonly new: string
      readonly noticedAt: string
    }
  }
  readonly commands: {
    readonly undo: {
      readonly label: string
      readonly menu: string
      readonly shortcut: string
    }
    readonly redo: {
      readonly label: string
      readonly menu: string
    }
    readonly tabOverview: {
      readonly label: string
      readonly menu: string
      readonly shortcut: string
    }
    readonly tabItems: {
      readonly label: string
      readonly menu: string
    }
    readonly tabArtwork: {
      readonly label: string
      readonly menu: string
    }
    readonly tabChanges: {
      readonly label: string
      readonly menu: string
    }
    readonly tabChecks: {
      readonly label: string
      readonly menu: string
    }
    readonly tabStatistics: {
      readonly label: string
      readonly menu: string
    }
    readonly home: {
      readonly label: string
      readonly menu: string
    }
    readonly allCampaigns: {
      readonly label: string
      readonly menu: string
    }
    readonly timeline: {
      readonly label: string
      readonly menu: string
    }
    readonly allStatistics: {
      readonly label: string
      readonly menu: string
    }
    readonly compareCampaigns: {
      readonly label: string
      readonly menu: string
    }
    readonly allItems: {
      readonly label: string
      readonly menu: string
    }
    readonly back: {
      readonly label: string
      readonly menu: string
      readonly shortcut: string
    }
    readonly forward: {
      readonly label: string
      readonly menu: string
    }
    readonly nextPart: {
      readonly label: string
    }
    readonly previousPart: {
      readonly label: string
    }
    readonly palette: {
      readonly label: string
      readonly menu: string
    }
    readonly search: {
      readonly label: string
      readonly menu: string
    }
    readonly findList: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly download: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly downloadEverything: {
      readonly label: string
      readonly menu: string
    }
    readonly activity: {
      readonly label: string
      readonly menu: string
    }
    readonly export: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly printList: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly repeatExport: {
      readonly label: string
      readonly menu: string
    }
    readonly report: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly findCampaigns: {
      readonly label: string
      readonly menu: string
    }
    readonly addCampaign: {
      readonly label: string
      readonly menu: string
    }
    readonly toggleCampaigns: {
      readonly label: string
      readonly menu: string
    }
    readonly toggleDetails: {
      readonly label: string
      readonly menu: string
    }
    readonly reviewItems: {
      readonly label: string
      readonly menu: string
      readonly shortcut: string
    }
    readonly toggleMarks: {
      readonly label: string
      readonly menu: string
      readonly shortcut: string
    }
    readonly writeReview: {
      readonly label: string
      readonly menu: string
    }
    readonly readReview: {
      readonly label: string
      readonly menu: string
    }
    readonly backUp: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly restoreBackup: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly automaticDownloads: {
      readonly label: string
      readonly menu: string
    }
    readonly connectionDoctor: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly openWindow: {
      readonly label: string
      readonly menu: string
    }
    readonly newConnection: {
      readonly label: string
      readonly menu: string
    }
    readonly zoomIn: {
      readonly label: string
      readonly menu: string
      readonly shortcut: string
      readonly keywords: string
    }
    readonly zoomOut: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly actualSize: {
      readonly label: string
      readonly menu: string
    }
    readonly settings: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly guide: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly shortcuts: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly saveDiagnostics: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly reportProblem: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly checkForUpdates: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly about: {
      readonly label: string
      readonly menu: string
      readonly keywords: string
    }
    readonly saveView: {
      readonly label: string
    }
    readonly searchBy: {
      readonly label: (values: { readonly choice: string }) => string
    }
    readonly viewArtwork: {
      readonly label: string
      readonly shortcut: string
    }
    readonly filter: {
      readonly label: string
    }
    readonly clearFilters: {
      readonly label: string
    }
    readonly sortBy: {
      readonly label: (values: { readonly choice: string }) => string
    }
    readonly groupBy: {
      readonly label: (values: { readonly choice: string }) => string
    }
    readonly ungroup: {
      readonly label: string
    }
    readonly collapseGroups: {
      readonly label: string
    }
    readonly expandGroups: {
      readonly label: string
    }
    readonly columns: {
      readonly label: string
      readonly keywords: string
    }
    readonly newCheck: {
      readonly label: string
    }
    readonly rowColors: {
      readonly label: string
    }
    readonly fitColumns: {
      readonly label: string
    }
    readonly freezeColumns: {
      readonly label: string
      readonly shortcut: string
    }
    readonly unfreezeColumns: {
      readonly label: string
    }
    readonly rowHeight: {
      readonly label: (values: { readonly choice: string }) => string
    }
    readonly captions: {
      readonly label: string
    }
    readonly orderByMarks: {
      readonly label: (values: { readonly choice: string }) => string
    }
    readonly addPhotos: {
      readonly label: string
      readonly shortcut: string
    }
    readonly takePhoto: {
      readonly label: string
      readonly shortcut: string
    }
    readonly nextUnreviewed: {
      readonly label: string
    }
    readonly selectAll: {
      readonly label: string
      readonly shortcut: string
    }
    readonly invertSelection: {
      readonly label: string
    }
    readonly copyRows: {
      readonly label: string
    }
    readonly copyCell: {
      readonly label: string
    }
    readonly markOk: {
      readonly label: string
      readonly shortcut: string
    }
    readonly markProblem: {
      readonly label: string
    }
    readonly markQuestion: {
      readonly label: string
    }
    readonly clearMark: {
      readonly label: string
    }
    readonly editNote: {
      readonly label: string
      readonly shortcut: string
    }
  }
  readonly comparison: {
    readonly title: string
    readonly kinds: {
      readonly campaign: string
      readonly different: string
      readonly equal: string
      readonly onlyIn: (values: { readonly campaign: string }) => string
      readonly notMatched: {
        readonly missing: (values: { readonly campaign: string }) => string
        readonly ambiguous: (values: { readonly campaign: string }) => string
      }
    }
    readonly columns: {
      readonly difference: string
      readonly posNumber: string
      readonly itemName: string
      readonly field: string
    }
    readonly document: (values: { readonly first: string; readonly second: string }) => string
    readonly pickers: {
      readonly first: string
      readonly second: string
      readonly prefix: (values: { readonly picker: string }) => string
      readonly choose: string
      readonly search: string
      readonly nothing: string
      readonly other: string
      readonly swap: string
    }
    readonly empty: {
      readonly title: string
      readonly text: string
      readonly suggestion: (values: { readonly earlier: string; readonly later: string }) => string
      readonly suggestionText: string
      readonly chooseFirst: string
      readonly chooseSecond: string
      readonly oneText: string
    }
    readonly bar: {
      readonly matchBy: (values: { readonly column: string }) => string
      readonly matchLabel: string
      readonly matchHint: string
      readonly otherColumns: string
      readonly otherFields: string
      readonly fields: (values: { readonly shown: number; readonly total: number }) => string
      readonly fieldsLabel: string
      readonly fieldsHint: string
      readonly allFields: string
      readonly matched: string
      readonly lastField: string
      readonly view: string
      readonly items: string
      readonly campaignFields: string
      readonly campaignFieldsCount: (values: { readonly count: number }) => string
      readonly sort: (values: { readonly order: string }) => string
      readonly sortLabel: string
      readonly sorts: {
        readonly difference: string
        readonly posNumber: string
        readonly itemName: string
      }
      readonly sortTexts: {
        readonly difference: string
      }
      readonly export: string
    }
    readonly search: string
    readonly tabs: {
      readonly label: string
      readonly words: {
        readonly different: string
        readonly equal: string
        readonly notMatched: string
      }
      readonly onlyIn: (values: { readonly campaign: string }) => string
      readonly inOneField: string
      readonly inAllFields: (values: { readonly count: number }) => string
      readonly noMatch: (values: { readonly column: string }) => string
      readonly reasons: (values: { readonly ambiguous: number; readonly missing: number }) => string
      readonly reasonsNone: string
    }
    readonly facets: {
      readonly title: string
      readonly none: string
      readonly filter: (values: { readonly column: string; readonly count: number }) => string
    }
    readonly table: {
      readonly label: {
        readonly different: string
        readonly equal: string
        readonly onlyFirst: string
        readonly onlySecond: string
        readonly notMatched: string
      }
      readonly campaign: string
      readonly reason: string
      readonly change: string
      readonly unnamed: string
      readonly noPosNumber: string
      readonly none: string
      readonly first: string
      readonly second: string
      readonly to: string
      readonly reasons: {
        readonly missing: (values: { readonly column: string }) => string
        readonly ambiguous: (values: { readonly column: string }) => string
      }
      readonly days: (values: { readonly count: number; readonly shown: string }) => string
    }
    readonly menu: {
      readonly label: string
      readonly open: (values: { readonly campaign: string }) => string
      readonly copyPosNumber: string
    }
    readonly footer: {
      readonly differences: (values: { readonly items: number; readonly count: number }) => string
      readonly items: (values: { readonly count: number }) => string
      readonly totals: (values: { readonly firstCount: string; readonly first: string; readonly secondCount: string; readonly second: string }) => string
      readonly campaignFields: (values: { readonly different: number; readonly equal: number }) => string
    }
    readonly states: {
      readonly loading: string
      readonly loadingItems: (values: { readonly first: number; readonly second: number }) => string
      readonly cancel: string
      readonly canceledTitle: string
      readonly canceledText: string
      readonly compareAgain: string
      readonly failedTitle: string
      readonly noMatchTitle: string
      readonly noMatchText: (values: { readonly search: string }) => string
      readonly clearSearch: string
      readonly nothingMatchedTitle: string
      readonly nothingMatchedText: (values: { readonly column: string }) => string
      readonly noFieldTitle: string
      readonly showAllFields: string
      readonly empty: {
        readonly different: {
          readonly title: string
          readonly text: string
        }
        readonly equal: {
          readonly title: string
          readonly text: string
        }
        readonly onlyFirst: {
          readonly title: string
          readonly text: string
        }
        readonly onlySecond: {
          readonly title: string
          readonly text: string
        }
        readonly notMatched: {
          readonly title: string
          readonly text: string
        }
      }
      readonly sameFieldsTitle: string
      readonly sameFieldsText: string
      readonly noRecordTitle: string
      readonly noRecordText: (values: { readonly campaign: string }) => string
      readonly noFieldMatchTitle: string
    }
    readonly export: {
      readonly title: string
      readonly failedTitle: string
      readonly scope: string
      readonly shown: string
      readonly shownText: (values: { readonly list: string; readonly count: number }) => string
      readonly all: string
      readonly allText: string
      readonly text: string
      readonly nothing: string
      readonly name: (values: { readonly first: string; readonly second: string }) => string
    }
  }
  readonly connect: {
    readonly title: string
    readonly lead: string
    readonly baseUrl: string
    readonly baseUrlPlaceholder: string
    readonly baseUrlHint: string
    readonly key: string
    readonly keyPlaceholder: string
    readonly keyHint: string
    readonly showKey: string
    readonly hideKey: string
    readonly test: string
    readonly connect: string
    readonly useAddress: (values: { readonly address: string }) => string
    readonly settings: string
    readonly trySample: string
    readonly sampleTitle: string
    readonly sampleText: (values: { readonly campaigns: number; readonly items: number }) => string
    readonly preview: {
      readonly filter: string
      readonly export: string
      readonly allItems: string
      readonly found: (values: { readonly count: number }) => string
      readonly count: (values: { readonly found: number; readonly count: number }) => string
    }
    readonly works: (values: { readonly host: string; readonly took: string; readonly count: number }) => string
    readonly worksTitle: string
    readonly noItems: string
    readonly itemCount: string
    readonly answerTime: string
    readonly failed: {
      readonly addressInvalid: string
      readonly addressInsecure: string
      readonly keyInvalid: string
      readonly offline: (values: { readonly host: string }) => string
      readonly unreachable: (values: { readonly host: string }) => string
      readonly timeout: (values: { readonly host: string }) => string
      readonly tls: string
      readonly clientCertificate: string
      readonly proxyFailed: string
      readonly captivePortal: string
      readonly redirected: string
      readonly badAnswer: string
      readonly serviceUnauthorized: string
      readonly serviceForbidden: string
      readonly serviceNotFound: string
    }
    readonly back: (values: { readonly name: string }) => string
    readonly baseUrlMissing: string
    readonly keyMissing: string
    readonly milliseconds: (values: { readonly duration: number }) => string
  }
  readonly connections: {
    readonly menu: string
    readonly none: string
    readonly button: (values: { readonly name: string }) => string
    readonly sample: string
    readonly new: string
    readonly rename: string
    readonly replaceKey: string
    readonly forget: string
    readonly renameTitle: string
    readonly name: string
    readonly nameMissing: string
    readonly replaceTitle: string
    readonly replaceText: (values: { readonly name: string }) => string
    readonly replace: string
    readonly confirmTitle: string
    readonly changedAddress: (values: { readonly savedFor: string; readonly origin: string }) => string
    readonly changedCertificates: (values: { readonly origin: string }) => string
    readonly notSent: string
    readonly confirmChoice: (values: { readonly origin: string }) => string
    readonly confirm: string
    readonly editAddress: string
    readonly addressTitle: string
    readonly addressText: string
    readonly otherOrigin: (values: { readonly savedFor: string; readonly origin: string }) => string
    readonly keyChoice: string
    readonly enterKey: string
    readonly sendKey: string
    readonly otherService: string
    readonly addressChanged: (values: { readonly host: string }) => string
    readonly forgetTitle: (values: { readonly name: string }) => string
    readonly forgetLosing: string
    readonly forgetCampaigns: (values: { readonly campaigns: number; readonly items: number }) => string
    readonly forgetUncounted: string
    readonly forgetBytes: (values: { readonly size: string }) => string
    readonly forgetKey: string
    readonly forgetNames: string
    readonly forgetWayBack: string
    readonly forgetWayBackSample: string
    readonly forgetAction: string
    readonly forgotten: (values: { readonly name: string }) => string
    readonly counting: string
    readonly addressReasons: {
      readonly keyNotConfirmed: (values: { readonly origin: string }) => string
      readonly taken: (values: { readonly name: string }) => string
    }
    readonly keyReasons: {
      readonly certificatesChanged: (values: { readonly origin: string }) => string
      readonly originChanged: (values: { readonly savedFor: string; readonly origin: string }) => string
      readonly changedAgain: string
    }
  }
  readonly counts: {
    readonly items: (values: { readonly count: number }) => string
  }
  readonly details: {
    readonly fetching: string
    readonly progress: (values: { readonly done: number; readonly total: number }) => string
    readonly failed: string
    readonly cancelled: string
    readonly title: (values: { readonly count: number }) => string
    readonly outcome: (values: { readonly count: number }) => string
    readonly outcomeWithOthers: (values: { readonly count: number; readonly others: string }) => string
    readonly others: {
      readonly forbidden: (values: { readonly count: number }) => string
      readonly missing: (values: { readonly count: number }) => string
      readonly skipped: (values: { readonly count: number }) => string
      readonly failed: (values: { readonly count: number }) => string
    }
  }
  readonly diagnostics: {
    readonly title: string
    readonly intro: string
    readonly privacy: string
    readonly files: string
    readonly save: string
    readonly collecting: string
    readonly failedTitle: string
    readonly notSavedTitle: string
    readonly nothingChosen: string
    readonly saved: string
    readonly saveTitle: string
    readonly fileName: (values: { readonly day: string }) => string
    readonly include: (values: { readonly name: string }) => string
    readonly chosen: (values: { readonly count: number; readonly all: number; readonly size: string }) => string
    readonly textOf: (values: { readonly name: string }) => string
    readonly binary: string
    readonly kinds: {
      readonly system: string
      readonly settings: string
      readonly connections: string
      readonly crashes: string
      readonly doctor: string
      readonly log: string
      readonly crashReport: string
    }
    readonly report: {
      readonly title: string
      readonly text: string
      readonly sent: string
      readonly attach: string
      readonly open: string
      readonly saveDiagnostics: string
      readonly failedTitle: string
    }
    readonly crashReports: {
      readonly delete: (values: { readonly count: number }) => string
      readonly failedTitle: string
    }
    readonly safeMode: {
      readonly title: string
      readonly text: string
      readonly restart: string
    }
    readonly lines: {
      readonly connection: (values: { readonly index: number }) => string
      readonly notRun: string
      readonly noCrashes: string
      readonly crashReports: (values: { readonly count: number }) => string
    }
    readonly issue: {
      readonly happened: string
      readonly expected: string
    }
    readonly safeModeDialog: {
      readonly message: string
      readonly detail: string
      readonly safe: string
      readonly normal: string
    }
  }
  readonly dialog: {
    readonly cancel: string
    readonly close: string
    readonly done: string
    readonly save: string
  }
  readonly doctor: {
    readonly sample: string
    readonly address: string
    readonly noProxy: string
    readonly proxy: (values: { readonly address: string }) => string
    readonly nameKnown: (values: { readonly host: string }) => string
    readonly nameUnknown: (values: { readonly host: string }) => string
    readonly proxyUnknown: (values: { readonly host: string }) => string
    readonly connected: (values: { readonly address: string }) => string
    readonly refused: (values: { readonly address: string }) => string
    readonly silent: (values: { readonly address: string }) => string
    readonly trusted: string
    readonly trustedUntil: (values: { readonly days: number }) => string
    readonly chainIncomplete: (values: { readonly issuer: string }) => string
    readonly keyAccepted: string
    readonly keyUnknown: string
    readonly firstPage: (values: { readonly total: number }) => string
    readonly paging: string
    readonly pagingIgnored: string
    readonly pagingOverlap: string
    readonly pagingEmpty: string
    readonly pagingLimit: string
    readonly order: string
    readonly orderIgnored: string
    readonly orderUnknown: string
    readonly clock: (values: { readonly seconds: number }) => string
    readonly clockOff: {
      readonly ahead: (values: { readonly minutes: number }) => string
      readonly behind: (values: { readonly minutes: number }) => string
    }
    readonly skipped: {
      readonly sample: string
      readonly before: string
      readonly stopped: string
      readonly timeOver: string
      readonly isIp: (values: { readonly host: string }) => string
      readonly noTls: string
      readonly tooFew: string
      readonly noClock: string
    }
    readonly facts: {
      readonly otherTypes: (values: { readonly text: string }) => string
      readonly address: (values: { readonly address: string }) => string
      readonly proxy: (values: { readonly address: string; readonly kind: string }) => string
      readonly ip: (values: { readonly address: string }) => string
      readonly system: (values: { readonly code: string }) => string
      readonly connected: (values: { readonly address: string; readonly milliseconds: number }) => string
      readonly notConnected: (values: { readonly address: string; readonly code: string }) => string
      readonly protocol: (values: { readonly protocol: string; readonly cipher: string }) => string
      readonly certificate: (values: { readonly number: number; readonly subject: string }) => string
      readonly names: (values: { readonly names: string }) => string
      readonly issuer: (values: { readonly issuer: string }) => string
      readonly validity: (values: { readonly from: string; readonly until: string }) => string
      readonly fingerprint: (values: { readonly fingerprint: string }) => string
      readonly extraAuthority: (values: { readonly subjects: string }) => string
      readonly verificationError: (values: { readonly code: string }) => string
      readonly detail: (values: { readonly detail: string }) => string
      readonly took: (values: { readonly milliseconds: number }) => string
      readonly page: {
        readonly unlimited: (values: { readonly asked: number; readonly got: number }) => string
        readonly limited: (values: { readonly asked: number; readonly got: number; readonly limit: number }) => string
      }
      readonly total: (values: { readonly total: number }) => string
      readonly overlap: (values: { readonly count: number }) => string
      readonly serviceClock: (values: { readonly time: string }) => string
      readonly localClock: (values: { readonly time: string }) => string
    }
    readonly report: {
      readonly title: string
      readonly made: (values: { readonly time: string }) => string
      readonly result: (values: { readonly check: string; readonly verdict: string }) => string
      readonly timedResult: (values: { readonly check: string; readonly verdict: string; readonly milliseconds: number }) => string
    }
    readonly checks: {
      readonly address: string
      readonly proxy: string
      readonly dns: string
      readonly tcp: string
      readonly tls: string
      readonly key: string
      readonly firstPage: string
      readonly paging: string
      readonly order: string
      readonly clock: string
    }
    readonly verdicts: {
      readonly ok: string
      readonly attention: string
      readonly failed: string
      readonly skipped: string
    }
  }
  readonly download: {
    readonly incompleteReasons: {
      readonly counts: (values: { readonly expected: number; readonly received: number }) => string
      readonly withoutData: (values: { readonly items: number }) => string
      readonly noCount: string
      readonly invalidCount: (values: { readonly stated: string }) => string
      readonly countUnsteady: string
      readonly repeats: string
      readonly unstable: (values: { readonly expected: number; readonly received: number }) => string
    }
    readonly incompleteConsequences: {
      readonly kept: string
      readonly nothing: string
      readonly marked: string
    }
    readonly campaignRefused: {
      readonly forbidden: string
      readonly missing: string
    }
    readonly recordRefused: {
      readonly forbidden: (values: { readonly keepsEarlier: boolean }) => string
      readonly missing: (values: { readonly keepsEarlier: boolean }) => string
    }
    readonly notes: {
      readonly unordered: string
    }
    readonly fullDownloadReasons: {
      readonly noSnapshot: string
      readonly noNewestTime: string
      readonly removed: string
      readonly beyond: string
      readonly order: string
      readonly many: string
      readonly withoutData: string
      readonly noCount: string
      readonly unstable: string
    }
    readonly detailsIncomplete: (values: { readonly failed: number; readonly reason: string }) => string
    readonly discoveryIncomplete: {
      readonly missing: (values: { readonly missing: number; readonly expected: number }) => string
      readonly unstable: string
      readonly noCount: string
      readonly invalidCount: (values: { readonly stated: string }) => string
    }
  }
  readonly error: {
    readonly retry: string
    readonly details: string
    readonly copyDetails: string
    readonly copied: string
    readonly dismiss: string
  }
  readonly exportDialog: {
    readonly formats: {
      readonly xlsx: string
      readonly csv: string
      readonly html: string
      readonly md: string
      readonly json: string
      readonly jsonl: string
    }
    readonly more: string
    readonly moreFormats: string
    readonly otherFormat: (values: { readonly format: string }) => string
    readonly start: string
    readonly startRows: (values: { readonly count: number }) => string
    readonly edit: string
    readonly editHint: string
    readonly rename: string
    readonly renameHint: string
    readonly folderLabel: string
    readonly saveAs: string
    readonly saveAsText: string
    readonly noFolder: (values: { readonly name: string }) => string
    readonly options: string
    readonly changed: (values: { readonly count: number }) => string
    readonly reset: string
    readonly resetHint: string
    readonly done: string
    readonly back: string
    readonly rowsAndColumns: string
    readonly rowsAndColumnsOf: (values: { readonly count: number; readonly columns: string }) => string
    readonly everyField: string
    readonly rowSets: {
      readonly view: string
      readonly selection: string
      readonly whole: string
    }
    readonly selectionLost: string
    readonly wholeOf: (values: { readonly name: string }) => string
    readonly wholeAll: string
    readonly rowSet: (values: { readonly label: string; readonly count: number }) => string
    readonly rowSetText: (values: { readonly text: string; readonly sort: string }) => string
    readonly findColumn: string
    readonly columnsOf: (values: { readonly count: number; readonly total: number }) => string
    readonly notExported: string
    readonly noColumnFound: string
    readonly exported: (values: { readonly count: number }) => string
  }
  readonly exportExtras: {
    readonly overflow: {
      readonly label: string
      readonly ways: {
        readonly additionalSheets: {
          readonly oneFile: string
          readonly files: string
          readonly stop: string
        }
        readonly sameSheet: {
          readonly oneFile: string
          readonly files: string
          readonly stop: string
        }
      }
      readonly texts: {
        readonly oneFile: {
          readonly additionalSheets: string
          readonly sameSheet: string
        }
        readonly files: {
          readonly additionalSheets: string
          readonly sameSheet: string
        }
        readonly stop: {
          readonly additionalSheets: string
          readonly sameSheet: string
        }
      }
    }
    readonly artworks: string
    readonly artworkStyles: {
      readonly joined: string
      readonly rows: string
    }
    readonly separator: string
    readonly separators: {
      readonly semicolon: string
      readonly comma: string
      readonly verticalBar: string
      readonly lineBreak: string
    }
    readonly rowsText: string
    readonly links: string
    readonly linksText: string
    readonly pictures: string
    readonly picturesText: string
    readonly picturesHere: (values: { readonly count: number; readonly rows: number }) => string
    readonly longTexts: string
    readonly longTextStyles: {
      readonly cut: string
      readonly leaveOut: string
    }
    readonly campaignSheet: string
    readonly totalsSheet: string
    readonly campaigns: {
      readonly sheet: string
      readonly field: string
      readonly key: string
    }
    readonly totals: {
      readonly sheet: string
      readonly by: string
      readonly value: string
      readonly items: string
      readonly all: string
      readonly none: string
      readonly others: string
    }
    readonly flags: {
      readonly no: string
      readonly yes: string
    }
    readonly headingInZone: (values: { readonly heading: string; readonly zone: string }) => string
    readonly timesInZone: (values: { readonly zone: string }) => string
    readonly description: {
      readonly dataFrom: (values: { readonly date: string }) => string
      readonly incomplete: string
      readonly writtenBy: string
    }
    readonly records: string
    readonly recordStyles: {
      readonly columns: string
      readonly received: string
    }
  }
  readonly exportFiles: {
    readonly writeReasons: {
      readonly noFolder: string
      readonly isFolder: string
      readonly noPermission: string
      readonly readOnly: string
      readonly diskFull: string
      readonly quotaUsed: string
      readonly tooLarge: string
      readonly isOpen: string
      readonly isOpenOrForbidden: string
      readonly nameTooLong: string
      readonly nameInvalid: string
      readonly linkLoop: string
      readonly tooManyOpen: string
      readonly diskError: string
      readonly noReader: string
      readonly singleFile: string
      readonly other: (values: { readonly code: string }) => string
    }
    readonly writeAdvice: {
      readonly noFolder: string
      readonly isFolder: string
      readonly noPermission: string
      readonly readOnly: string
      readonly diskFull: string
      readonly quotaUsed: string
      readonly tooLarge: string
      readonly isOpen: string
      readonly isOpenOrForbidden: string
      readonly nameTooLong: string
      readonly nameInvalid: string
      readonly linkLoop: string
      readonly tooManyOpen: string
      readonly diskError: string
    }
    readonly verificationReasons: {
      readonly cells: string
      readonly cutShort: string
    }
    readonly altered: (values: { readonly count: number; readonly changes: string }) => string
    readonly alterations: {
      readonly cut: (values: { readonly count: number }) => string
      readonly leftOut: (values: { readonly count: number }) => string
      readonly guarded: (values: { readonly count: number }) => string
      readonly replaced: (values: { readonly count: number }) => string
      readonly credentials: (values: { readonly count: number }) => string
    }
  }
  readonly exportPreview: {
    readonly pictureCell: string
    readonly recordHeading: string
    readonly title: string
    readonly rows: (values: { readonly count: number }) => string
    readonly files: (values: { readonly count: number }) => string
    readonly sizeAbout: (values: { readonly size: string }) => string
    readonly checking: (values: { readonly checked: number; readonly count: number }) => string
    readonly beginning: string
    readonly failed: string
    readonly firstRows: string
    readonly fileText: string
    readonly shownRows: (values: { readonly shown: number; readonly count: number }) => string
    readonly rowNumber: string
    readonly noRows: string
    readonly noColumns: string
    readonly kinds: {
      readonly sheet: string
      readonly table: string
      readonly text: string
    }
    readonly findings: string
    readonly previous: string
    readonly next: string
    readonly position: (values: { readonly position: number; readonly count: number }) => string
    readonly otherRemedies: string
    readonly rowLabel: (values: { readonly count: number }) => string
    readonly found: {
      readonly zeros: (values: { readonly count: number }) => string
      readonly longNumber: (values: { readonly count: number }) => string
      readonly exponent: (values: { readonly count: number }) => string
      readonly date: (values: { readonly count: number }) => string
      readonly time: (values: { readonly count: number }) => string
      readonly amount: (values: { readonly count: number }) => string
      readonly number: (values: { readonly count: number }) => string
      readonly word: (values: { readonly count: number }) => string
      readonly formula: (values: { readonly count: number }) => string
      readonly guarded: (values: { readonly count: number }) => string
      readonly encoding: (values: { readonly count: number }) => string
      readonly longText: (values: { readonly count: number }) => string
      readonly lineBreaks: (values: { readonly count: number }) => string
      readonly otherType: (values: { readonly count: number }) => string
      readonly credentials: (values: { readonly count: number }) => string
      readonly rows: (values: { readonly count: number }) => string
      readonly links: (values: { readonly count: number }) => string
      readonly pictures: (values: { readonly count: number }) => string
      readonly picturesTooLow: (values: { readonly count: number }) => string
      readonly pictureKinds: (values: { readonly count: number }) => string
    }
    readonly readers: {
      readonly excel: string
      readonly excelElsewhere: string
      readonly libreOffice: string
      readonly googleSheets: string
      readonly rfc4180: string
    }
    readonly remedies: {
      readonly xlsx: string
      readonly utf8: string
      readonly guard: string
      readonly leaveOut: string
      readonly cut: string
      readonly makePictures: string
      readonly sheets: string
      readonly files: string
    }
    readonly summary: (values: { readonly count: number }) => string
    readonly nothingFound: string
    readonly nothingFoundText: (values: { readonly count: number }) => string
    readonly becomes: string
    readonly characters: (values: { readonly count: number; readonly characters: string }) => string
    readonly row: (values: { readonly row: number }) => string
    readonly headingRow: string
    readonly headingRowShort: string
    readonly rowsInSheets: string
    readonly rowsInFiles: (values: { readonly count: number }) => string
    readonly rowsStop: string
    readonly rowsLost: string
    readonly cutInWorkbook: string
    readonly omitted: string
    readonly picturesBeyond: string
    readonly picturesTooLow: string
    readonly pictureKinds: string
    readonly makingPictures: (values: { readonly done: number; readonly count: number }) => string
    readonly linksAsText: string
    readonly cutByReader: string
  }
  readonly exportProfiles: {
    readonly fileNames: {
      readonly label: string
      readonly template: (values: { readonly campaign: string; readonly date: string }) => string
      readonly tokens: string
      readonly token: {
        readonly campaign: string
        readonly view: string
        readonly connection: string
        readonly rows: string
        readonly date: string
        readonly time: string
      }
      readonly example: (values: { readonly name: string }) => string
      readonly unknown: (values: { readonly count: number; readonly tokens: string; readonly name: string }) => string
      readonly noView: string
      readonly allCampaigns: string
    }
    readonly label: string
    readonly none: string
    readonly current: (values: { readonly name: string }) => string
    readonly save: string
    readonly overwrite: (values: { readonly name: string }) => string
    readonly rename: (values: { readonly name: string }) => string
    readonly remove: (values: { readonly name: string }) => string
    readonly name: string
    readonly placeholder: string
    readonly missing: string
    readonly taken: string
    readonly replaces: (values: { readonly name: string }) => string
    readonly saveButton: string
    readonly replaceButton: string
    readonly cancel: string
    readonly changed: string
    readonly saved: (values: { readonly name: string }) => string
    readonly renamed: (values: { readonly name: string }) => string
    readonly removed: (values: { readonly name: string }) => string
    readonly undo: string
    readonly notKept: string
    readonly repeat: {
      readonly nothing: string
      readonly changedTitle: string
      readonly changed: (values: { readonly file: string; readonly folder: string }) => string
      readonly replace: string
      readonly noFolderTitle: string
      readonly noFolder: (values: { readonly folder: string; readonly file: string }) => string
      readonly tryAgain: string
      readonly elsewhere: string
    }
    readonly columnOrder: {
      readonly up: (values: { readonly column: string }) => string
      readonly down: (values: { readonly column: string }) => string
    }
    readonly results: {
      readonly open: string
      readonly openFirst: string
      readonly severalReady: (values: { readonly files: string }) => string
      readonly several: (values: { readonly first: string; readonly count: number }) => string
      readonly removed: (values: { readonly count: number }) => string
      readonly stayed: (values: { readonly count: number }) => string
      readonly verified: (values: { readonly count: number; readonly size: string }) => string
      readonly isVerified: string
      readonly verifying: (values: { readonly rows: number; readonly total: number }) => string
      readonly notReached: string
      readonly typedFormat: {
        readonly xlsx: string
        readonly csv: string
        readonly json: string
        readonly jsonl: string
        readonly html: string
        readonly md: string
      }
    }
  }
  readonly failures: {
    readonly crashDialog: {
      readonly message: string
      readonly detail: string
      readonly reload: string
      readonly quit: string
    }
    readonly unresponsiveDialog: {
      readonly message: string
      readonly detail: string
      readonly reload: string
      readonly wait: string
    }
    readonly errorDialog: {
      readonly title: string
      readonly message: string
      readonly detail: (values: { readonly logId: string }) => string
      readonly restart: string
      readonly keepWorking: string
    }
    readonly uncaught: {
      readonly title: string
      readonly text: string
      readonly logEntry: (values: { readonly logId: string }) => string
      readonly reload: string
    }
  }
  readonly faults: {
    readonly denied: string
    readonly badInput: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly notFound: string
    readonly cancelled: string
    readonly superseded: string
    readonly shuttingDown: string
    readonly internal: (values: { readonly logId: string }) => string
    readonly addressInvalid: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly addressInsecure: string
    readonly addressNotAllowed: (values: { readonly hasHost: boolean; readonly host: string; readonly hasDownloads: boolean }) => string
    readonly keyMissing: string
    readonly keyInvalid: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly keyWithheld: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly offline: (values: { readonly hasHost: boolean; readonly host: string; readonly newKeyNotSent: boolean; readonly hasDownloads: boolean }) => string
    readonly unreachable: (values: { readonly hasHost: boolean; readonly host: string; readonly newKeyNotSent: boolean; readonly hasDownloads: boolean }) => string
    readonly timeout: (values: { readonly hasHost: boolean; readonly host: string }) => string
    readonly interrupted: (values: { readonly hasHost: boolean; readonly host: string }) => string
    readonly tls: (values: { readonly insecure: boolean; readonly hasHost: boolean; readonly host: string; readonly hasReason: boolean; readonly reason: string; readonly keyMayBeSent: boolean; readonly unknownAuthority: boolean }) => string
    readonly clientCertificate: (values: { readonly hasReason: boolean; readonly reason: string; readonly hasAdvice: boolean; readonly advice: string }) => string
    readonly proxyFailed: (values: { readonly hasReason: boolean; readonly reason: string; readonly newKeyNotSent: boolean; readonly canSignIn: boolean }) => string
    readonly captivePortal: (values: { readonly hasHost: boolean; readonly host: string }) => string
    readonly redirected: (values: { readonly hasHost: boolean; readonly host: string; readonly endlessRedirects: boolean; readonly hasReason: boolean; readonly reason: string }) => string
    readonly badAnswer: (values: { readonly hasHost: boolean; readonly host: string; readonly hasReason: boolean; readonly reason: string; readonly hasDownloads: boolean }) => string
    readonly serviceBadRequest: (values: { readonly hasHost: boolean; readonly host: string; readonly hasDownloads: boolean }) => string
    readonly serviceUnauthorized: (values: { readonly hasHost: boolean; readonly host: string; readonly hasDownloads: boolean; readonly newConnection: boolean }) => string
    readonly serviceForbidden: (values: { readonly hasHost: boolean; readonly host: string; readonly hasDownloads: boolean }) => string
    readonly serviceNotFound: (values: { readonly hasHost: boolean; readonly host: string; readonly hasDownloads: boolean; readonly newConnection: boolean }) => string
    readonly serviceTooMany: (values: { readonly hasHost: boolean; readonly host: string; readonly hasWait: boolean; readonly wait: string }) => string
    readonly serviceFailed: (values: { readonly hasHost: boolean; readonly host: string; readonly hasStatus: boolean; readonly status: string; readonly hasWait: boolean; readonly wait: string }) => string
    readonly serviceStatus: (values: { readonly hasHost: boolean; readonly host: string; readonly hasStatus: boolean; readonly status: string; readonly hasDownloads: boolean }) => string
    readonly notACampaignId: string
    readonly downloadIncomplete: string
    readonly deletionsNotAccepted: (values: { readonly received: number; readonly expected: number }) => string
    readonly cacheDamaged: (values: { readonly hasFile: boolean; readonly file: string }) => string
    readonly cacheNewer: string
    readonly cacheNotMigrated: (values: { readonly hasReason: boolean; readonly reason: string; readonly hasAdvice: boolean; readonly advice: string }) => string
    readonly cacheBusy: string
    readonly cacheUnavailable: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly diskFull: string
    readonly folderReadOnly: string
    readonly reviewsDamaged: (values: { readonly hasFile: boolean; readonly file: string }) => string
    readonly reviewUnreadable: (values: { readonly hasItem: boolean; readonly item: string }) => string
    readonly reviewsNewer: string
    readonly reviewsNotMigrated: (values: { readonly hasReason: boolean; readonly reason: string; readonly hasAdvice: boolean; readonly advice: string }) => string
    readonly reviewsUnavailable: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly reviewFileUnusable: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly reviewFileNewer: string
    readonly connectionDamaged: (values: { readonly hasReason: boolean; readonly reason: string; readonly hasFile: boolean; readonly file: string }) => string
    readonly dataFolderRefused: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly dataFolderMissing: (values: { readonly hasFile: boolean; readonly file: string }) => string
    readonly updatesManaged: string
    readonly settingsNotSaved: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly preferencesDamaged: (values: { readonly hasReason: boolean; readonly reason: string; readonly hasFile: boolean; readonly file: string }) => string
    readonly profilesDamaged: (values: { readonly hasReason: boolean; readonly reason: string; readonly hasFile: boolean; readonly file: string }) => string
    readonly viewsDamaged: (values: { readonly hasReason: boolean; readonly reason: string; readonly hasFile: boolean; readonly file: string }) => string
    readonly checksDamaged: (values: { readonly hasReason: boolean; readonly reason: string; readonly hasFile: boolean; readonly file: string }) => string
    readonly backupDamaged: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly backupFileUnusable: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly backupFileNewer: string
    readonly backupFolderMissing: (values: { readonly hasFile: boolean; readonly file: string }) => string
    readonly restoreIncomplete: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly searchInvalid: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly filterPatternInvalid: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly filterPatternTooSlow: string
    readonly searchTooSlow: string
    readonly fileNotWritten: (values: { readonly hasFile: boolean; readonly file: string; readonly hasReason: boolean; readonly reason: string; readonly hasAdvice: boolean; readonly advice: string }) => string
    readonly folderNotAllowed: (values: { readonly hasFolders: boolean; readonly folders: string }) => string
    readonly rowCountWrong: (values: { readonly received: number; readonly expected: number }) => string
    readonly tooManyRows: (values: { readonly received: number; readonly expected: number }) => string
    readonly fileNotAsWritten: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly fileGone: (values: { readonly hasFile: boolean; readonly file: string }) => string
    readonly fileNotOpened: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly notPrinted: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly picturesTurnedOff: string
    readonly picturesLeftOut: string
    readonly updateCheckFailed: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly updateDownloadFailed: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly updateRejected: (values: { readonly hasReason: boolean; readonly reason: string }) => string
    readonly updateDamaged: string
    readonly keychainMissing: string
    readonly keychainLocked: string
    readonly keychainRefused: (values: { readonly hasReason: boolean; readonly reason: string }) => string
  }
  readonly filters: {
    readonly operators: {
      readonly is: string
      readonly isNot: string
      readonly contains: string
      readonly doesNotContain: string
      readonly beginsWith: string
      readonly endsWith: string
      readonly matchesPattern: string
      readonly doesNotMatchFormat: string
      readonly lessThan: string
      readonly atMost: string
      readonly greaterThan: string
      readonly atLeast: string
      readonly between: string
      readonly inLast: string
      readonly olderThan: string
      readonly inNext: string
      readonly isEmpty: string
      readonly isNotEmpty: string
      readonly isDuplicated: string
    }
    readonly dateOperators: {
      readonly is: string
      readonly lessThan: string
      readonly atMost: string
      readonly greaterThan: string
      readonly atLeast: string
    }
    readonly condition: (values: { readonly column: string; readonly operator: string; readonly value: string }) => string
    readonly conditionWithoutValue: (values: { readonly column: string; readonly operator: string }) => string
    readonly stateColumns: {
      readonly review: string
      readonly unseen: string
    }
    readonly title: string
    readonly match: string
    readonly matchChoice: (values: { readonly choice: string }) => string
    readonly matches: {
      readonly all: string
      readonly any: string
    }
    readonly matchOfGroup: string
    readonly ofThese: (values: { readonly choice: string }) => string
    readonly where: string
    readonly joins: {
      readonly all: string
      readonly any: string
    }
    readonly joined: {
      readonly all: (values: { readonly first: string; readonly second: string }) => string
      readonly any: (values: { readonly first: string; readonly second: string }) => string
    }
    readonly column: string
    readonly used: string
    readonly noColumns: (values: { readonly text: string }) => string
    readonly columnOf: (values: { readonly name: string }) => string
    readonly operator: string
    readonly operatorOf: (values: { readonly name: string }) => string
    readonly group: string
    readonly add: string
    readonly addGroup: string
    readonly remove: (values: { readonly text: string }) => string
    readonly removeGroup: string
    readonly clearAll: string
    readonly close: string
    readonly done: string
    readonly more: string
    readonly saveAsView: string
    readonly chooseValues: string
    readonly addValue: string
    readonly moreValues: (values: { readonly count: number }) => string
    readonly texts: {
      readonly contains: string
      readonly pattern: string
      readonly format: string
    }
    readonly from: string
    readonly to: string
    readonly value: string
    readonly and: string
    readonly between: (values: { readonly from: string; readonly to: string }) => string
    readonly range: (values: { readonly min: string; readonly max: string }) => string
    readonly count: string
    readonly unit: string
    readonly unitOf: (values: { readonly name: string }) => string
    readonly units: {
      readonly hours: string
      readonly days: string
      readonly weeks: string
      readonly months: string
    }
    readonly periods: {
      readonly hours: (values: { readonly count: number }) => string
      readonly days: (values: { readonly count: number }) => string
      readonly weeks: (values: { readonly count: number }) => string
      readonly months: (values: { readonly count: number }) => string
    }
    readonly problems: {
      readonly number: string
      readonly date: string
      readonly reversed: string
      readonly period: string
    }
    readonly unseenValue: string
    readonly marksNote: string
    readonly empty: string
    readonly hiddenChips: (values: { readonly count: number }) => string
    readonly anyOf: string
  }
  readonly fullText: {
    readonly showAll: string
    readonly showMore: (values: { readonly count: number }) => string
    readonly omitted: (values: { readonly count: number }) => string
    readonly showAllOf: (values: { readonly what: string }) => string
    readonly copy: string
    readonly copied: string
    readonly length: (values: { readonly count: number }) => string
    readonly failedTitle: string
  }
  readonly guide: {
    readonly folder: string
    readonly title: string
    readonly pageTitle: (values: { readonly page: string }) => string
    readonly contents: string
    readonly skip: string
    readonly previous: string
    readonly next: string
    readonly external: string
    readonly search: string
    readonly results: string
    readonly found: (values: { readonly count: number }) => string
    readonly nothing: (values: { readonly text: string }) => string
  }
  readonly history: {
    readonly undo: string
    readonly redo: string
    readonly undoAction: (values: { readonly action: string }) => string
    readonly redoAction: (values: { readonly action: string }) => string
    readonly undone: (values: { readonly action: string }) => string
    readonly redone: (values: { readonly action: string }) => string
    readonly nothingToUndo: string
    readonly nothingToRedo: string
    readonly actions: {
      readonly sort: string
      readonly filter: string
      readonly search: string
      readonly grouping: string
      readonly pastedList: string
      readonly columns: string
      readonly columnWidth: string
      readonly freeze: string
      readonly rowColors: string
      readonly rowHeight: string
      readonly comparison: string
      readonly view: string
      readonly saveView: string
      readonly renameView: string
      readonly deleteView: string
      readonly label: string
      readonly clearFinished: string
      readonly markSeen: string
      readonly acceptance: string
    }
    readonly steps: {
      readonly mark: string
      readonly note: string
      readonly addPhotos: string
      readonly removePhoto: string
      readonly import: string
    }
    readonly ofItems: (values: { readonly count: number; readonly action: string }) => string
    readonly unavailable: (values: { readonly action: string; readonly reason: string }) => string
    readonly reasons: {
      readonly campaignRemoved: string
      readonly connectionChanged: string
      readonly changedSince: string
      readonly labelChanged: string
      readonly viewChanged: string
      readonly expired: string
    }
    readonly skipped: (values: { readonly count: number }) => string
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
  readonly items: {
    readonly yes: string
    readonly no: string
    readonly empty: string
    readonly search: {
      readonly label: string
      readonly placeholder: {
        readonly campaign: (values: { readonly name: string }) => string
        readonly all: string
      }
      readonly clear: string
    }
    readonly filter: {
      readonly button: string
      readonly applied: (values: { readonly count: number }) => string
      readonly flags: {
        readonly isLocked: {
          readonly yes: string
          readonly no: string
        }
        readonly hasArtwork: {
          readonly yes: string
          readonly no: string
        }
        readonly hasAllocations: {
          readonly yes: string
          readonly no: string
        }
      }
      readonly find: (values: { readonly field: string }) => string
      readonly nothingFound: string
      readonly noValues: string
      readonly moreByTyping: (values: { readonly count: number }) => string
      readonly counting: string
      readonly clearAll: string
      readonly change: (values: { readonly text: string }) => string
      readonly remove: (values: { readonly text: string }) => string
      readonly andMore: (values: { readonly values: string; readonly count: number }) => string
      readonly by: (values: { readonly field: string }) => string
      readonly lift: string
    }
    readonly group: {
      readonly label: string
      readonly none: string
      readonly button: string
      readonly by: (values: { readonly field: string }) => string
      readonly byThis: string
      readonly menu: string
      readonly expand: string
      readonly collapse: string
      readonly select: string
      readonly showAll: string
      readonly sum: (values: { readonly count: number; readonly quantity: number }) => string
    }
    readonly columns: {
      readonly button: string
      readonly title: string
      readonly others: string
      readonly rareShare: (values: { readonly least: string }) => string
      readonly full: (values: { readonly most: number }) => string
      readonly added: (values: { readonly name: string }) => string
      readonly find: string
      readonly hint: string
      readonly reset: string
      readonly always: string
      readonly drag: (values: { readonly name: string }) => string
      readonly dragHint: string
      readonly moved: (values: { readonly name: string; readonly position: number; readonly count: number }) => string
      readonly sortAscending: string
      readonly sortDescending: string
      readonly thenAscending: string
      readonly thenDescending: string
      readonly sortWithout: string
      readonly sortNone: string
      readonly sorted: (values: { readonly isAscending: boolean; readonly position: number; readonly count: number }) => string
      readonly fit: string
      readonly hide: string
      readonly freeze: string
      readonly moveLeft: string
      readonly moveRight: string
      readonly menu: (values: { readonly name: string }) => string
    }
    readonly sort: {
      readonly label: string
      readonly prefix: string
      readonly button: (values: { readonly order: string }) => string
      readonly directed: (values: { readonly column: string; readonly isAscending: boolean }) => string
      readonly serviceOrder: string
      readonly listOrder: string
      readonly ascending: string
      readonly descending: string
    }
    readonly rowHeight: {
      readonly button: string
      readonly names: {
        readonly normal: string
        readonly roomy: string
        readonly thumbnail: string
      }
    }
    readonly grid: {
      readonly label: string
      readonly selectRow: string
    }
    readonly menu: {
      readonly label: string
      readonly details: string
      readonly copyRow: string
      readonly copyRows: (values: { readonly count: number }) => string
      readonly copyCell: string
      readonly filterTo: (values: { readonly value: string }) => string
      readonly filterToField: (values: { readonly field: string; readonly value: string }) => string
      readonly nameStatus: (values: { readonly value: string }) => string
      readonly exportRows: (values: { readonly count: number }) => string
      readonly unselect: string
      readonly tooManyToCopy: (values: { readonly most: number }) => string
    }
    readonly footer: {
      readonly counts: (values: { readonly count: number; readonly total: number }) => string
      readonly all: (values: { readonly count: number }) => string
      readonly qty: (values: { readonly quantity: number }) => string
      readonly statuses: string
      readonly status: (values: { readonly name: string; readonly count: number }) => string
      readonly noStatus: string
      readonly otherStatuses: string
      readonly selected: (values: { readonly count: number }) => string
      readonly sum: (values: { readonly sum: number }) => string
      readonly average: (values: { readonly average: number }) => string
      readonly range: (values: { readonly min: number; readonly max: number }) => string
      readonly rangeOfOne: (values: { readonly value: number }) => string
      readonly copied: (values: { readonly count: number }) => string
      readonly copiedCell: string
      readonly searching: string
      readonly progress: (values: { readonly percent: string }) => string
    }
    readonly states: {
      readonly loading: string
      readonly emptyTitle: string
      readonly emptyText: string
      readonly emptyAllTitle: string
      readonly emptyAllText: string
      readonly downloadNow: string
      readonly notDownloadedTitle: string
      readonly notDownloadedText: string
      readonly nothingTitle: string
      readonly nothingList: string
      readonly nothingInList: string
      readonly nothingFilters: string
      readonly nothingMatches: (values: { readonly words: string }) => string
      readonly filtersApply: (values: { readonly count: number }) => string
      readonly clearSearch: string
      readonly clearFilters: string
      readonly clearList: string
      readonly failedTitle: string
    }
    readonly details: {
      readonly label: string
      readonly nothing: string
      readonly nothingInList: string
      readonly nothingText: string
      readonly previous: string
      readonly next: string
      readonly position: (values: { readonly position: number; readonly count: number }) => string
      readonly hide: string
      readonly unnamed: string
      readonly copy: (values: { readonly what: string }) => string
      readonly copied: string
      readonly copyFailed: string
      readonly copyJson: string
      readonly artwork: string
      readonly noArtwork: string
      readonly unnamedArtwork: string
      readonly pictureOf: (values: { readonly name: string }) => string
      readonly noPicture: string
      readonly pictureUnavailable: string
      readonly pictureNotFound: string
      readonly enlarge: (values: { readonly name: string }) => string
      readonly ids: string
      readonly otherFields: string
      readonly fetched: (values: { readonly when: string }) => string
      readonly showAsColumn: (values: { readonly name: string }) => string
      readonly absent: string
      readonly null: string
      readonly emptyText: string
      readonly emptyList: string
      readonly emptyObject: string
      readonly unreadable: string
      readonly showMore: (values: { readonly count: number }) => string
      readonly failedTitle: string
    }
    readonly export: {
      readonly button: string
      readonly title: string
      readonly what: string
      readonly format: string
      readonly formats: {
        readonly xlsx: string
        readonly csv: string
        readonly html: string
        readonly md: string
        readonly json: string
        readonly jsonl: string
      }
      readonly formatTexts: {
        readonly xlsx: string
        readonly csv: string
        readonly html: string
        readonly md: string
        readonly json: string
        readonly jsonl: string
      }
      readonly preset: string
      readonly presets: {
        readonly excel: string
        readonly excelElsewhere: string
        readonly libreOffice: string
        readonly googleSheets: string
        readonly rfc4180: string
      }
      readonly presetTexts: {
        readonly excelElsewhere: string
        readonly libreOffice: string
        readonly googleSheets: string
        readonly rfc4180: string
      }
      readonly styleText: (values: { readonly delimiter: string; readonly encoding: string }) => string
      readonly styleParts: {
        readonly delimiter: string
        readonly decimalMark: string
        readonly quotes: string
        readonly lineEnd: string
        readonly encoding: string
        readonly dates: string
        readonly flags: string
      }
      readonly styles: {
        readonly delimiter: {
          readonly ',': string
          readonly ';': string
          readonly '	': string
          readonly '|': string
        }
        readonly decimalMark: {
          readonly '.': string
          readonly ',': string
        }
        readonly quotes: {
          readonly needed: string
          readonly texts: string
          readonly all: string
        }
        readonly lineEnd: {
          readonly crlf: string
          readonly lf: string
        }
        readonly encoding: {
          readonly utf8: string
          readonly utf8Mark: string
          readonly utf16: string
          readonly windows1252: string
        }
        readonly dates: {
          readonly sent: string
          readonly local: string
        }
        readonly flags: {
          readonly trueFalse: string
          readonly yesNo: string
          readonly oneZero: string
        }
      }
      readonly guard: string
      readonly columns: string
      readonly columnsShown: (values: { readonly count: number }) => string
      readonly columnsOfView: string
      readonly columnsAll: string
      readonly header: string
      readonly headers: {
        readonly labels: string
        readonly keys: string
        readonly none: string
      }
      readonly timeZone: string
      readonly timeZones: {
        readonly local: string
        readonly utc: string
      }
      readonly language: string
      readonly sameLanguage: string
      readonly statuses: string
      readonly statusStyles: {
        readonly names: string
        readonly numbers: string
        readonly both: string
      }
      readonly writing: (values: { readonly file: string }) => string
      readonly preparing: string
      readonly drag: {
        readonly preparing: (values: { readonly file: string }) => string
        readonly hold: (values: { readonly count: number }) => string
        readonly ready: (values: { readonly file: string }) => string
        readonly prepared: (values: { readonly file: string; readonly count: number }) => string
        readonly released: string
        readonly tooMany: (values: { readonly count: number }) => string
      }
      readonly cancelRun: string
      readonly close: string
      readonly background: string
      readonly doneTitle: (values: { readonly file: string }) => string
      readonly doneText: (values: { readonly count: number; readonly size: string }) => string
      readonly show: string
      readonly failedTitle: string
      readonly notWritten: (values: { readonly file: string }) => string
      readonly cancelledTitle: string
      readonly cancelledText: string
      readonly allCampaignsName: string
      readonly needsColumn: string
    }
    readonly otherFields: {
      readonly loading: string
      readonly none: string
      readonly share: (values: { readonly count: number; readonly sampleSize: number }) => string
      readonly some: (values: { readonly sampleSize: number; readonly total: number }) => string
      readonly all: (values: { readonly total: number }) => string
    }
  }
  readonly itemsSearch: {
    readonly mode: {
      readonly names: {
        readonly words: string
        readonly pattern: string
        readonly fields: string
      }
      readonly automatic: string
      readonly automaticText: string
      readonly texts: {
        readonly words: string
        readonly fields: string
        readonly pattern: string
      }
      readonly menu: string
      readonly button: (values: { readonly name: string; readonly automatic: boolean }) => string
    }
    readonly suggestions: {
      readonly label: string
      readonly announcement: (values: { readonly count: number }) => string
      readonly labels: {
        readonly yes: string
        readonly no: string
        readonly empty: string
      }
      readonly hints: {
        readonly text: string
        readonly number: string
        readonly boolean: string
        readonly dateTime: string
      }
    }
    readonly byWords: string
    readonly tooLong: (values: { readonly limit: number }) => string
    readonly syntaxErrors: {
      readonly key: (values: { readonly part: string }) => string
      readonly value: (values: { readonly part: string }) => string
      readonly quote: string
      readonly phrase: string
      readonly number: string
      readonly yesNo: string
      readonly date: string
    }
    readonly didYouMean: (values: { readonly field: string }) => string
    readonly correctionAnnouncement: {
      readonly rows: (values: { readonly key: string }) => string
      readonly noRows: (values: { readonly key: string }) => string
    }
    readonly searchedWords: string
    readonly keptRows: {
      readonly all: string
      readonly found: (values: { readonly search: string }) => string
    }
    readonly starts: {
      readonly label: string
      readonly recent: string
      readonly saved: string
      readonly clear: string
      readonly cleared: string
      readonly removed: (values: { readonly search: string }) => string
      readonly hint: string
      readonly announcement: (values: { readonly count: number }) => string
    }
    readonly nothing: {
      readonly pattern: (values: { readonly search: string }) => string
    }
    readonly list: {
      readonly command: string
      readonly title: string
      readonly label: string
      readonly hint: string
      readonly entries: (values: { readonly count: number }) => string
      readonly omitted: (values: { readonly count: number }) => string
      readonly needed: string
      readonly find: string
      readonly chip: (values: { readonly summary: string }) => string
      readonly found: (values: { readonly found: number; readonly all: number }) => string
      readonly open: (values: { readonly summary: string }) => string
      readonly remove: (values: { readonly summary: string }) => string
      readonly panel: string
      readonly missing: (values: { readonly count: number }) => string
      readonly nothingMissing: string
      readonly missingMore: (values: { readonly count: number }) => string
      readonly copyMissing: string
      readonly copied: string
      readonly order: string
      readonly change: string
      readonly dropped: {
        readonly invitation: string
        readonly tooLarge: {
          readonly file: (values: { readonly name: string; readonly megabytes: number }) => string
          readonly files: (values: { readonly megabytes: number }) => string
        }
        readonly notText: (values: { readonly name: string }) => string
        readonly unreadable: (values: { readonly name: string }) => string
        readonly empty: string
      }
    }
  }
  readonly keys: {
    readonly ctrl: string
    readonly shift: string
    readonly alt: string
    readonly escape: string
    readonly enter: string
    readonly space: string
    readonly tab: string
    readonly delete: string
    readonly home: string
    readonly end: string
    readonly pageUp: string
    readonly pageDown: string
  }
  readonly labels: {
    readonly unnamed: {
      readonly itemStatus: (values: { readonly value: string }) => string
      readonly campaignStatus: (values: { readonly value: string }) => string
      readonly campaignState: (values: { readonly value: string }) => string
    }
    readonly numbered: (values: { readonly name: string; readonly value: string }) => string
    readonly nameThis: (values: { readonly name: string }) => string
    readonly renameThis: (values: { readonly name: string }) => string
    readonly title: string
    readonly text: (values: { readonly connection: string }) => string
    readonly unnamedCount: (values: { readonly count: number }) => string
    readonly fields: {
      readonly itemStatus: string
      readonly campaignStatus: string
      readonly campaignState: string
    }
    readonly headings: {
      readonly number: string
      readonly color: string
      readonly name: string
      readonly preview: string
    }
    readonly counted: {
      readonly itemStatus: string
      readonly campaignStatus: string
      readonly campaignState: string
    }
    readonly count: {
      readonly itemStatus: (values: { readonly count: number }) => string
      readonly campaignStatus: (values: { readonly count: number }) => string
      readonly campaignState: (values: { readonly count: number }) => string
    }
    readonly none: string
    readonly counting: string
    readonly name: {
      readonly itemStatus: (values: { readonly value: string }) => string
      readonly campaignStatus: (values: { readonly value: string }) => string
      readonly campaignState: (values: { readonly value: string }) => string
    }
    readonly placeholder: {
      readonly itemStatus: string
      readonly campaignStatus: string
      readonly campaignState: string
    }
    readonly color: {
      readonly itemStatus: (values: { readonly value: string; readonly color: string }) => string
      readonly campaignStatus: (values: { readonly value: string; readonly color: string }) => string
      readonly campaignState: (values: { readonly value: string; readonly color: string }) => string
    }
    readonly colorPicker: string
    readonly colors: {
      readonly neutral: string
      readonly blue: string
      readonly teal: string
      readonly green: string
      readonly yellow: string
      readonly orange: string
      readonly red: string
      readonly purple: string
    }
    readonly pasteHint: string
    readonly pasted: (values: { readonly count: number }) => string
    readonly omitted: (values: { readonly count: number }) => string
    readonly copyList: string
    readonly copied: string
    readonly reset: string
    readonly resetHint: {
      readonly service: string
      readonly sample: string
    }
    readonly resetDone: string
    readonly isReset: string
    readonly undo: string
  }
  readonly links: {
    readonly connectTitle: (values: { readonly host: string }) => string
    readonly connectText: string
    readonly address: string
    readonly campaign: string
    readonly continue: string
    readonly unknownTitle: string
    readonly unknownText: string
    readonly unknownHelp: (values: { readonly connection: string }) => string
    readonly unknownHelpFirst: string
    readonly add: string
    readonly invalidTitle: string
    readonly invalidText: string
    readonly reasons: {
      readonly impossibleId: string
    }
  }
  readonly managed: {
    readonly setBy: string
    readonly folderTitle: (values: { readonly name: string }) => string
    readonly names: {
      readonly baseAddress: string
      readonly certificateAuthority: string
      readonly proxy: string
      readonly updates: string
      readonly exportFolders: string
    }
    readonly onlyBaseAddress: (values: { readonly address: string }) => string
    readonly noAddress: string
    readonly proxy: {
      readonly system: string
      readonly none: string
    }
    readonly updates: {
      readonly off: string
      readonly notify: string
      readonly on: string
    }
    readonly channels: {
      readonly stable: string
      readonly beta: string
    }
    readonly updateChannel: (values: { readonly channel: string }) => string
    readonly noFolders: string
    readonly problemsTitle: string
    readonly problems: {
      readonly unsafe: (values: { readonly source: string }) => string
      readonly unreadable: (values: { readonly source: string; readonly reason: string }) => string
      readonly unknown: (values: { readonly name: string }) => string
      readonly invalid: (values: { readonly name: string }) => string
      readonly invalidRestriction: (values: { readonly name: string }) => string
      readonly authority: (values: { readonly file: string; readonly reason: string }) => string
      readonly addressMissing: string
    }
    readonly readReasons: {
      readonly system: (values: { readonly code: string }) => string
      readonly systemUnknown: string
      readonly tooLarge: string
      readonly notAnObject: string
      readonly unexpectedOutput: string
      readonly notAscii: string
      readonly unsafeAuthority: string
    }
    readonly authorityReason: string
  }
  readonly menu: {
    readonly file: string
    readonly openRecent: string
    readonly clearRecent: string
    readonly quit: string
    readonly edit: string
    readonly cut: string
    readonly copy: string
    readonly paste: string
    readonly selectAll: string
    readonly view: string
    readonly fullScreen: string
    readonly go: string
    readonly campaigns: string
    readonly developerTools: string
    readonly window: string
    readonly minimize: string
    readonly close: string
    readonly help: string
    readonly openLog: string
    readonly recentCampaigns: string
  }
  readonly network: {
    readonly automatic: {
      readonly menu: string
      readonly title: string
      readonly text: (values: { readonly name: string }) => string
      readonly when: string
      readonly onStart: string
      readonly byClock: string
      readonly interval: string
      readonly every: (values: { readonly interval: string }) => string
      readonly intervals: {
        readonly minutes: (values: { readonly count: number }) => string
        readonly hours: (values: { readonly count: number }) => string
        readonly days: (values: { readonly count: number }) => string
      }
      readonly which: string
      readonly chosen: (values: { readonly count: number; readonly total: number }) => string
      readonly choose: string
      readonly hide: string
      readonly all: string
      readonly none: string
      readonly filter: string
      readonly nothing: string
      readonly noCampaigns: string
      readonly needsCampaigns: string
      readonly afterSearch: string
      readonly fetchesDetails: string
      readonly network: string
      readonly off: string
    }
    readonly authority: {
      readonly menu: string
      readonly title: string
      readonly text: (values: { readonly name: string }) => string
      readonly none: string
      readonly trusted: string
      readonly textManaged: string
      readonly trustedManaged: string
      readonly subjects: (values: { readonly count: number }) => string
      readonly choose: string
      readonly replace: string
      readonly remove: string
      readonly hint: string
      readonly chosen: (values: { readonly file: string }) => string
      readonly chosenFor: (values: { readonly file: string; readonly host: string }) => string
      readonly removed: string
    }
    readonly clientCertificate: {
      readonly menu: string
      readonly title: string
      readonly text: (values: { readonly host: string }) => string
      readonly none: string
      readonly choose: string
      readonly replace: string
      readonly remove: string
      readonly chooseCertificate: string
      readonly hint: string
      readonly issuedBy: (values: { readonly issuer: string }) => string
      readonly valid: (values: { readonly from: string; readonly until: string }) => string
      readonly expires: (values: { readonly day: string }) => string
      readonly expired: (values: { readonly day: string }) => string
      readonly file: (values: { readonly name: string }) => string
      readonly places: {
        readonly keychain: string
        readonly session: string
        readonly sessionNew: string
        readonly notNeeded: string
      }
      readonly locked: (values: { readonly file: string }) => string
      readonly passwordUnknown: string
      readonly password: string
      readonly passwordMissing: string
      readonly showPassword: string
      readonly hidePassword: string
      readonly unlock: string
      readonly chosen: (values: { readonly subject: string }) => string
      readonly presented: (values: { readonly subject: string; readonly host: string }) => string
      readonly removed: string
    }
    readonly proxySignIn: {
      readonly action: string
      readonly title: string
      readonly text: (values: { readonly proxy: string; readonly host: string }) => string
      readonly textWithoutHost: (values: { readonly proxy: string }) => string
      readonly realm: string
      readonly readable: string
      readonly username: string
      readonly usernameMissing: string
      readonly password: string
      readonly passwordMissing: string
      readonly showPassword: string
      readonly hidePassword: string
      readonly remember: string
      readonly signIn: string
      readonly rejectedTitle: string
      readonly rejectedText: string
      readonly done: (values: { readonly proxy: string }) => string
      readonly session: (values: { readonly proxy: string; readonly reason: string }) => string
    }
    readonly doctor: {
      readonly menu: string
      readonly run: string
      readonly title: string
      readonly of: (values: { readonly host: string }) => string
      readonly list: string
      readonly verdicts: {
        readonly ok: string
        readonly attention: string
        readonly failed: string
        readonly skipped: string
      }
      readonly result: (values: { readonly verdict: string; readonly message: string }) => string
      readonly resultOf: (values: { readonly check: string; readonly verdict: string; readonly message: string }) => string
      readonly pending: string
      readonly looking: string
      readonly stoppedCheck: string
      readonly facts: string
      readonly factsOf: (values: { readonly check: string }) => string
      readonly took: (values: { readonly milliseconds: number }) => string
      readonly stop: string
      readonly again: string
      readonly copy: string
      readonly copied: string
      readonly copyHint: string
      readonly edit: string
      readonly running: (values: { readonly done: number; readonly total: number }) => string
      readonly allWell: string
      readonly attention: (values: { readonly count: number }) => string
      readonly failed: (values: { readonly check: string }) => string
      readonly stopped: string
      readonly failedTitle: string
    }
  }
  readonly notifications: {
    readonly complete: string
    readonly incomplete: string
    readonly failed: string
    readonly searched: string
    readonly searchedIncomplete: string
    readonly searchFailed: string
    readonly detailsFetched: string
    readonly detailsIncomplete: string
    readonly detailsFailed: string
    readonly several: string
    readonly decide: string
    readonly decideOf: (values: { readonly name: string; readonly deleted: number; readonly count: number }) => string
    readonly decideMany: (values: { readonly count: number }) => string
    readonly itemsOf: (values: { readonly name: string; readonly count: number }) => string
    readonly upToDate: (values: { readonly name: string }) => string
    readonly reasonOf: (values: { readonly name: string; readonly reason: string }) => string
    readonly found: (values: { readonly count: number }) => string
    readonly completeMany: (values: { readonly count: number }) => string
    readonly incompleteMany: (values: { readonly count: number }) => string
    readonly failedMany: (values: { readonly count: number }) => string
  }
  readonly overview: {
    readonly showEmpty: string
    readonly copyJson: string
    readonly copied: string
    readonly fetched: (values: { readonly ago: string }) => string
    readonly loading: string
    readonly failedTitle: string
    readonly neverTitle: string
    readonly neverText: string
    readonly forbiddenTitle: string
    readonly forbiddenText: string
    readonly missingTitle: string
    readonly missingText: string
    readonly notFoundTitle: string
    readonly notFoundText: string
    readonly earlierForbidden: string
    readonly earlierMissing: string
    readonly earlierNotFound: string
    readonly unreadableTitle: string
    readonly unreadableText: string
    readonly tiles: {
      readonly label: string
      readonly notDownloaded: string
      readonly unknown: string
      readonly failed: string
      readonly due: {
        readonly title: string
        readonly today: string
        readonly days: (values: { readonly days: number }) => string
        readonly toGo: (values: { readonly days: string }) => string
        readonly detail: (values: { readonly name: string; readonly day: string }) => string
        readonly nothing: string
        readonly noneAhead: string
        readonly noneChosen: string
        readonly noDetails: string
      }
      readonly ready: {
        readonly title: string
        readonly offline: (values: { readonly percent: string }) => string
        readonly detail: (values: { readonly items: string; readonly pictures: string }) => string
        readonly items: (values: { readonly count: number }) => string
        readonly itemsOf: (values: { readonly count: number; readonly total: number }) => string
        readonly pictures: (values: { readonly count: number }) => string
        readonly picturesOf: (values: { readonly count: number; readonly total: number }) => string
        readonly noPictures: string
      }
      readonly changes: {
        readonly title: string
        readonly notSeen: (values: { readonly number: string }) => string
        readonly allSeen: string
        readonly counts: (values: { readonly added: number; readonly edited: number; readonly deleted: number }) => string
        readonly none: string
      }
      readonly checks: {
        readonly title: string
        readonly attention: (values: { readonly count: number; readonly number: string }) => string
        readonly largest: (values: { readonly name: string; readonly found: string }) => string
        readonly good: string
        readonly nothing: string
      }
      readonly review: {
        readonly title: string
        readonly of: (values: { readonly number: string; readonly total: number }) => string
        readonly left: (values: { readonly count: number }) => string
        readonly complete: string
        readonly noItems: string
      }
    }
    readonly timeline: {
      readonly title: string
      readonly bands: {
        readonly preparation: string
        readonly production: string
        readonly inStore: string
      }
      readonly set: (values: { readonly count: number }) => string
      readonly notSet: (values: { readonly count: number; readonly names: string }) => string
      readonly notADate: (values: { readonly count: number }) => string
      readonly andMore: (values: { readonly names: string; readonly count: number }) => string
      readonly mark: (values: { readonly name: string; readonly day: string }) => string
      readonly notes: (values: { readonly name: string; readonly notes: string }) => string
      readonly inDays: (values: { readonly days: number }) => string
      readonly daysAgo: (values: { readonly days: number }) => string
      readonly today: string
      readonly isToday: string
      readonly tomorrow: string
      readonly yesterday: string
      readonly overdue: string
      readonly overdueDate: (values: { readonly name: string }) => string
      readonly withoutArtwork: (values: { readonly count: number }) => string
      readonly notLocked: (values: { readonly count: number }) => string
      readonly wrongOrder: string
      readonly showItems: string
      readonly outside: (values: { readonly dates: string }) => string
      readonly nothing: string
      readonly asTable: string
      readonly asTimeline: string
      readonly columns: {
        readonly name: string
        readonly day: string
        readonly when: string
        readonly note: string
      }
      readonly views: {
        readonly withoutArtwork: string
        readonly notLocked: string
      }
    }
    readonly people: {
      readonly title: string
      readonly copyMail: (values: { readonly address: string }) => string
      readonly notSet: string
    }
    readonly fields: {
      readonly title: string
      readonly set: (values: { readonly withValue: number; readonly total: number }) => string
      readonly search: string
      readonly found: (values: { readonly count: number }) => string
      readonly nothing: (values: { readonly text: string }) => string
      readonly member: (values: { readonly name: string; readonly value: string }) => string
      readonly clear: string
      readonly count: (values: { readonly withValue: number; readonly total: number }) => string
    }
    readonly absent: string
    readonly nothing: {
      readonly null: string
      readonly text: string
      readonly list: string
      readonly object: string
    }
    readonly yes: string
    readonly no: string
    readonly unexpected: {
      readonly text: string
      readonly number: string
      readonly boolean: string
      readonly list: string
      readonly object: string
    }
    readonly undocumented: string
    readonly notADate: string
    readonly entry: (values: { readonly number: number }) => string
    readonly rule: (values: { readonly number: number }) => string
    readonly items: (values: { readonly count: number }) => string
    readonly unnamed: string
    readonly openAddress: (values: { readonly host: string }) => string
    readonly id: (values: { readonly id: string }) => string
    readonly sent: string
    readonly notSent: string
    readonly more: (values: { readonly count: number }) => string
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
    readonly footer: {
      readonly select: string
      readonly open: string
      readonly commands: string
      readonly campaigns: string
      readonly posNumbers: string
    }
  }
  readonly panes: {
    readonly resizeCampaigns: string
    readonly resizeDetails: string
  }
  readonly pictures: {
    readonly of: (values: { readonly name: string }) => string
    readonly fetching: (values: { readonly name: string }) => string
    readonly counting: string
    readonly ofTotal: (values: { readonly have: number; readonly total: number }) => string
    readonly missing: (values: { readonly count: number; readonly reasons: string }) => string
    readonly reason: (values: { readonly reason: string; readonly count: number }) => string
    readonly problems: {
      readonly notYet: string
      readonly notFound: string
      readonly forbidden: string
      readonly notAPicture: string
      readonly damaged: string
      readonly tooLarge: string
      readonly tooManyPixels: string
      readonly badAddress: string
      readonly notFetched: string
    }
    readonly outcomes: {
      readonly done: (values: { readonly count: number; readonly name: string }) => string
      readonly incomplete: (values: { readonly name: string; readonly missing: string }) => string
      readonly failed: (values: { readonly name: string }) => string
      readonly cancelled: (values: { readonly name: string }) => string
    }
    readonly readyTitle: string
    readonly ready: string
    readonly notReady: string
    readonly itemsOf: (values: { readonly have: number; readonly expected: number }) => string
    readonly itemsHere: (values: { readonly count: number }) => string
    readonly noPictures: string
    readonly getRest: string
    readonly stop: string
    readonly choice: string
    readonly choices: {
      readonly thumbnails: string
      readonly full: string
      readonly none: string
    }
    readonly forField: string
    readonly old: (values: { readonly ago: string }) => string
  }
  readonly printedList: {
    readonly title: string
    readonly what: string
    readonly view: (values: { readonly count: number }) => string
    readonly selection: (values: { readonly count: number }) => string
    readonly reviews: string
    readonly pageTotals: string
    readonly wrapTexts: string
    readonly rowsAndColumns: (values: { readonly count: number; readonly columns: number }) => string
    readonly rowsOfPage: (values: { readonly count: number }) => string
    readonly orientation: string
    readonly orientations: {
      readonly portrait: string
      readonly landscape: string
    }
    readonly tooMany: (values: { readonly most: number; readonly count: number }) => string
    readonly nothing: string
    readonly failedTitle: string
    readonly saveTitle: string
    readonly name: (values: { readonly list: string }) => string
    readonly search: (values: { readonly text: string }) => string
    readonly page: {
      readonly kind: string
      readonly checkList: string
      readonly pictures: string
      readonly counted: (values: { readonly count: number }) => string
      readonly asOf: (values: { readonly when: string }) => string
      readonly sorted: (values: { readonly order: string }) => string
      readonly noFilter: string
      readonly filtered: (values: { readonly filters: string }) => string
      readonly printed: (values: { readonly when: string }) => string
      readonly pageOf: (values: { readonly page: number; readonly pages: number }) => string
      readonly total: (values: { readonly count: number }) => string
      readonly pageTotal: (values: { readonly count: number }) => string
      readonly omitted: (values: { readonly count: number }) => string
      readonly picture: string
      readonly unmarked: string
      readonly changed: string
    }
  }
  readonly queue: {
    readonly title: string
    readonly groups: {
      readonly decision: string
      readonly running: string
      readonly waiting: string
      readonly paused: string
      readonly failed: string
      readonly ended: string
    }
    readonly pauseAll: string
    readonly resumeAll: string
    readonly cancelAll: string
    readonly nothingToPause: string
    readonly nothingToResume: string
    readonly nothingToCancel: string
    readonly retryAll: string
    readonly clear: string
    readonly clearFinished: string
    readonly cleared: (values: { readonly count: number }) => string
    readonly undoClear: string
    readonly none: string
    readonly noneText: string
    readonly first: (values: { readonly what: string }) => string
    readonly startsNext: string
    readonly fetched: (values: { readonly done: number; readonly total: number }) => string
    readonly continues: string
    readonly downloaded: (values: { readonly name: string }) => string
    readonly upToDate: (values: { readonly name: string }) => string
    readonly changes: (values: { readonly count: number }) => string
    readonly showChanges: string
    readonly showChangesOf: (values: { readonly name: string }) => string
    readonly openFile: string
    readonly openFileOf: (values: { readonly file: string }) => string
    readonly pause: (values: { readonly what: string }) => string
    readonly resume: (values: { readonly what: string }) => string
    readonly actions: (values: { readonly what: string }) => string
    readonly drag: (values: { readonly what: string }) => string
    readonly dragHint: string
    readonly moved: (values: { readonly what: string; readonly position: number; readonly total: number }) => string
    readonly menu: {
      readonly first: string
      readonly up: string
      readonly down: string
      readonly pause: string
      readonly resume: string
      readonly cancel: string
      readonly retry: string
      readonly open: string
    }
    readonly phases: {
      readonly reading: string
      readonly checking: string
      readonly rereading: string
      readonly saving: string
    }
    readonly recentReading: string
    readonly origins: {
      readonly schedule: string
      readonly resumed: string
    }
    readonly pausedBy: {
      readonly person: string
      readonly offline: string
      readonly unreachable: string
      readonly metered: string
      readonly decision: string
    }
    readonly pausedNote: {
      readonly person: string
      readonly offline: string
      readonly unreachable: string
      readonly metered: string
      readonly decision: string
    }
    readonly deletions: {
      readonly review: string
      readonly reviewOf: (values: { readonly what: string }) => string
      readonly summary: (values: { readonly count: number; readonly total: number }) => string
      readonly title: (values: { readonly name: string }) => string
      readonly more: (values: { readonly count: number }) => string
      readonly effect: string
      readonly accept: (values: { readonly count: number }) => string
      readonly keep: string
    }
    readonly unreachableMany: (values: { readonly count: number }) => string
    readonly waitingMany: (values: { readonly count: number }) => string
    readonly pausedMany: (values: { readonly count: number }) => string
    readonly offlineMany: (values: { readonly count: number }) => string
    readonly decideMany: (values: { readonly count: number }) => string
    readonly meteredMany: (values: { readonly count: number }) => string
    readonly downloadModes: {
      readonly more: string
      readonly recent: string
      readonly recentNone: string
      readonly everything: string
      readonly recentMany: (values: { readonly count: number }) => string
      readonly everythingMany: (values: { readonly count: number }) => string
    }
    readonly completeness: {
      readonly deleted: string
      readonly deletedHint: string
      readonly detailsHidden: string
      readonly detailsMissing: string
      readonly accessLost: string
      readonly paused: (values: { readonly done: number }) => string
      readonly pausedUnknown: string
      readonly undecided: string
      readonly unseen: (values: { readonly count: number }) => string
      readonly complete: string
      readonly completeText: (values: { readonly count: number; readonly when: string }) => string
      readonly completeEmpty: (values: { readonly when: string }) => string
      readonly incomplete: string
      readonly incompleteText: (values: { readonly count: number; readonly when: string }) => string
      readonly none: string
      readonly noneText: string
      readonly modes: {
        readonly full: string
        readonly recent: string
      }
      readonly changeCounts: (values: { readonly added: number; readonly changed: number; readonly deleted: number }) => string
      readonly noChanges: string
      readonly deletedTitle: string
      readonly deletedText: string
      readonly remove: string
      readonly forbiddenTitle: string
      readonly forbiddenText: string
      readonly detailsMissingTitle: string
      readonly detailsMissingText: string
      readonly accessLostTitle: string
      readonly accessLostText: string
      readonly unfinishedTitle: string
      readonly unfinished: (values: { readonly done: number; readonly total: number }) => string
      readonly unfinishedUnknown: string
      readonly unfinishedNoCopy: (values: { readonly done: number; readonly total: number }) => string
      readonly resume: string
      readonly incompleteAdvice: string
    }
  }
  readonly reasons: {
    readonly address: {
      readonly notAnAddress: string
      readonly scheme: string
      readonly blank: string
      readonly credentials: string
      readonly query: string
      readonly blockedPort: string
    }
    readonly key: {
      readonly blankAtEdge: string
      readonly controlCharacter: string
      readonly notSendable: string
    }
    readonly tls: {
      readonly selfSigned: string
      readonly authority: string
      readonly expired: string
      readonly notYetValid: string
      readonly otherName: string
      readonly revoked: string
      readonly weak: string
      readonly chainIncomplete: string
      readonly noAgreement: string
      readonly plainHttp: string
      readonly invalid: string
    }
    readonly clientCertificate: {
      readonly required: (values: { readonly host: string }) => string
      readonly rejected: (values: { readonly host: string }) => string
      readonly handshake: (values: { readonly host: string }) => string
    }
    readonly savedClientCertificate: {
      readonly passwordUnknown: string
      readonly passwordWrong: string
      readonly fileMissing: string
      readonly expired: (values: { readonly name: string; readonly day: string }) => string
      readonly notYetValid: (values: { readonly name: string; readonly day: string }) => string
    }
    readonly clientCertificateAdvice: {
      readonly enterPassword: string
      readonly renew: string
    }
    readonly clientCertificateFile: {
      readonly tooLarge: string
      readonly noCertificate: string
      readonly noKey: string
      readonly notACertificate: string
      readonly damaged: string
      readonly mismatch: string
      readonly outdated: string
      readonly unreadable: string
      readonly wrongPassword: string
      readonly expired: (values: { readonly name: string; readonly day: string }) => string
      readonly notYetValid: (values: { readonly name: string; readonly day: string }) => string
    }
    readonly authority: {
      readonly tooLarge: string
      readonly noCertificate: string
      readonly damaged: string
      readonly privateKey: string
      readonly notAnAuthority: (values: { readonly name: string }) => string
      readonly expired: (values: { readonly name: string; readonly day: string }) => string
      readonly notYetValid: (values: { readonly name: string; readonly day: string }) => string
      readonly unreadable: string
    }
    readonly proxyAddress: {
      readonly invalid: (values: { readonly variable: string }) => string
      readonly socks4: (values: { readonly variable: string }) => string
    }
    readonly proxy: {
      readonly notFound: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
      readonly refused: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
      readonly unreachable: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
      readonly silent: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
      readonly disconnected: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
      readonly credentialsMissing: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
      readonly credentialsRejected: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
      readonly signInUnsupported: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
      readonly denied: (values: { readonly isKnown: boolean; readonly proxy: string; readonly host: string; readonly hasStatus: boolean; readonly status: string }) => string
      readonly serviceUnreachable: (values: { readonly isKnown: boolean; readonly proxy: string; readonly host: string; readonly hasStatus: boolean; readonly status: string }) => string
      readonly noTunnel: (values: { readonly isKnown: boolean; readonly proxy: string; readonly host: string }) => string
      readonly notAProxy: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
      readonly certificate: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
      readonly socks4: (values: { readonly isKnown: boolean; readonly proxy: string }) => string
    }
    readonly answer: {
      readonly notText: string
      readonly notJson: string
      readonly notAnObject: string
      readonly noIds: string
      readonly noEntities: string
      readonly unclear: string
      readonly empty: string
      readonly tooLarge: string
      readonly tooManyValues: string
      readonly notHttp: string
      readonly compression: string
      readonly absurdCount: string
      readonly foreign: string
      readonly farTooLarge: string
      readonly noCount: string
      readonly longCount: string
      readonly invalidCount: (values: { readonly stated: string }) => string
    }
    readonly pattern: {
      readonly incomplete: string
      readonly tooLarge: string
    }
    readonly cache: {
      readonly noFolder: string
      readonly cannotOpen: string
      readonly notAllowed: string
      readonly badDisk: string
      readonly cannotSetAside: string
      readonly noSpace: string
      readonly freeSpace: string
      readonly noNumbersLeft: string
      readonly stopped: string
    }
    readonly searchSyntax: {
      readonly key: string
      readonly value: string
      readonly quote: string
      readonly phrase: string
      readonly number: string
      readonly yesNo: string
      readonly date: string
    }
    readonly file: {
      readonly tooLarge: string
      readonly viewsTooLarge: string
      readonly tooManyAccepted: (values: { readonly most: number }) => string
      readonly fileNotInOrder: (values: { readonly file: string }) => string
      readonly notJson: string
      readonly notInForm: string
      readonly fieldNotInOrder: (values: { readonly field: string }) => string
      readonly system: {
        readonly code: (values: { readonly code: string }) => string
        readonly none: string
      }
      readonly diskFull: string
      readonly readOnly: string
      readonly connectionsUnreadable: string
    }
    readonly dataFolder: {
      readonly notEmpty: (values: { readonly folder: string }) => string
      readonly inside: string
      readonly space: string
    }
    readonly archive: {
      readonly notAFile: string
      readonly missing: string
      readonly unreadable: (values: { readonly code: string }) => string
      readonly damaged: string
      readonly tooDeep: string
      readonly tooManyFiles: (values: { readonly most: number }) => string
      readonly fileTwice: string
      readonly unsafePath: string
      readonly encrypted: string
      readonly unsupportedCompression: string
      readonly symbolicLink: string
      readonly outOfMemory: string
    }
    readonly update: {
      readonly unreachable: (values: { readonly host: string }) => string
      readonly status: (values: { readonly host: string; readonly status: string }) => string
      readonly noRelease: string
      readonly noManifest: string
      readonly notSigned: string
      readonly wrongSignature: string
      readonly invalidManifest: string
      readonly otherVersion: string
      readonly notStable: string
      readonly wrongFile: string
    }
  }
  readonly report: {
    readonly button: string
    readonly title: string
    readonly sectionsLabel: string
    readonly sections: {
      readonly problem: string
      readonly question: string
      readonly ok: string
      readonly noted: string
    }
    readonly fields: string
    readonly fieldsDefault: string
    readonly fieldsShown: string
    readonly paper: string
    readonly layout: string
    readonly layouts: {
      readonly checkList: string
      readonly pictures: string
      readonly review: string
    }
    readonly needsCampaign: string
    readonly options: string
    readonly preview: string
    readonly previewFrame: string
    readonly preparing: string
    readonly previewFailed: string
    readonly pageOf: (values: { readonly page: number; readonly count: number }) => string
    readonly previousPage: string
    readonly nextPage: string
    readonly fitPage: string
    readonly pagesOn: {
      readonly portrait: (values: { readonly count: number; readonly paper: string }) => string
      readonly landscape: (values: { readonly count: number; readonly paper: string }) => string
    }
    readonly papers: {
      readonly a4: string
      readonly letter: string
    }
    readonly save: string
    readonly print: string
    readonly tooMany: (values: { readonly most: number; readonly count: number }) => string
    readonly nothing: string
    readonly nothingChosen: string
    readonly uncounted: string
    readonly failedTitle: string
    readonly name: (values: { readonly campaign: string }) => string
    readonly page: {
      readonly title: string
      readonly incomplete: string
      readonly dataAsOf: (values: { readonly when: string }) => string
      readonly ofReviewed: (values: { readonly number: string; readonly total: number }) => string
      readonly marks: {
        readonly problem: (values: { readonly count: number; readonly number: string }) => string
        readonly question: (values: { readonly count: number; readonly number: string }) => string
        readonly ok: (values: { readonly count: number; readonly number: string }) => string
      }
      readonly changed: (values: { readonly count: number; readonly number: string }) => string
      readonly omitted: (values: { readonly count: number }) => string
      readonly listedOn: (values: { readonly count: number; readonly page: number }) => string
      readonly listedFrom: (values: { readonly count: number; readonly page: number }) => string
      readonly unnamed: string
      readonly continued: (values: { readonly name: string }) => string
      readonly deleted: string
      readonly changedTitle: string
      readonly marked: (values: { readonly when: string }) => string
      readonly markedBetween: (values: { readonly first: string; readonly last: string }) => string
      readonly noArtwork: string
      readonly missing: (values: { readonly reason: string }) => string
      readonly missingReasons: {
        readonly noPicture: string
        readonly notDownloaded: string
        readonly notDrawn: string
      }
      readonly noPhoto: string
      readonly photo: (values: { readonly position: number }) => string
      readonly ofPages: (values: { readonly page: string; readonly pages: string }) => string
      readonly empty: string
    }
    readonly job: {
      readonly drawing: (values: { readonly done: number; readonly count: number }) => string
      readonly layingOut: string
      readonly printing: (values: { readonly name: string }) => string
      readonly asking: string
      readonly done: (values: { readonly count: number; readonly size: string }) => string
      readonly wrote: (values: { readonly count: number; readonly file: string }) => string
      readonly printedTitle: string
      readonly printed: (values: { readonly name: string }) => string
      readonly notPrintedTitle: string
      readonly notPrinted: (values: { readonly name: string }) => string
      readonly printFailed: (values: { readonly name: string }) => string
      readonly cancelledText: string
      readonly failedTitle: string
      readonly reasons: {
        readonly pageEnded: string
        readonly pageStuck: string
        readonly printer: (values: { readonly reason: string }) => string
      }
      readonly saveTitle: string
    }
  }
  readonly retry: {
    readonly wait: {
      readonly seconds: (values: { readonly seconds: number }) => string
      readonly minutes: (values: { readonly minutes: number }) => string
      readonly minutesAndSeconds: (values: { readonly minutes: number; readonly seconds: number }) => string
    }
    readonly attempt: (values: { readonly reason: string; readonly wait: string; readonly attempt: number; readonly attempts: number }) => string
    readonly changingList: (values: { readonly wait: string }) => string
    readonly reasons: {
      readonly serviceTooMany: (values: { readonly host: string }) => string
      readonly serviceFailed: (values: { readonly host: string; readonly hasStatus: boolean; readonly status: string }) => string
      readonly offline: (values: { readonly host: string }) => string
      readonly timeout: (values: { readonly host: string }) => string
      readonly interrupted: (values: { readonly host: string }) => string
      readonly proxyFailed: (values: { readonly hasReason: boolean; readonly reason: string }) => string
      readonly other: (values: { readonly host: string }) => string
    }
  }
  readonly review: {
    readonly reasons: {
      readonly busy: string
      readonly diskFull: string
      readonly readOnly: string
      readonly tooMany: (values: { readonly most: number }) => string
      readonly tooManyPhotos: (values: { readonly most: number }) => string
    }
    readonly markNames: {
      readonly ok: string
      readonly problem: string
      readonly question: string
    }
    readonly changes: {
      readonly change: (values: { readonly column: string; readonly was: string; readonly is: string }) => string
      readonly otherChange: string
      readonly values: {
        readonly none: string
        readonly yes: string
        readonly no: string
      }
    }
    readonly mode: string
    readonly modeHint: string
    readonly leave: string
    readonly started: {
      readonly plain: string
      readonly withKeys: (values: { readonly keys: string }) => string
    }
    readonly startedKeys: {
      readonly ok: (values: { readonly keys: string }) => string
      readonly problem: (values: { readonly keys: string }) => string
      readonly question: (values: { readonly keys: string }) => string
      readonly clear: (values: { readonly keys: string }) => string
      readonly note: (values: { readonly keys: string }) => string
    }
    readonly stopped: string
    readonly showMarks: string
    readonly hideMarks: string
    readonly column: string
    readonly title: string
    readonly clearHint: string
    readonly marks: string
    readonly note: string
    readonly notePlaceholder: string
    readonly noteLeft: (values: { readonly count: number }) => string
    readonly noteSaved: string
    readonly noteSaving: string
    readonly markedAt: (values: { readonly when: string }) => string
    readonly changed: string
    readonly marked: {
      readonly ok: (values: { readonly count: number }) => string
      readonly problem: (values: { readonly count: number }) => string
      readonly question: (values: { readonly count: number }) => string
      readonly none: (values: { readonly count: number }) => string
    }
    readonly markAs: {
      readonly ok: (values: { readonly count: number }) => string
      readonly problem: (values: { readonly count: number }) => string
      readonly question: (values: { readonly count: number }) => string
      readonly none: (values: { readonly count: number }) => string
    }
    readonly markedAs: {
      readonly ok: (values: { readonly subject: string }) => string
      readonly problem: (values: { readonly subject: string }) => string
      readonly question: (values: { readonly subject: string }) => string
    }
    readonly unmarked: (values: { readonly subject: string }) => string
    readonly oneItem: string
    readonly countOfItems: (values: { readonly count: number }) => string
    readonly single: {
      readonly label: string
      readonly list: string
      readonly notReviewed: string
      readonly position: (values: { readonly position: number; readonly count: number }) => string
      readonly next: string
      readonly nextReason: string
      readonly previousItem: string
      readonly nextItem: string
      readonly expand: string
      readonly compare: string
      readonly noPrevious: string
      readonly addPhoto: string
      readonly camera: string
      readonly was: (values: { readonly value: string }) => string
      readonly complete: (values: { readonly count: number }) => string
      readonly backToList: string
      readonly marksFailedTitle: string
      readonly options: string
      readonly advances: string
      readonly layout: string
      readonly layouts: {
        readonly auto: string
        readonly desktop: string
        readonly touch: string
      }
      readonly back: string
      readonly upNext: string
      readonly nothingNext: string
      readonly moveMarks: {
        readonly start: string
        readonly end: string
      }
      readonly report: string
    }
    readonly progress: (values: { readonly reviewed: number; readonly total: number }) => string
    readonly progressOfAll: (values: { readonly reviewed: number; readonly total: number }) => string
    readonly orphaned: (values: { readonly count: number }) => string
    readonly orphanedTitle: string
    readonly orphanedText: string
    readonly orphanedCopy: string
    readonly orphanedCopied: string
    readonly orphanedExport: string
    readonly orphanedRepeatExport: string
    readonly orphanedExportTitle: string
    readonly orphanedExportFailed: string
    readonly orphanedFileName: {
      readonly campaign: (values: { readonly campaign: string }) => string
      readonly all: string
    }
    readonly orphanedCount: (values: { readonly count: number }) => string
    readonly noOrphaned: string
    readonly orphanedHeadings: {
      readonly posNumber: string
      readonly itemName: string
      readonly elementName: string
      readonly mark: string
      readonly note: string
      readonly markedAt: string
      readonly campaignItemId: string
    }
    readonly notSavedTitle: string
    readonly notLoadedTitle: string
    readonly row: {
      readonly note: string
      readonly changed: string
    }
    readonly found: (values: { readonly name: string; readonly count: number }) => string
    readonly filter: string
    readonly filterTitle: string
    readonly filters: {
      readonly ok: string
      readonly problem: string
      readonly question: string
      readonly none: string
      readonly changed: string
    }
    readonly forgetPhotos: (values: { readonly count: number }) => string
    readonly elements: {
      readonly show: string
      readonly label: string
      readonly element: string
      readonly reviewed: string
      readonly problems: string
      readonly questions: string
      readonly none: string
      readonly of: (values: { readonly done: number; readonly total: number }) => string
      readonly showAll: (values: { readonly name: string }) => string
      readonly showMarked: {
        readonly problem: (values: { readonly count: number; readonly name: string }) => string
        readonly question: (values: { readonly count: number; readonly name: string }) => string
      }
      readonly failed: string
    }
    readonly sort: {
      readonly label: string
      readonly button: string
      readonly none: string
      readonly orders: {
        readonly problems: string
        readonly ok: string
        readonly latest: string
        readonly earliest: string
      }
    }
    readonly forgetUncounted: string
    readonly forgetReviews: (values: { readonly count: number }) => string
  }
  readonly reviewFiles: {
    readonly reasons: {
      readonly tooMuch: string
      readonly tooLarge: string
      readonly notAZip: string
      readonly notAReview: string
      readonly notJson: string
      readonly invalidForm: string
      readonly invalidField: (values: { readonly path: string }) => string
      readonly itemTwice: string
      readonly photoTwice: string
      readonly photoMissing: string
      readonly photoMismatch: string
      readonly notAPicture: string
      readonly photoProblems: {
        readonly tooLarge: string
        readonly tooManyPixels: string
        readonly damaged: string
      }
    }
    readonly writeReasons: {
      readonly nothing: string
      readonly tooMany: (values: { readonly most: number }) => string
      readonly tooMuch: string
      readonly notVerified: (values: { readonly sentence: string }) => string
      readonly photoMissing: string
    }
    readonly write: string
    readonly read: string
    readonly nothingReviewed: string
    readonly writeTitle: string
    readonly writeText: string
    readonly scope: string
    readonly scopes: {
      readonly campaign: string
      readonly selected: (values: { readonly count: number }) => string
      readonly listed: (values: { readonly count: number }) => string
    }
    readonly noScope: string
    readonly author: string
    readonly authorHint: string
    readonly writeAction: string
    readonly written: (values: { readonly file: string }) => string
    readonly showWritten: string
    readonly readTitle: string
    readonly failedTitle: string
    readonly summaryTitle: {
      readonly named: (values: { readonly author: string }) => string
      readonly anonymous: string
    }
    readonly writtenAt: string
    readonly file: string
    readonly campaign: (values: { readonly count: number }) => string
    readonly moreCampaigns: (values: { readonly count: number }) => string
    readonly unknownCampaign: string
    readonly noCampaign: string
    readonly contents: string
    readonly contentsText: (values: { readonly count: number; readonly counts: string }) => string
    readonly counts: {
      readonly marks: (values: { readonly count: number }) => string
      readonly notes: (values: { readonly count: number }) => string
      readonly photos: (values: { readonly count: number }) => string
    }
    readonly comparison: string
    readonly same: (values: { readonly count: number }) => string
    readonly kindCounts: {
      readonly conflict: (values: { readonly count: number }) => string
      readonly adds: (values: { readonly count: number }) => string
      readonly lacks: (values: { readonly count: number }) => string
    }
    readonly absent: (values: { readonly count: number }) => string
    readonly unknown: string
    readonly noDifferences: string
    readonly reviewDifferences: string
    readonly merge: (values: { readonly count: number }) => string
    readonly mergeNone: string
    readonly mergeTitle: {
      readonly named: (values: { readonly author: string }) => string
      readonly anonymous: string
    }
    readonly differences: string
    readonly forAll: string
    readonly choseForAll: (values: { readonly choice: string }) => string
    readonly defaultChoices: string
    readonly kinds: {
      readonly conflict: string
      readonly adds: string
      readonly lacks: string
    }
    readonly choice: string
    readonly choices: {
      readonly mine: string
      readonly theirs: string
      readonly both: string
    }
    readonly mine: string
    readonly theirs: string
    readonly together: string
    readonly choiceKeys: {
      readonly mine: string
      readonly theirs: string
      readonly both: string
    }
    readonly keys: (values: { readonly mine: string; readonly theirs: string; readonly both: string }) => string
    readonly noReview: string
    readonly noMark: string
    readonly noNote: string
    readonly photo: (values: { readonly position: number; readonly count: number }) => string
    readonly notBoth: string
    readonly notInCopy: string
    readonly changedSinceTheirs: (values: { readonly changes: string }) => string
    readonly position: (values: { readonly position: number; readonly count: number }) => string
    readonly merged: (values: { readonly count: number }) => string
    readonly undo: string
    readonly noteHeading: {
      readonly named: (values: { readonly author: string; readonly when: string }) => string
      readonly anonymous: (values: { readonly when: string }) => string
    }
  }
  readonly reviewPhotos: {
    readonly problems: {
      readonly notAPicture: string
      readonly heic: string
      readonly needsConversion: string
      readonly tooComplex: string
      readonly unreadable: string
      readonly damaged: string
      readonly tooLarge: string
      readonly tooManyPixels: string
    }
    readonly title: string
    readonly addHint: string
    readonly full: (values: { readonly most: number }) => string
    readonly drop: string
    readonly keepOriginal: string
    readonly keepOriginalOn: string
    readonly open: (values: { readonly position: number; readonly count: number; readonly added: string }) => string
    readonly remove: (values: { readonly position: number }) => string
    readonly removed: string
    readonly undo: string
    readonly missing: string
    readonly attaching: (values: { readonly position: number; readonly count: number }) => string
    readonly attached: (values: { readonly count: number }) => string
    readonly refusedTitle: string
    readonly refused: {
      readonly named: (values: { readonly name: string; readonly reason: string }) => string
      readonly unnamed: (values: { readonly reason: string }) => string
      readonly namedFailed: (values: { readonly name: string; readonly fault: string }) => string
      readonly unnamedFailed: (values: { readonly fault: string }) => string
    }
    readonly tooMany: (values: { readonly count: number; readonly most: number }) => string
    readonly photos: (values: { readonly count: number }) => string
    readonly camera: {
      readonly title: string
      readonly preview: string
      readonly starting: string
      readonly take: string
      readonly choose: string
      readonly switchCamera: string
      readonly failedTitle: string
      readonly denied: string
      readonly busy: string
      readonly missing: string
      readonly retry: string
    }
    readonly viewer: {
      readonly label: string
      readonly position: (values: { readonly position: number; readonly count: number }) => string
      readonly about: (values: { readonly added: string; readonly width: number; readonly height: number; readonly size: string }) => string
      readonly previous: string
      readonly next: string
      readonly remove: string
    }
  }
  readonly rowColors: {
    readonly title: string
    readonly rule: (values: { readonly color: string; readonly conditions: string }) => string
    readonly order: string
    readonly empty: string
    readonly noConditions: string
    readonly add: string
    readonly full: (values: { readonly most: number }) => string
    readonly edit: (values: { readonly position: number; readonly text: string }) => string
    readonly color: (values: { readonly position: number; readonly color: string }) => string
    readonly moveUp: (values: { readonly position: number }) => string
    readonly moveDown: (values: { readonly position: number }) => string
    readonly remove: (values: { readonly position: number }) => string
    readonly isFirst: string
    readonly isLast: string
    readonly moved: (values: { readonly position: number; readonly count: number }) => string
    readonly fromFilter: string
    readonly needsFilter: string
    readonly onlyInRows: string
  }
  readonly sampleData: {
    readonly connection: string
    readonly statuses: {
      readonly item: {
        readonly draft: string
        readonly briefed: string
        readonly inArtwork: string
        readonly inReview: string
        readonly approved: string
        readonly onHold: string
        readonly inProduction: string
        readonly canceled: string
      }
      readonly campaign: {
        readonly planning: string
        readonly artwork: string
        readonly production: string
        readonly live: string
        readonly closed: string
      }
      readonly state: {
        readonly upcoming: string
        readonly running: string
        readonly ended: string
      }
    }
  }
  readonly settings: {
    readonly title: string
    readonly search: string
    readonly clearSearch: string
    readonly sectionsLabel: string
    readonly sections: {
      readonly appearance: string
      readonly downloads: string
      readonly pictures: string
      readonly review: string
      readonly connection: string
      readonly backups: string
      readonly shortcuts: string
      readonly about: string
    }
    readonly matches: (values: { readonly count: number; readonly search: string }) => string
    readonly noMatches: (values: { readonly search: string }) => string
    readonly noMatchesText: string
    readonly showIn: (values: { readonly setting: string; readonly section: string }) => string
    readonly resetSection: string
    readonly undoReset: string
    readonly sectionReset: (values: { readonly section: string }) => string
    readonly resetUndone: (values: { readonly section: string }) => string
    readonly reset: (values: { readonly setting: string; readonly value: string }) => string
    readonly on: string
    readonly off: string
    readonly empty: string
    readonly smaller: string
    readonly larger: string
    readonly pixels: (values: { readonly count: number }) => string
    readonly theme: {
      readonly label: string
      readonly text: string
      readonly options: {
        readonly system: string
        readonly light: string
        readonly dark: string
      }
    }
    readonly language: {
      readonly label: string
      readonly text: string
      readonly options: {
        readonly system: string
      }
    }
    readonly rowHeight: {
      readonly label: string
      readonly text: string
    }
    readonly interfaceSize: {
      readonly label: string
      readonly text: string
    }
    readonly statusNames: {
      readonly label: string
      readonly text: (values: { readonly connection: string }) => string
      readonly action: string
    }
    readonly oldAfter: {
      readonly label: string
      readonly text: string
      readonly days: (values: { readonly count: number }) => string
    }
    readonly automatic: {
      readonly label: string
      readonly off: (values: { readonly connection: string }) => string
      readonly on: (values: { readonly count: number; readonly connection: string }) => string
      readonly action: string
    }
    readonly pictureSpace: {
      readonly label: string
      readonly text: string
      readonly gigabytes: (values: { readonly count: number }) => string
    }
    readonly reviewing: {
      readonly label: string
      readonly text: string
    }
    readonly advances: {
      readonly label: string
      readonly text: string
    }
    readonly reviewLayout: {
      readonly label: string
      readonly text: string
    }
    readonly marksAt: {
      readonly label: string
      readonly text: string
      readonly options: {
        readonly start: string
        readonly end: string
      }
    }
    readonly author: {
      readonly label: string
      readonly text: string
    }
    readonly address: {
      readonly label: string
      readonly action: string
    }
    readonly key: {
      readonly label: string
      readonly storage: {
        readonly keychain: string
        readonly session: string
        readonly none: string
        readonly withheld: string
        readonly notNeeded: string
      }
      readonly action: string
    }
    readonly authority: {
      readonly label: string
      readonly none: string
      readonly action: string
    }
    readonly clientCertificate: {
      readonly label: string
      readonly none: string
      readonly action: string
    }
    readonly proxyLogins: {
      readonly label: string
      readonly text: string
      readonly none: string
      readonly signOut: string
      readonly signOutOf: (values: { readonly proxy: string }) => string
    }
    readonly backups: {
      readonly label: string
      readonly text: string
    }
    readonly backupFile: {
      readonly label: string
      readonly text: string
    }
    readonly backupSchedule: {
      readonly label: string
      readonly text: string
    }
    readonly storage: {
      readonly label: string
      readonly text: string
    }
    readonly dataFolder: {
      readonly label: string
      readonly action: string
      readonly move: string
    }
    readonly log: {
      readonly label: string
      readonly text: string
      readonly action: string
    }
    readonly diagnostics: {
      readonly label: string
      readonly text: string
      readonly action: string
    }
    readonly crashReports: {
      readonly label: string
      readonly text: string
    }
    readonly updates: {
      readonly label: string
      readonly text: {
        readonly automatic: string
        readonly notify: string
        readonly never: string
        readonly package: string
        readonly manual: string
      }
      readonly options: {
        readonly automatic: string
        readonly notify: string
        readonly never: string
      }
    }
    readonly updateChannel: {
      readonly label: string
      readonly text: {
        readonly stable: string
        readonly beta: string
      }
      readonly options: {
        readonly stable: string
        readonly beta: string
      }
    }
    readonly organization: {
      readonly label: string
      readonly text: string
    }
    readonly versionLabel: string
    readonly version: (values: { readonly shown: string }) => string
    readonly versionWithoutUpdates: (values: { readonly shown: string }) => string
    readonly versionChecked: (values: { readonly shown: string; readonly ago: string }) => string
    readonly keywords: {
      readonly theme: string
      readonly language: string
      readonly rowHeight: string
      readonly interfaceSize: string
      readonly statusNames: string
      readonly oldAfter: string
      readonly automatic: string
      readonly pictureSpace: string
      readonly reviewing: string
      readonly advances: string
      readonly reviewLayout: string
      readonly marksAt: string
      readonly author: string
      readonly address: string
      readonly key: string
      readonly authority: string
      readonly clientCertificate: string
      readonly proxyLogins: string
      readonly backups: string
      readonly backupFile: string
      readonly backupSchedule: string
      readonly storage: string
      readonly dataFolder: string
      readonly log: string
      readonly diagnostics: string
      readonly crashReports: string
      readonly version: string
      readonly updates: string
      readonly updateChannel: string
      readonly organization: string
    }
    readonly removeArtwork: {
      readonly parts: (values: { readonly downloads: string; readonly artwork: string; readonly reviews: string }) => string
      readonly remove: string
      readonly removeFrom: (values: { readonly connection: string }) => string
      readonly title: (values: { readonly connection: string }) => string
      readonly text: (values: { readonly size: string }) => string
      readonly action: string
      readonly removed: string
    }
    readonly about: {
      readonly title: string
      readonly text: string
      readonly licenses: string
      readonly licensesFailed: string
    }
  }
  readonly shortcuts: {
    readonly settings: {
      readonly change: (values: { readonly command: string; readonly keys: string }) => string
      readonly none: string
      readonly recording: string
      readonly recordingHint: string
      readonly default: (values: { readonly keys: string }) => string
      readonly defaultTaken: (values: { readonly keys: string; readonly command: string }) => string
      readonly noDefault: string
      readonly alsoInReview: (values: { readonly keys: string }) => string
      readonly conflict: (values: { readonly keys: string; readonly command: string }) => string
      readonly useHere: string
      readonly assigned: (values: { readonly command: string; readonly keys: string }) => string
      readonly removed: (values: { readonly command: string }) => string
      readonly more: string
      readonly refusals: {
        readonly typing: string
        readonly alt: string
        readonly textEditing: string
        readonly navigation: string
        readonly system: string
        readonly otherModifier: string
        readonly unsupported: string
      }
      readonly refusalsMac: {
        readonly typing: string
        readonly otherModifier: string
      }
    }
    readonly title: string
    readonly change: string
    readonly general: string
    readonly moving: string
    readonly list: string
    readonly escape: string
    readonly arrows: string
    readonly typing: string
    readonly typingKeys: string
    readonly searching: string
    readonly searchingKeys: string
    readonly sort: string
    readonly sortKeys: string
    readonly moveColumn: string
    readonly neighbours: string
    readonly ends: string
    readonly corners: string
    readonly folding: string
    readonly select: string
    readonly range: string
    readonly open: string
    readonly menu: string
    readonly queue: string
    readonly viewer: string
    readonly viewerItems: string
    readonly viewerArtworks: string
    readonly viewerPages: string
    readonly viewerCompare: string
    readonly viewerZoom: string
    readonly viewerFit: string
    readonly viewerActual: string
    readonly viewerRotate: string
    readonly reviewing: string
    readonly withText: (values: { readonly text: string; readonly keys: string }) => string
  }
  readonly start: {
    readonly loading: string
    readonly failedTitle: string
    readonly quit: string
    readonly connectionFailedTitle: (values: { readonly name: string }) => string
  }
  readonly statistics: {
    readonly title: string
    readonly keys: {
      readonly status: string
      readonly elementName: string
      readonly workflowTemplateName: string
      readonly campaign: string
      readonly isLocked: string
      readonly hasArtwork: string
      readonly updatedDay: string
      readonly mark: string
      readonly changeDay: string
    }
    readonly keysInText: {
      readonly status: string
      readonly elementName: string
      readonly workflowTemplateName: string
      readonly campaign: string
      readonly isLocked: string
      readonly hasArtwork: string
      readonly updatedDay: string
      readonly mark: string
      readonly changeDay: string
    }
    readonly measures: {
      readonly quantity: string
      readonly items: string
    }
    readonly changes: string
    readonly changeKinds: {
      readonly added: string
      readonly changed: string
      readonly deleted: string
    }
    readonly none: {
      readonly status: string
      readonly elementName: string
      readonly workflowTemplateName: string
      readonly campaign: string
      readonly isLocked: string
      readonly hasArtwork: string
      readonly updatedDay: string
      readonly mark: string
      readonly changeDay: string
    }
    readonly pieces: (values: { readonly count: number; readonly shown: string }) => string
    readonly items: (values: { readonly count: number }) => string
    readonly total: string
    readonly share: string
    readonly day: string
    readonly others: (values: { readonly count: number }) => string
    readonly more: (values: { readonly count: number }) => string
    readonly fewer: string
    readonly heading: {
      readonly one: (values: { readonly measure: string; readonly first: string }) => string
      readonly two: (values: { readonly measure: string; readonly first: string; readonly second: string }) => string
    }
    readonly byKey: {
      readonly status: string
      readonly elementName: string
    }
    readonly elements: (values: { readonly count: number }) => string
    readonly pair: (values: { readonly first: string; readonly second: string }) => string
    readonly numbers: (values: { readonly name: string; readonly quantity: string; readonly itemsText: string; readonly share: string }) => string
    readonly count: (values: { readonly name: string; readonly countText: string; readonly share: string }) => string
    readonly changesOf: (values: { readonly count: number }) => string
    readonly allCampaigns: (values: { readonly count: number }) => string
    readonly someCampaigns: (values: { readonly chosen: number; readonly count: number }) => string
    readonly chooseCampaigns: string
    readonly findCampaign: string
    readonly chooseAll: string
    readonly noCampaign: string
    readonly moreCampaigns: (values: { readonly count: number }) => string
    readonly filter: string
    readonly splitBy: (values: { readonly names: string }) => string
    readonly split: string
    readonly rows: string
    readonly series: string
    readonly noSeries: string
    readonly sort: (values: { readonly name: string }) => string
    readonly sortLabel: string
    readonly sortByName: string
    readonly latestFirst: string
    readonly measure: string
    readonly asTable: string
    readonly copy: string
    readonly copyTable: string
    readonly copied: (values: { readonly count: number }) => string
    readonly export: string
    readonly exportAs: {
      readonly xlsx: string
      readonly csv: string
    }
    readonly exportTitle: string
    readonly fileName: (values: { readonly place: string }) => string
    readonly all: string
    readonly entry: (values: { readonly name: string; readonly countText: string }) => string
    readonly legend: (values: { readonly key: string }) => string
    readonly hide: (values: { readonly text: string }) => string
    readonly show: (values: { readonly text: string }) => string
    readonly matrix: string
    readonly matrixOf: (values: { readonly first: string; readonly second: string }) => string
    readonly updated: string
    readonly earlier: (values: { readonly count: number }) => string
    readonly updatedNone: string
    readonly onDay: (values: { readonly day: string; readonly itemsText: string }) => string
    readonly coverage: string
    readonly coverageOf: (values: { readonly share: string; readonly count: number }) => string
    readonly without: (values: { readonly count: number }) => string
    readonly covered: (values: { readonly name: string; readonly share: string; readonly without: number }) => string
    readonly missing: {
      readonly incomplete: (values: { readonly count: number }) => string
      readonly notDownloaded: (values: { readonly count: number }) => string
    }
    readonly loading: string
    readonly failedTitle: string
    readonly emptyTitle: string
    readonly emptyText: string
    readonly nothingTitle: string
    readonly clearFilters: string
    readonly noChangesTitle: string
    readonly noChangesText: string
    readonly limited: (values: { readonly shown: number; readonly total: number }) => string
    readonly rowCount: (values: { readonly count: number }) => string
    readonly totals: (values: { readonly itemsText: string; readonly quantity: string }) => string
    readonly ignoresFilters: string
  }
  readonly status: {
    readonly label: string
    readonly online: string
    readonly unknownHint: string
    readonly offline: string
    readonly offlineHint: string
    readonly unreachable: (values: { readonly host: string }) => string
    readonly unreachableHint: (values: { readonly time: string }) => string
    readonly tryNow: string
    readonly dataFrom: (values: { readonly time: string }) => string
    readonly notNeeded: string
    readonly keychain: string
    readonly session: string
    readonly noKey: string
    readonly withheld: string
    readonly reviewChange: string
    readonly noKeyHint: string
    readonly keyTitle: string
    readonly enterKey: string
    readonly keychainText: string
    readonly finding: (values: { readonly found: number; readonly items: number }) => string
    readonly downloading: (values: { readonly name: string }) => string
    readonly more: (values: { readonly count: number }) => string
    readonly of: (values: { readonly done: number; readonly total: number }) => string
    readonly items: (values: { readonly done: number; readonly total: number }) => string
    readonly rows: (values: { readonly done: number; readonly total: number }) => string
    readonly pages: (values: { readonly count: number }) => string
    readonly rate: (values: { readonly count: number }) => string
    readonly left: (values: { readonly duration: string }) => string
    readonly cancelJob: (values: { readonly job: string }) => string
    readonly showFile: string
    readonly openCampaign: string
    readonly outcomes: {
      readonly downloaded: (values: { readonly name: string; readonly count: number }) => string
      readonly upToDate: (values: { readonly name: string; readonly count: number }) => string
      readonly downloadedMany: (values: { readonly campaigns: number; readonly items: number }) => string
      readonly incomplete: (values: { readonly name: string }) => string
      readonly failed: (values: { readonly name: string }) => string
      readonly cancelled: (values: { readonly name: string }) => string
      readonly discovered: (values: { readonly count: number }) => string
      readonly discoveryFailed: string
      readonly discoveryCancelled: string
      readonly exported: (values: { readonly count: number; readonly file: string }) => string
      readonly exportFailed: (values: { readonly file: string }) => string
      readonly exportCancelled: (values: { readonly file: string }) => string
      readonly problems: (values: { readonly count: number }) => string
    }
  }
  readonly systemDialogs: {
    readonly ok: string
    readonly cancel: string
    readonly save: {
      readonly title: string
      readonly changesTitle: string
      readonly campaignsTitle: string
      readonly orphanedTitle: string
      readonly pictureTitle: string
      readonly xlsx: string
      readonly csv: string
      readonly html: string
      readonly md: string
      readonly json: string
      readonly jsonl: string
      readonly pdf: string
      readonly png: string
      readonly jpg: string
      readonly gif: string
      readonly webp: string
      readonly avif: string
      readonly svg: string
      readonly ics: string
      readonly zip: string
      readonly cdreview: string
      readonly cdbackup: string
      readonly allFiles: string
    }
    readonly replace: {
      readonly message: (values: { readonly name: string }) => string
      readonly several: (values: { readonly first: string; readonly others: number }) => string
      readonly severalDetail: string
      readonly detail: string
      readonly replace: string
      readonly otherName: string
    }
    readonly otherExtension: {
      readonly message: (values: { readonly extension: string }) => string
      readonly detail: (values: { readonly extensions: string }) => string
    }
    readonly authority: {
      readonly title: string
      readonly certificates: string
      readonly allFiles: string
    }
    readonly clientCertificate: {
      readonly title: string
      readonly certificates: string
      readonly allFiles: string
    }
    readonly quit: {
      readonly message: string
      readonly detail: string
      readonly backupMessage: string
      readonly backupDetail: string
      readonly downloads: string
      readonly quit: string
      readonly stay: string
    }
    readonly browser: {
      readonly message: (values: { readonly host: string }) => string
      readonly details: {
        readonly service: (values: { readonly address: string }) => string
        readonly guide: (values: { readonly address: string }) => string
        readonly issue: (values: { readonly address: string }) => string
      }
      readonly open: string
    }
    readonly start: {
      readonly title: string
      readonly refusedSwitch: (values: { readonly name: string }) => string
      readonly appImageWithoutSandbox: string
    }
    readonly dataFolder: {
      readonly chooseNew: string
      readonly confirm: string
      readonly confirmDetail: (values: { readonly size: string; readonly folder: string }) => string
      readonly move: string
      readonly moving: string
      readonly movingDetail: (values: { readonly folder: string }) => string
      readonly notMoved: string
      readonly notMovedDetail: (values: { readonly reason: string }) => string
      readonly missing: string
      readonly missingDetail: (values: { readonly folder: string }) => string
      readonly tryAgain: string
      readonly choose: string
      readonly startEmpty: string
      readonly quit: string
    }
  }
  readonly textMenu: {
    readonly undo: string
    readonly redo: string
    readonly cut: string
    readonly copy: string
    readonly paste: string
    readonly darwin: {
      readonly selectAll: string
      readonly noSuggestions: string
      readonly addToDictionary: string
    }
    readonly win32: {
      readonly selectAll: string
      readonly noSuggestions: string
      readonly addToDictionary: string
    }
    readonly linux: {
      readonly selectAll: string
      readonly noSuggestions: string
      readonly addToDictionary: string
    }
    readonly lookUp: (values: { readonly text: string }) => string
  }
  readonly time: {
    readonly justNow: string
    readonly yesterday: string
    readonly minutesAgo: (values: { readonly count: number }) => string
    readonly hoursAgo: (values: { readonly count: number }) => string
    readonly daysAgo: (values: { readonly count: number }) => string
    readonly seconds: (values: { readonly count: number }) => string
    readonly minutes: (values: { readonly count: number }) => string
    readonly hours: (values: { readonly hours: string }) => string
  }
  readonly timeline: {
    readonly dateChoice: {
      readonly title: string
      readonly button: (values: { readonly chosen: number; readonly all: number }) => string
      readonly find: string
      readonly deadlines: string
      readonly none: string
      readonly done: string
      readonly groups: {
        readonly prepare: string
        readonly produce: string
        readonly deliver: string
        readonly record: string
      }
      readonly date: (values: { readonly name: string; readonly count: number }) => string
      readonly explanation: (values: { readonly total: number }) => string
      readonly full: (values: { readonly max: number }) => string
      readonly nothingFound: string
    }
    readonly grid: string
    readonly loading: string
    readonly failedTitle: string
    readonly noDatesTitle: string
    readonly noDatesText: (values: { readonly withoutDetails: boolean }) => string
    readonly noneOverdueTitle: string
    readonly noneOutOfOrderTitle: string
    readonly showAll: string
    readonly today: string
    readonly todayOn: (values: { readonly day: string }) => string
    readonly zoom: string
    readonly zoomIn: string
    readonly zoomOut: string
    readonly levels: {
      readonly days: string
      readonly weeks: string
      readonly months: string
      readonly quarters: string
    }
    readonly quarter: (values: { readonly number: number }) => string
    readonly dateOn: (values: { readonly name: string; readonly day: string }) => string
    readonly relative: {
      readonly today: string
      readonly tomorrow: string
      readonly yesterday: string
      readonly inDays: (values: { readonly days: number }) => string
      readonly daysAgo: (values: { readonly days: number }) => string
    }
    readonly counts: {
      readonly withoutArtwork: (values: { readonly count: number; readonly all: number }) => string
      readonly notLocked: (values: { readonly count: number; readonly all: number }) => string
      readonly items: (values: { readonly count: number }) => string
    }
    readonly notDownloaded: string
    readonly withoutArtworkAfter: (values: { readonly name: string; readonly day: string; readonly count: number }) => string
    readonly isAfter: (values: { readonly first: string; readonly firstOn: string; readonly second: string; readonly secondOn: string }) => string
    readonly overdue: string
    readonly outOfOrder: string
    readonly then: string
    readonly open: string
    readonly show: (values: { readonly count: number }) => string
    readonly views: {
      readonly withoutArtwork: string
      readonly notLocked: string
      readonly items: string
    }
    readonly details: (values: { readonly title: string }) => string
    readonly from: (values: { readonly day: string }) => string
    readonly until: (values: { readonly day: string }) => string
    readonly fromUntil: (values: { readonly first: string; readonly last: string }) => string
    readonly earlier: (values: { readonly count: number }) => string
    readonly later: (values: { readonly count: number }) => string
    readonly legend: string
    readonly overdueCount: (values: { readonly count: number }) => string
    readonly overdueHint: (values: { readonly count: number }) => string
    readonly outOfOrderCount: (values: { readonly count: number }) => string
    readonly outOfOrderHint: (values: { readonly count: number }) => string
    readonly showAsTable: string
    readonly showAsTimeline: string
    readonly export: {
      readonly button: string
      readonly label: string
      readonly calendar: string
      readonly calendarText: string
      readonly shown: {
        readonly svg: string
        readonly png: string
        readonly pdf: string
      }
      readonly all: {
        readonly svg: string
        readonly png: string
        readonly pdf: string
      }
      readonly range: (values: { readonly first: string; readonly last: string }) => string
      readonly onePage: string
      readonly tooLarge: string
      readonly pdfInZoom: string
      readonly pdfInZoomText: (values: { readonly pages: number }) => string
      readonly zoomedOutText: (values: { readonly pages: number }) => string
      readonly saveTitle: string
      readonly fileName: (values: { readonly connection: string }) => string
      readonly calendarName: (values: { readonly connection: string }) => string
      readonly saved: (values: { readonly file: string }) => string
      readonly asOf: (values: { readonly moment: string }) => string
    }
    readonly table: {
      readonly label: string
      readonly columns: {
        readonly date: string
        readonly campaign: string
        readonly kind: string
        readonly days: string
        readonly state: string
      }
      readonly states: {
        readonly overdue: string
        readonly outOfOrder: string
        readonly past: string
        readonly coming: string
        readonly invalid: string
      }
    }
    readonly calendar: {
      readonly name: (values: { readonly connection: string }) => string
      readonly event: (values: { readonly campaign: string; readonly date: string }) => string
      readonly description: {
        readonly plain: (values: { readonly date: string; readonly moment: string }) => string
        readonly withReference: (values: { readonly date: string; readonly moment: string; readonly reference: string }) => string
      }
    }
  }
  readonly toolbar: {
    readonly back: string
    readonly forward: string
    readonly download: string
    readonly downloadHint: {
      readonly campaign: (values: { readonly name: string }) => string
      readonly recent: (values: { readonly name: string }) => string
      readonly selected: (values: { readonly count: number }) => string
      readonly all: string
      readonly none: string
      readonly noKey: string
      readonly withheld: string
    }
    readonly showCampaigns: string
    readonly hideCampaigns: string
    readonly showDetails: string
    readonly hideDetails: string
    readonly settings: string
    readonly noItems: string
    readonly noDetails: string
  }
  readonly updates: {
    readonly title: string
    readonly checking: string
    readonly current: string
    readonly currentText: (values: { readonly version: string }) => string
    readonly currentBetaText: (values: { readonly version: string }) => string
    readonly available: (values: { readonly version: string }) => string
    readonly downloading: (values: { readonly version: string }) => string
    readonly ready: (values: { readonly version: string }) => string
    readonly checkFailed: string
    readonly failed: string
    readonly notSetUp: string
    readonly notSetUpText: string
    readonly installed: (values: { readonly version: string }) => string
    readonly released: (values: { readonly date: string }) => string
    readonly readyText: string
    readonly packageText: string
    readonly manualText: string
    readonly waitingText: string
    readonly notes: string
    readonly noNotes: string
    readonly progress: (values: { readonly done: string; readonly total: string }) => string
    readonly download: string
    readonly downloadNow: string
    readonly cancelDownload: string
    readonly restart: string
    readonly openPage: string
    readonly checkAgain: string
    readonly showDetails: string
    readonly later: string
    readonly status: {
      readonly available: string
      readonly downloading: (values: { readonly part: number }) => string
      readonly ready: string
      readonly failed: string
    }
  }
  readonly views: {
    readonly button: string
    readonly hint: string
    readonly current: (values: { readonly name: string }) => string
    readonly builtInHeading: string
    readonly savedHeading: string
    readonly rename: (values: { readonly name: string }) => string
    readonly remove: (values: { readonly name: string }) => string
    readonly shown: (values: { readonly name: string }) => string
    readonly everyList: string
    readonly builtIn: {
      readonly everything: string
      readonly noArtwork: string
      readonly locked: string
      readonly changed: string
      readonly duplicates: string
      readonly quantityZero: string
    }
    readonly saveDialog: {
      readonly title: string
      readonly text: string
      readonly name: string
      readonly placeholder: string
      readonly nameMissing: string
      readonly place: string
      readonly thisCampaign: string
      readonly replaces: (values: { readonly name: string }) => string
      readonly replace: string
      readonly saved: (values: { readonly name: string }) => string
    }
    readonly renameDialog: {
      readonly title: string
      readonly taken: string
    }
    readonly deleteDialog: {
      readonly title: string
      readonly text: (values: { readonly name: string }) => string
      readonly delete: string
      readonly deleted: (values: { readonly name: string }) => string
    }
  }
}
