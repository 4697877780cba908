/** Messages about crashes and unexpected errors: in dialogs that the system shows, and in the window. */
export const CRASH_DIALOG = {
  message: 'The window stopped working',
  detail:
    'Your downloaded campaigns, marks and notes are safe on this computer. Reload the window to continue where you left off.',
  reload: 'Reload',
  quit: 'Quit',
} as const

export const UNRESPONSIVE_DIALOG = {
  message: 'The window isn’t responding',
  detail:
    'Your downloaded campaigns, marks and saved notes are safe on this computer. You can wait, or reload the window and lose what you are typing.',
  reload: 'Reload',
  wait: 'Wait',
} as const

export const ERROR_DIALOG = {
  title: 'Campaign Desk',
  message: 'Something went wrong in Campaign Desk',
  detail: (logId: string) =>
    `Your downloaded campaigns, marks and notes are safe on this computer. Restart Campaign Desk. If it happens again, report log entry ${logId}.`,
  restart: 'Restart',
  keepWorking: 'Keep Working',
} as const

export const uncaughtStrings = {
  title: 'Something went wrong in this window',
  text: 'Your downloaded campaigns, marks and notes are safe. If something no longer works, reload the window.',
  logEntry: (logId: string) => `Log entry ${logId}`,
  reload: 'Reload',
} as const
