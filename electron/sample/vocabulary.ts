/** Words of the trade. People and companies are invented. */

/** Variants of elements. */
export const VARIANTS: readonly [string, ...string[]] = [
  '',
  'City',
  'XL stores',
  'Convenience',
  'Airport',
  'North',
  'Coast',
  'Franchise',
  'Double-sided',
  'Small format',
  'Welsh',
  'Flagship',
]

export const WORKFLOWS: readonly [string, ...string[]] = [
  'Standard approval',
  'Fast track',
  'Legal & brand',
  'Supplier funded',
  'Réapprobation',
  'standard approval (regional)',
]

export const PEOPLE: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['Amelia', 'Thornbury'],
  ['Jonas', 'Lindqvist'],
  ['Siobhán', 'O’Rourke'],
  ['Ελένη', 'Παπαδάκη'],
  ['Łukasz', 'Wójcik'],
  ['Chen', 'Wei'],
  ['Fatima', 'Al-Hashimi'],
  ['Zoë', 'Müller-Ferrand'],
  ['Tom', 'Oakes'],
  ['Ngozi', 'Adeyemi'],
]

export const COMPANIES: readonly [string, ...string[]] = [
  'Brightfold Kitting',
  'Castell Print Works',
  'Halden & Sons Litho',
  'Papíry Novák',
  'Quayside Displays',
]

export const STORE_FORMATS: readonly [string, ...string[]] = ['Hyper', 'Super', 'Metro', 'Express', 'Garden']
