import { campaigns, items, plural } from './grammar.ts'

/** Strings of the activity: downloads, pictures and exports. */
export const queueStrings = {
  queue: {
    title: 'Activity',
    groups: {
      decision: 'Needs your decision',
      running: 'Running',
      waiting: 'Waiting',
      paused: 'Paused',
      failed: 'Failed',
      ended: 'Finished',
    },
    pauseAll: 'Pause all',
    resumeAll: 'Resume all',
    cancelAll: 'Cancel all',
    nothingToPause: 'Nothing to pause',
    nothingToResume: 'Nothing to resume',
    nothingToCancel: 'Nothing to cancel',
    retryAll: 'Retry all',
    clear: 'Clear',
    clearFinished: 'Clear finished',
    cleared: (count: number, shown: string) => `${shown} ${plural(count, 'entry', 'entries')} cleared`,
    undoClear: 'Undo',
    none: 'Nothing is running, and nothing waits.',
    noneText: 'Downloads and exports appear here. Finished ones stay until you clear them.',
    first: (what: string) => `Download first: ${what}`,
    startsNext: 'starts next',
    /** How much of a failed download was fetched, and whether the next attempt continues there. */
    fetched: (done: string, total: number, totalShown: string) =>
      `${done} of ${items(total, totalShown)} were fetched.`,
    continues: 'Try again continues from there.',
    /** Outcomes whose numbers follow in another line. */
    downloaded: (name: string) => `Downloaded ${name}`,
    upToDate: (name: string) => `${name} is up to date`,
    changes: (count: number, shown: string) => `${shown} ${plural(count, 'change', 'changes')}`,
    showChanges: 'Changes',
    showChangesOf: (name: string) => `Changes of ${name}`,
    openFile: 'Open',
    openFileOf: (file: string) => `Open ${file}`,
    pause: (what: string) => `Pause: ${what}`,
    resume: (what: string) => `Resume: ${what}`,
    actions: (what: string) => `Actions for ${what}`,
    drag: (what: string) => `Move ${what} in the queue`,
    dragHint: 'Drag to reorder, or press Alt with an arrow key',
    moved: (what: string, position: string, of: string) => `${what} is number ${position} of ${of}.`,
    menu: {
      first: 'Download first',
      up: 'Move up',
      down: 'Move down',
      pause: 'Pause',
      resume: 'Resume',
      cancel: 'Cancel',
      retry: 'Try again',
      open: 'Open the campaign',
    },
    phases: {
      reading: 'Reading the list',
      checking: 'Checking for changes meanwhile',
      rereading: 'Reading the list again',
      saving: 'Putting the new copy in place',
    },
    recentReading: 'Reading what has changed',
    origins: { schedule: 'by the clock', resumed: 'resumed where it stopped' },
    pausedBy: {
      person: 'Paused',
      offline: 'Waits for the network',
      unreachable: 'Waiting for the service',
      metered: 'Waits for a network that is not metered',
      decision: 'Needs your decision',
    },
    pausedNote: {
      person: 'What was fetched is kept. It goes on when you resume it.',
      offline: 'Waits for the network, and goes on by itself. What was fetched is kept.',
      unreachable: 'The service cannot be reached. The download continues when it responds again.',
      metered: 'Waits for a network that is not metered. Resume it to use this one.',
      decision: 'The downloaded copy is unchanged until you decide.',
    },
    /** For deletions of more than half of a campaign. */
    deletions: {
      review: 'Review…',
      reviewOf: (what: string) => `Review deletions: ${what}`,
      summary: (shown: string, of: number, ofShown: string) =>
        `The service no longer lists ${shown} of ${items(of, ofShown)}.`,
      title: (name: string) => `Delete items of ${name}?`,
      text: (count: number, shown: string, of: number, ofShown: string) =>
        count === of
          ? `The service no longer lists any of the ${items(of, ofShown)} in the downloaded copy. Updating deletes ${plural(count, 'it', 'them')} from this computer.`
          : `The service no longer lists ${shown} of the ${items(of, ofShown)} in the downloaded copy. Updating deletes ${plural(count, 'it', 'them')} from this computer.`,
      more: (shown: string) => `and ${shown} more`,
      effect: 'Your marks and notes stay. If you keep the copy, the next download asks again.',
      accept: (count: number, shown: string) => `Delete ${items(count, shown)}`,
      keep: 'Keep copy',
    },
    /** In the status bar, when nothing runs. */
    unreachableMany: (count: number, shown: string) =>
      `${shown} ${plural(count, 'download is', 'downloads are')} waiting for the service`,
    waitingMany: (count: number, shown: string) =>
      `${shown} ${plural(count, 'download waits', 'downloads wait')}`,
    pausedMany: (count: number, shown: string) => `${shown} ${plural(count, 'download', 'downloads')} paused`,
    offlineMany: (count: number, shown: string) =>
      `${shown} ${plural(count, 'download waits', 'downloads wait')} for the network`,
    decideMany: (count: number, shown: string) =>
      `${shown} ${plural(count, 'download needs', 'downloads need')} your decision`,
    meteredMany: (count: number, shown: string) =>
      `${shown} ${plural(count, 'download waits', 'downloads wait')} for a network that is not metered`,
  },

  downloadModes: {
    more: 'Ways to download',
    recent: 'Get recent changes',
    recentNone: 'Download everything once first.',
    everything: 'Download everything',
    recentMany: (count: number, shown: string) => `Get recent changes of ${campaigns(count, shown)}`,
    everythingMany: (count: number, shown: string) => `Download everything of ${campaigns(count, shown)}`,
  },

  completeness: {
    /** Short, next to the name of a campaign. */
    deleted: 'gone from the service',
    deletedHint:
      'At the last download the service no longer had this campaign. The copy on this computer is kept.',
    detailsHidden: 'details not visible to this key',
    detailsMissing: 'details not found',
    accessLost: 'no longer visible to this key',
    paused: (done: string) => `paused at ${done}`,
    pausedUnknown: 'paused',
    undecided: 'needs your decision',
    unseen: (count: number, shown: string) => `${shown} ${plural(count, 'unseen change', 'unseen changes')}`,

    complete: 'Complete',
    completeText: (count: number, shown: string, when: string) =>
      `All ${items(count, shown)} that the service counted, as of ${when}.`,
    completeEmpty: (when: string) => `The service counted no items, as of ${when}.`,
    incomplete: 'Incomplete',
    incompleteText: (count: number, shown: string, when: string) =>
      `${items(count, shown)} are here, as of ${when}.`,
    none: 'Not on this computer',
    noneText: 'No download has been completed yet.',
    modes: {
      full: 'Last download: the whole list was read.',
      recent: 'Last download: only what had changed was read.',
    },
    changeCounts: (added: string, changed: string, deleted: string) =>
      `It brought ${added} added, ${changed} changed, ${deleted} gone.`,
    noChanges: 'It found no changes.',
    deletedTitle: 'Gone from the service',
    deletedText:
      'At the last download the service no longer had this campaign (404). Everything that was downloaded stays on this computer until you remove it.',
    remove: 'Remove…',
    forbiddenTitle: 'Details not visible to this key',
    forbiddenText:
      'The service refused the campaign’s own details (403). Its items are not affected. Ask for read access to the campaign to see the details.',
    detailsMissingTitle: 'Details not found',
    detailsMissingText:
      'The service did not find the campaign’s own details (404). Its items are not affected. Ask whoever runs the service.',
    accessLostTitle: 'No longer visible to this key',
    accessLostText:
      'At the last download the service refused this campaign (403) and listed none of its items. Everything that was downloaded stays on this computer. Ask for read access to the campaign.',
    unfinishedTitle: 'Unfinished download',
    unfinished: (done: string, total: number, totalShown: string) =>
      `${done} of ${items(total, totalShown)} are downloaded. The list shows the previous copy.`,
    unfinishedUnknown: 'The list shows the previous copy.',
    unfinishedNoCopy: (done: string, total: number, totalShown: string) =>
      `${done} of ${items(total, totalShown)} are downloaded.`,
    resume: 'Resume',
    incompleteAdvice: 'Download everything again later.',
  },
} as const
