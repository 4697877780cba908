import * as v from 'valibot'
import { campaignIdSchema, text, type ReadonlyOutput } from './base-schemas.ts'

/** Colors for labels; each exists in light and dark. */
export const LABEL_COLORS = ['neutral', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'purple'] as const
export type LabelColor = (typeof LABEL_COLORS)[number]

/** Integer fields without documented meaning, whose values people can label. */
export const LABELLED_FIELDS = ['itemStatus', 'campaignStatus', 'campaignState'] as const
export type LabelledField = (typeof LABELLED_FIELDS)[number]

export const labelledFieldSchema = v.picklist(LABELLED_FIELDS)

export const MAX_LABEL_LENGTH = 100

export const valueLabelSchema = v.strictObject({
  value: v.pipe(v.number(), v.safeInteger()),
  /** Empty if only a color was chosen. */
  name: text(MAX_LABEL_LENGTH),
  color: v.picklist(LABEL_COLORS),
})
export type ValueLabel = ReadonlyOutput<typeof valueLabelSchema>

export const valueLabelsSchema = v.object(v.entriesFromList(LABELLED_FIELDS, v.array(valueLabelSchema)))
export type ValueLabels = ReadonlyOutput<typeof valueLabelsSchema>

export const MAX_LABEL_CHANGES = 3_000

/** A name and color to set; without both, they are removed. */
export const labelChangeSchema = v.strictObject({ field: labelledFieldSchema, label: valueLabelSchema })
export type LabelChange = ReadonlyOutput<typeof labelChangeSchema>

export const NO_LABELS: ValueLabels = { itemStatus: [], campaignStatus: [], campaignState: [] }

/** Returns labels with changes applied, ascending by value. */
export function applyLabels(labels: ValueLabels, changes: readonly LabelChange[]): ValueLabels {
  const byField = (field: LabelledField): readonly ValueLabel[] => {
    const byValue = new Map(labels[field].map((label) => [label.value, label]))
    for (const { label } of changes.filter((change) => change.field === field)) {
      const name = label.name.trim()
      if (name === '' && label.color === 'neutral') byValue.delete(label.value)
      else byValue.set(label.value, { ...label, name })
    }
    return [...byValue.values()].sort((a, b) => a.value - b.value)
  }
  return {
    itemStatus: byField('itemStatus'),
    campaignStatus: byField('campaignStatus'),
    campaignState: byField('campaignState'),
  }
}

/** When campaigns are downloaded automatically; off by default. */
export const automaticSchema = v.strictObject({
  onStart: v.boolean(),
  /** Null for no interval; from five minutes, to protect the service, to a week. */
  everyMinutes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(5), v.maxValue(10_080))),
  /** The chosen campaigns. */
  campaignIds: v.pipe(v.array(campaignIdSchema), v.maxLength(10_000)),
  /** Whether the details of found campaigns are fetched after a search for campaigns; default: no. */
  fetchesDetails: v.exactOptional(v.boolean()),
})
export type AutomaticDownloads = ReadonlyOutput<typeof automaticSchema>

export const NO_AUTOMATIC_DOWNLOADS: AutomaticDownloads = {
  onStart: false,
  everyMinutes: null,
  campaignIds: [],
}

/** A certificate authority that this connection trusts in addition to those of the system. */
export const authoritySchema = v.object({
  /** Name of its file. */
  fileName: v.string(),
  /** Subjects of its certificates. */
  subjects: v.array(v.string()),
})
export type ConnectionAuthority = ReadonlyOutput<typeof authoritySchema>

/** A client certificate that this connection presents to its service. */
export const clientCertificateSchema = v.object({
  /** Name of its file. */
  fileName: v.string(),
  /** Its subject. */
  subject: v.string(),
  /** Its issuer. */
  issuer: v.string(),
  /** Milliseconds since 1970. */
  validFrom: v.number(),
  /** Milliseconds since 1970. */
  validUntil: v.number(),
  /** Whether its file is protected by a password. */
  needsPassword: v.boolean(),
})
export type ConnectionClientCertificate = ReadonlyOutput<typeof clientCertificateSchema>

/** Where the password of a client certificate is stored; `none` if it is required but unknown. */
export type PasswordLocation = Exclude<KeyStatus['storage'], 'withheld'>

/** The client certificate of a connection, or of an address that is not a connection yet. */
export interface ClientCertificateStatus {
  readonly certificate: ConnectionClientCertificate
  readonly password: PasswordLocation
}

/** Result of choosing a file. */
export type ClientCertificateChoice =
  | (ClientCertificateStatus & { readonly state: 'chosen' })
  /** The file needs a password. */
  | { readonly state: 'locked'; readonly fileName: string }

export interface Connection {
  readonly id: string
  readonly name: string
  readonly kind: 'service' | 'sample'
  /** Normalized, without a trailing slash; null for the sample. */
  readonly baseUrl: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly labels: ValueLabels
  readonly automatic: AutomaticDownloads
  readonly authority: ConnectionAuthority | null
  readonly clientCertificate: ConnectionClientCertificate | null
  /** When the base address was last changed, in milliseconds since 1970; null or absent if never. */
  readonly addressChangedAt?: number | null
}

/** How a connection differs from what its key was saved for. */
export interface KeyChange {
  /** Origin for which the key was saved. */
  readonly savedFor: string
  /** Current origin of the connection. */
  readonly origin: string
  /** Digest of the current certificate authority and client certificate; empty without both. */
  readonly trust: string
  /** Whether the certificate authority or the client certificate has changed. */
  readonly certificates: boolean
}

/** Where the key of a connection is stored, and why not in the keychain. */
export interface KeyStatus {
  /** `none`: no key. `notNeeded`: the sample. `withheld`: not sent until the person confirms `change`. */
  readonly storage: 'keychain' | 'session' | 'none' | 'notNeeded' | 'withheld'
  /** Why it is not in the keychain, or withheld, as a sentence, or null. */
  readonly reason: string | null
  readonly change?: KeyChange
}

/** Returns whether a key can be sent, or is not needed. */
export function hasKey({ storage }: KeyStatus): boolean {
  return storage !== 'none' && storage !== 'withheld'
}

/** Returns whether the keychain could not be read, as a locked one: it may return the key later. */
export function isKeychainUnavailable({ storage, reason }: KeyStatus): boolean {
  return storage === 'none' && reason !== null
}

/** State of a service by the requests so far. */
export interface ServiceStatus {
  /** `unknown` before the first request. */
  readonly state: 'unknown' | 'reachable' | 'unreachable'
  /** Start of the outage in milliseconds since 1970, or null. */
  readonly since: number | null
}

export const UNKNOWN_SERVICE: ServiceStatus = { state: 'unknown', since: null }

/** The space that a connection takes on this computer, in bytes. */
export interface ConnectionStorage {
  readonly connectionId: string
  readonly campaigns: number
  readonly artwork: number
  /** Marks, notes and photos, with the settings of the connection. */
  readonly reviews: number
}

/** What forgetting a connection would delete. */
export interface ConnectionFootprint {
  readonly campaigns: number
  readonly items: number
  /** Items with a review; null if they cannot be counted. */
  readonly reviews: number | null
  /** Photos of reviews; null if they cannot be counted. */
  readonly photos: number | null
  readonly bytes: number
}

/** Maximum length of the address of a service, and of a key. */
export const MAX_ADDRESS_LENGTH = 2_000
export const MAX_KEY_LENGTH = 10_000

/** A key as entered: HTTP removes surrounding whitespace, which pasting often adds, from the header anyway. */
export const keySchema = v.pipe(v.string(), v.trim(), v.maxLength(MAX_KEY_LENGTH))

export const connectionInputSchema = v.strictObject({
  baseUrl: text(MAX_ADDRESS_LENGTH),
  key: keySchema,
  name: v.exactOptional(text(200)),
})
export type ConnectionInput = ReadonlyOutput<typeof connectionInputSchema>

/** Result of *Test connection*. Failures are faults. */
export interface ConnectionCheck {
  /** Number of items that the key can access, by the service's count. */
  readonly itemCount: number
  /** Milliseconds until the first answer. */
  readonly tookMs: number
}
