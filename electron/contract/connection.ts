/** Colours that a person can give to a value; each exists in light and dark. */
export const LABEL_COLORS = ['neutral', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'purple'] as const
export type LabelColor = (typeof LABEL_COLORS)[number]

/** Integer fields whose meaning the interface does not give, so that people name their values themselves. */
export const LABELLED_FIELDS = ['itemStatus', 'campaignStatus', 'campaignState'] as const
export type LabelledField = (typeof LABELLED_FIELDS)[number]

export interface ValueLabel {
  readonly value: number
  /** May be empty, when only a colour was given. */
  readonly name: string
  readonly color: LabelColor
}

export type ValueLabels = Readonly<Record<LabelledField, readonly ValueLabel[]>>

export const NO_LABELS: ValueLabels = { itemStatus: [], campaignStatus: [], campaignState: [] }

/** When campaigns are downloaded without being asked for; off until the person turns it on. */
export interface AutomaticDownloads {
  readonly onStart: boolean
  /** Null: not by the clock. */
  readonly everyMinutes: number | null
  /** The chosen campaigns. */
  readonly campaignIds: readonly string[]
}

export const NO_AUTOMATIC_DOWNLOADS: AutomaticDownloads = {
  onStart: false,
  everyMinutes: null,
  campaignIds: [],
}

/** A certificate authority that is trusted for this connection beside those of the system. */
export interface ConnectionAuthority {
  /** Name of the file it came from, without its folder. */
  readonly fileName: string
  /** Whom its certificates name, for people. */
  readonly subjects: readonly string[]
}

/** A client certificate that this connection presents to its service. */
export interface ConnectionClientCertificate {
  /** Name of the file it came from, without its folder. */
  readonly fileName: string
  /** Whom it names, for people. */
  readonly subject: string
  /** Who issued it, for people. */
  readonly issuer: string
  /** Milliseconds since 1970. */
  readonly validFrom: number
  /** Milliseconds since 1970. */
  readonly validUntil: number
  /** Whether its file is protected by a password. */
  readonly needsPassword: boolean
}

/** Where the password of a client certificate is; `none`: it is needed and not known. */
export type PasswordPlace = Exclude<KeyStatus['place'], 'withheld'>

/** The client certificate of a connection, or of an address that is not a connection yet. */
export interface ClientCertificateStatus {
  readonly certificate: ConnectionClientCertificate
  readonly password: PasswordPlace
}

/** What came of choosing a file. */
export type ClientCertificateChoice =
  | (ClientCertificateStatus & { readonly state: 'chosen' })
  /** The file can be used once its password is known. */
  | { readonly state: 'locked'; readonly fileName: string }

export interface Connection {
  readonly id: string
  readonly name: string
  readonly kind: 'service' | 'sample'
  /** Normalised, without a trailing slash; null for the sample. */
  readonly baseUrl: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly labels: ValueLabels
  readonly automatic: AutomaticDownloads
  readonly authority: ConnectionAuthority | null
  readonly clientCertificate: ConnectionClientCertificate | null
  /** When the base address was last changed, in milliseconds since 1970; null or left out: never. */
  readonly addressChangedAt?: number | null
}

/** How a connection differs from what its key was saved for. */
export interface KeyChange {
  /** Origin that the key was saved for. */
  readonly savedFor: string
  /** Origin that the connection has now. */
  readonly origin: string
  /**
   * Digest of the certificate authority and the client certificate that the connection has now; empty:
   * neither.
   */
  readonly trust: string
  /** Whether the certificate authority or the client certificate is another one. */
  readonly certificates: boolean
}

/** Where the key of the connection is, and why it is not in the keychain if it is not. */
export interface KeyStatus {
  /**
   * `none`: there is no key now. `notNeeded`: the sample. `withheld`: there is one, which is not sent before
   * the person has confirmed `change`.
   */
  readonly place: 'keychain' | 'session' | 'none' | 'notNeeded' | 'withheld'
  /** Why the keychain does not hold it, or why it is withheld: a sentence; null when nothing is wrong. */
  readonly reason: string | null
  readonly change?: KeyChange
}

/** Returns whether there is a key that can be sent, or none is needed. */
export function hasKey({ place }: KeyStatus): boolean {
  return place !== 'none' && place !== 'withheld'
}

/** What the requests so far say about a service. */
export interface ServiceStatus {
  /** `unknown`: nothing was requested yet. */
  readonly state: 'unknown' | 'reachable' | 'unreachable'
  /** Since when it cannot be reached, in milliseconds since 1970; null otherwise. */
  readonly since: number | null
}

export const UNKNOWN_SERVICE: ServiceStatus = { state: 'unknown', since: null }

/** What is said of a connection when it is listed for being forgotten. */
export interface ConnectionFootprint {
  readonly campaigns: number
  readonly items: number
  /** Items with a mark, a note or photos; null where they cannot be counted. */
  readonly reviews: number | null
  /** Photos of reviews; null where they cannot be counted. */
  readonly photos: number | null
  readonly bytes: number
}

export interface ConnectionInput {
  readonly baseUrl: string
  readonly key: string
  readonly name?: string | undefined
}

/** What *Test connection* found out. A failure is a fault instead. */
export interface ConnectionCheck {
  /** Items that the key can see, by the service's own count. */
  readonly itemCount: number
  /** Milliseconds for the first answer. */
  readonly tookMs: number
}
