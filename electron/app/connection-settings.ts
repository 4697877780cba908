import * as v from 'valibot'
import {
  authoritySchema,
  automaticSchema,
  clientCertificateSchema,
  NO_AUTOMATIC_DOWNLOADS,
  NO_LABELS,
  valueLabelsSchema,
} from '../contract/connection.ts'
import type { ReadonlyOutput } from '../contract/base-schemas.ts'
import { keyDigestSchema } from './key-digest.ts'

/** `connection.json`. The folder name is the id. Never contains a key. Keeps fields of later versions. */
export const settingsSchema = v.looseObject({
  name: v.pipe(v.string(), v.minLength(1)),
  kind: v.picklist(['service', 'sample']),
  baseUrl: v.nullable(v.string()),
  createdAt: v.number(),
  labels: v.optional(valueLabelsSchema, NO_LABELS),
  /** The digest of the key. */
  keyMark: v.optional(v.nullable(keyDigestSchema), null),
  automatic: v.optional(automaticSchema, NO_AUTOMATIC_DOWNLOADS),
  authority: v.optional(v.nullable(authoritySchema), null),
  clientCertificate: v.optional(v.nullable(clientCertificateSchema), null),
  addressChangedAt: v.optional(v.nullable(v.number()), null),
  /** When automatic downloads last ended, in milliseconds since 1970. */
  automaticAt: v.optional(v.nullable(v.number()), null),
})

export type ConnectionSettings = ReadonlyOutput<typeof settingsSchema>

/** Default settings of a new connection. */
export const NEW_SETTINGS = {
  labels: NO_LABELS,
  automatic: NO_AUTOMATIC_DOWNLOADS,
  authority: null,
  clientCertificate: null,
  addressChangedAt: null,
  automaticAt: null,
} as const
