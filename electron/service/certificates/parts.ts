import type { X509Certificate } from 'node:crypto'
import { DER, readNumber, readObjectId, readValues, type DerValue } from './der.ts'

/** Names that a certificate authority may, or may not, sign for (RFC 5280, 4.2.1.10). */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[]
  readonly excluded: readonly GeneralName[]
}

/** Tag and content of a name: `dns` and `ip` are understood, anything else only as being there. */
export interface GeneralName {
  readonly kind: 'dns' | 'ip' | 'other'
  readonly content: Uint8Array
}

/** What `X509Certificate` does not tell of a certificate (RFC 5280). */
export interface CertificateParts {
  /** Object identifier of the algorithm of its signature. */
  readonly signature: string
  /** Object identifiers among the parameters of that algorithm. */
  readonly signatureParameters: string
  /** Whether it may sign certificates at all. */
  readonly isAuthority: boolean
  /** How many authorities may stand between it and the last certificate; null: any number. */
  readonly pathLength: number | null
  /** The first eight bits of the key usage, the first as the highest; null: not limited. */
  readonly keyUsage: number | null
  /** Object identifiers; null: not limited. */
  readonly purposes: readonly string[] | null
  readonly names: readonly GeneralName[]
  readonly nameConstraints: NameConstraints | null
  /** Whether it demands something that is not understood here. */
  readonly demandsUnknown: boolean
}

export const KEY_USAGE = { digitalSignature: 0x80, keyEncipherment: 0x20, keyAgreement: 0x08, certSign: 0x04 }

const EXTENSIONS = {
  keyUsage: '2.5.29.15',
  names: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  policies: '2.5.29.32',
  purposes: '2.5.29.37',
} as const
const UNDERSTOOD: ReadonlySet<string> = new Set(Object.values(EXTENSIONS))

const VERSION = 0xa0
const EXTENSION_LIST = 0xa3

function only({ tag, content }: DerValue, expected: number): readonly DerValue[] {
  if (tag !== expected) throw new RangeError('not in form')
  return readValues(content)
}

function nameOf({ tag, content }: DerValue): GeneralName {
  return { kind: tag === 0x82 ? 'dns' : tag === 0x87 ? 'ip' : 'other', content }
}

function subtrees(value: DerValue | undefined): readonly GeneralName[] {
  if (value === undefined) return []
  return readValues(value.content).flatMap((subtree) => {
    const [base] = only(subtree, DER.sequence)
    return base === undefined ? [] : [nameOf(base)]
  })
}

interface Extension {
  readonly critical: boolean
  readonly values: readonly DerValue[]
}

function extensionsOf(list: DerValue | undefined): ReadonlyMap<string, Extension> {
  const found = new Map<string, Extension>()
  if (list === undefined) return found
  for (const extension of readValues(list.content).flatMap((all) => only(all, DER.sequence))) {
    const [id, ...rest] = only(extension, DER.sequence)
    const value = rest.at(-1)
    if (id === undefined || value?.tag !== DER.octetString) throw new RangeError('not an extension')
    const name = readObjectId(id)
    // Two of one kind: whoever reads only one of them would be misled.
    if (found.has(name)) throw new RangeError('an extension twice')
    const critical = rest.length === 2 && rest[0]?.tag === DER.boolean && rest[0].content[0] !== 0
    found.set(name, { critical, values: UNDERSTOOD.has(name) ? readValues(value.content) : [] })
  }
  return found
}

function keyUsageOf(extension: Extension | undefined): number | null {
  if (extension === undefined) return null
  const [bits] = extension.values
  return bits?.tag === DER.bitString ? (bits.content[1] ?? 0) : 0
}

/** Takes a certificate apart. Throws a `RangeError` when it is not in form. */
export function readParts({ raw }: X509Certificate): CertificateParts {
  const [certificate] = readValues(raw)
  const [signed] = certificate === undefined ? [] : only(certificate, DER.sequence)
  const fields = signed === undefined ? [] : only(signed, DER.sequence)
  const [, algorithm] = fields[0]?.tag === VERSION ? fields.slice(1) : fields
  if (algorithm === undefined) throw new RangeError('not a certificate')
  const [signatureId] = only(algorithm, DER.sequence)
  if (signatureId === undefined) throw new RangeError('no algorithm')

  const extensions = extensionsOf(fields.find(({ tag }) => tag === EXTENSION_LIST))
  const sequenceOf = (id: string): readonly DerValue[] | null => {
    const extension = extensions.get(id)
    const [sequence] = extension?.values ?? []
    return sequence === undefined ? null : only(sequence, DER.sequence)
  }
  const constraints = sequenceOf(EXTENSIONS.basicConstraints) ?? []
  const length = constraints.find(({ tag }) => tag === DER.integer)
  const nameConstraints = sequenceOf(EXTENSIONS.nameConstraints)
  return {
    signature: readObjectId(signatureId),
    signatureParameters: Buffer.from(algorithm.content).toString('hex'),
    isAuthority: constraints.some(({ tag, content }) => tag === DER.boolean && content[0] !== 0),
    pathLength: length === undefined ? null : readNumber(length),
    keyUsage: keyUsageOf(extensions.get(EXTENSIONS.keyUsage)),
    purposes: sequenceOf(EXTENSIONS.purposes)?.map(readObjectId) ?? null,
    names: (sequenceOf(EXTENSIONS.names) ?? []).map(nameOf),
    nameConstraints:
      nameConstraints === null
        ? null
        : {
            permitted: subtrees(nameConstraints.find(({ tag }) => tag === 0xa0)),
            excluded: subtrees(nameConstraints.find(({ tag }) => tag === 0xa1)),
          },
    demandsUnknown: [...extensions].some(([id, { critical }]) => critical && !UNDERSTOOD.has(id)),
  }
}
