import * as v from 'valibot'
import { LABELLED_FIELDS, NO_AUTOMATIC_DOWNLOADS, NO_LABELS } from '../contract/connection.ts'
import { automaticSchema, valueLabelSchema } from '../contract/schemas.ts'
import { keyMarkSchema } from './key-mark.ts'

const labelsSchema = v.object(
  v.entriesFromList(LABELLED_FIELDS, v.pipe(v.array(valueLabelSchema), v.readonly())),
)

const authoritySchema = v.object({
  fileName: v.string(),
  subjects: v.pipe(v.array(v.string()), v.readonly()),
})

const clientCertificateSchema = v.object({
  fileName: v.string(),
  subject: v.string(),
  issuer: v.string(),
  validFrom: v.number(),
  validUntil: v.number(),
  needsPassword: v.boolean(),
})

/**
 * `connection.json`. The id is the folder's name; no key is ever in it. Fields of later versions are kept.
 */
export const settingsSchema = v.looseObject({
  name: v.pipe(v.string(), v.minLength(1)),
  kind: v.picklist(['service', 'sample']),
  baseUrl: v.nullable(v.string()),
  createdAt: v.number(),
  labels: v.optional(labelsSchema, NO_LABELS),
  keyMark: v.optional(v.nullable(keyMarkSchema), null),
  automatic: v.optional(v.pipe(automaticSchema, v.readonly()), NO_AUTOMATIC_DOWNLOADS),
  authority: v.optional(v.nullable(authoritySchema), null),
  clientCertificate: v.optional(v.nullable(clientCertificateSchema), null),
  addressChangedAt: v.optional(v.nullable(v.number()), null),
  /** When automatic downloads last ended, in milliseconds since 1970. */
  automaticAt: v.optional(v.nullable(v.number()), null),
})

export type Settings = v.InferOutput<typeof settingsSchema>

/** The settings of a new connection that nobody has chosen yet. */
export const NEW_SETTINGS = {
  labels: NO_LABELS,
  automatic: NO_AUTOMATIC_DOWNLOADS,
  authority: null,
  clientCertificate: null,
  addressChangedAt: null,
  automaticAt: null,
} as const
