/** Strings of the settings that an organization manages. */
export const managedStrings = {
  setBy: 'Set by your organization',
  /** Of the message about a folder that is not allowed. */
  folderTitle: (name: string) => `“${name}” can’t be saved there`,
  /** Names of the settings, in the list of what is managed. */
  names: {
    baseAddress: 'Base address',
    certificateAuthority: 'Certificate authority',
    proxy: 'Proxy',
    updates: 'Updates',
    exportFolders: 'Folders for files',
  },
  onlyBaseAddress: (address: string) => `${address}, and no other`,
  noAddress: 'None: the managed address is not valid',
  proxy: { system: 'The system’s proxy', none: 'No proxy' },
  updates: { off: 'Off', notify: 'Notify only', on: 'On' },
  channels: { stable: 'stable versions', beta: 'beta versions' },
  updateChannel: (channel: string) => `Channel: ${channel}`,
  noFolders: 'None',
  problemsTitle: 'Problems',
} as const

/** Why a file of managed settings is not used as it is. Each is a sentence for administrators. */
export const MANAGED_PROBLEMS = {
  unsafe: (source: string) =>
    `${source} was ignored, because people other than the administrator can change it. It and its folder must belong to root, and others must not be able to write to them.`,
  unreadable: (source: string, reason: string) =>
    `${source} cannot be read: ${reason}. No folders are allowed for files until it can be read.`,
  unknown: (name: string) => `“${name}” is not a managed setting and was ignored.`,
  invalid: (name: string) => `The value of “${name}” is not valid and was ignored.`,
  invalidRestriction: (name: string) =>
    `The value of “${name}” is not valid. The strictest value applies instead.`,
  authority: (file: string, reason: string) => `The certificate authority ${file} cannot be used: ${reason}.`,
  addressMissing: '“OnlyBaseAddress” needs a valid “BaseAddress”. Until then, no address is allowed.',
} as const

/** Why a file of managed settings cannot be read, as clauses. */
export const MANAGED_READ_REASONS = {
  system: (code: string) => `the system reports ${code}`,
  tooLarge: 'it is too large',
  notAnObject: 'it does not contain a JSON object',
  unexpectedOutput: 'the registry returned something unexpected',
  notAscii: 'a value has characters other than ASCII',
  unsafeAuthority: 'people other than the administrator can change it',
} as const

export const MANAGED_AUTHORITY_REASON = 'your organization sets the certificate authority'
