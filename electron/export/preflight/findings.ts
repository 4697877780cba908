import { clipText } from '../../contract/clip-text.ts'
import {
  MAX_FINDING_CHARACTERS,
  MAX_FINDING_EXAMPLES,
  PREFLIGHT_FINDING_KINDS,
  type FindingExample,
  type PreflightFinding,
  type PreflightFindingKind,
  type PreflightRemedy,
} from '../../contract/export-preview.ts'

/** Characters of a text in an example. */
const MAX_EXAMPLE_CHARACTERS = 200

/** The row and the column of a cell. */
export type CellReference = Pick<FindingExample, 'row' | 'posNumber' | 'itemName' | 'column'>

interface Found {
  count: number
  readonly examples: FindingExample[]
  readonly characters: Set<string>
}

/** The findings so far, counted by kind and with the first examples. */
export class Findings {
  readonly #found = new Map<PreflightFindingKind, Found>()

  /** @param reference is only called for examples. */
  note(
    kind: PreflightFindingKind,
    text: string,
    becomes: string | null,
    reference: () => CellReference,
  ): void {
    let found = this.#found.get(kind)
    if (found === undefined)
      this.#found.set(kind, (found = { count: 0, examples: [], characters: new Set() }))
    found.count += 1
    if (kind === 'encoding' && becomes !== null) addLost(text, becomes, found.characters)
    if (found.examples.length >= MAX_FINDING_EXAMPLES) return
    const shown = exampleText(text)
    if (found.examples.some((example) => example.text === shown)) return
    found.examples.push({
      ...reference(),
      text: shown,
      becomes: becomes === null ? null : exampleText(becomes),
    })
  }

  /** Adds a finding that is not about single cells. */
  add(kind: PreflightFindingKind, count: number): void {
    this.#found.set(kind, { count, examples: [], characters: new Set() })
  }

  list(remediesOf: (kind: PreflightFindingKind) => readonly PreflightRemedy[]): readonly PreflightFinding[] {
    return PREFLIGHT_FINDING_KINDS.flatMap((kind) => {
      const found = this.#found.get(kind)
      if (found === undefined) return []
      const characters = [...found.characters].sort((one, other) => codeOf(one) - codeOf(other))
      const { count, examples } = found
      return [{ kind, count, examples: [...examples], characters, remedies: remediesOf(kind) }]
    })
  }
}

/** Adds the characters of a text that the encoding replaces; halves of surrogate pairs too. */
function addLost(text: string, becomes: string, lost: Set<string>): void {
  if (lost.size >= MAX_FINDING_CHARACTERS) return
  const kept = Array.from(becomes)
  for (const [index, character] of Array.from(text).entries())
    if (character !== kept[index] && lost.size < MAX_FINDING_CHARACTERS) lost.add(character)
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0

/** Returns the start of a text, as an example shows it. */
export function exampleText(text: string): string {
  return clipText(text, MAX_EXAMPLE_CHARACTERS)
}
