import { clipText, MAX_NAME_LENGTH } from '../../../electron/contract/clip-text.ts'
import { nonEmptyText } from '../../../electron/contract/json-text.ts'
import { fieldLabel } from './fields.ts'
import type { Names } from './names.ts'
import type { JsonObject } from './record.ts'
import { isEmpty, personOf } from './value.ts'

/** The documented references to people and companies (service interface, 2.1). */
const PERSON_FIELDS = ['owner', 'ownerPrimary', 'createdBy', 'itemOwner', 'backupOwner', 'kitter'] as const

/** A person or company of a campaign. */
export interface CampaignPerson {
  /** Labels of the fields that name the person. */
  readonly roles: readonly [string, ...string[]]
  /** The id, if it is all that the record states of the person; else null. */
  readonly id: string | null
  /** Null if no one is set; `email` is then null too. */
  readonly name: string | null
  readonly email: string | null
  /** The person to ask there, for a company. */
  readonly contact: string | null
  /** Whether it is a company and not a person. */
  readonly isCompany: boolean
}

/**
 * Returns the people of a campaign in the order of the service interface. A person with several roles is
 * returned once, a name replaces an id, and values that are neither a person nor a text are left out.
 */
export function peopleOf(record: JsonObject, names: Names): readonly CampaignPerson[] {
  const people = new Map<string, CampaignPerson>()
  for (const field of PERSON_FIELDS) {
    const person = readPerson(record, field, names)
    if (person === null) continue
    const { identity, ...read } = person
    const known = people.get(identity)
    const role = fieldLabel(field)
    people.set(
      identity,
      known === undefined ? { ...read, roles: [role] } : { ...known, roles: [...known.roles, role] },
    )
  }
  return [...people.values()]
}

type ReadPerson = Omit<CampaignPerson, 'roles'> & { readonly identity: string }

function readPerson(
  record: JsonObject,
  field: (typeof PERSON_FIELDS)[number],
  names: Names,
): ReadPerson | null {
  const value = Object.hasOwn(record, field) ? record[field] : undefined
  const isCompany = field === 'kitter'
  if (isEmpty(value))
    return { identity: '', id: null, name: null, email: null, contact: null, isCompany: false }
  if (typeof value === 'string') {
    const text = value.trim()
    const name = names.get(text)
    return {
      identity: JSON.stringify([text]),
      id: name === undefined ? null : text,
      name: name ?? clipText(text, MAX_NAME_LENGTH),
      email: null,
      contact: null,
      isCompany,
    }
  }
  const person = personOf(value)
  if (person === null) return null
  const { rest } = person
  const name = clipText(person.name ?? person.email ?? '', MAX_NAME_LENGTH)
  const email = person.email === null ? null : clipText(person.email, MAX_NAME_LENGTH)
  const contact = isCompany ? nonEmptyText(rest['contact']) : null
  return {
    identity: JSON.stringify([rest['id'] ?? rest['_id'] ?? null, person.name, person.email]),
    id: null,
    name: name === '' ? null : name,
    email,
    contact: contact === null ? null : clipText(contact, MAX_NAME_LENGTH),
    isCompany,
  }
}

/** Returns the first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = ends.map((word = '') => String.fromCodePoint(word.codePointAt(0) ?? 0))
  return letters.join('').toLocaleUpperCase()
}
