import type { GeneralName, NameConstraints } from './parts.ts'

const textOf = (content: Uint8Array): string => Buffer.from(content).toString('latin1').toLowerCase()

/** RFC 5280, 4.2.1.10: the name itself, or anything before it; a leading dot is for what stands before it only. */
function dnsFits(name: string, base: string): boolean {
  if (base === '') return true
  return base.startsWith('.') ? name.endsWith(base) : name === base || name.endsWith(`.${base}`)
}

/** An address within a network, which is written as address and mask. */
function ipFits(address: Uint8Array, network: Uint8Array): boolean {
  const size = address.length
  if (network.length !== size * 2) return false
  return address.every((byte, at) => (byte & (network[size + at] ?? 0)) === (network[at] ?? 0))
}

function fits(name: GeneralName, base: GeneralName): boolean {
  if (name.kind === 'dns') return dnsFits(textOf(name.content).replace(/^\*\./u, ''), textOf(base.content))
  return ipFits(name.content, base.content)
}

/**
 * Whether an authority with these constraints may vouch for these names. Constraints of kinds that are not
 * understood are taken as broken: better a refusal than a trust that was not given.
 */
export function namesAllowed(names: readonly GeneralName[], constraints: NameConstraints): boolean {
  const { permitted, excluded } = constraints
  if ([...permitted, ...excluded].some(({ kind }) => kind === 'other')) return false
  return names.every((name) => {
    if (name.kind === 'other') return true
    if (excluded.some((base) => base.kind === name.kind && fits(name, base))) return false
    const bases = permitted.filter((base) => base.kind === name.kind)
    return bases.length === 0 || bases.some((base) => fits(name, base))
  })
}
