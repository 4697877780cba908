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

/** Length of a text in an example. */
const MAX_EXAMPLE_CHARACTERS = 200

/** The row and the column of a cell. */
export type CellReference = Pick<FindingExample, 'row' | 'posNumber' | 'itemName' | 'column'>

interface FindingState {
  count: number
  readonly examples: FindingExample[]
  readonly characters: Set<string>
}

/** Counts findings by kind, and keeps the first examples of each. */
export class Findings {
  readonly #findings = new Map<PreflightFindingKind, FindingState>()

  /**
   * Counts a finding about a cell. Returns whether it became an example.
   * @param reference returns row and column; called only for examples. Null for a cell that is not previewed
   */
  record(
    kind: PreflightFindingKind,
    text: string,
    becomes: string | null,
    reference: (() => CellReference) | null,
  ): boolean {
    const finding = this.#count(kind, 1)
    if (kind === 'encoding' && becomes !== null) addReplaced(text, becomes, finding.characters)
    if (reference === null || finding.examples.length >= MAX_FINDING_EXAMPLES) return false
    finding.examples.push({
      ...reference(),
      text: exampleText(text),
      becomes: becomes === null ? null : exampleText(becomes),
    })
    return true
  }

  /** Adds to the count of a finding without an example. */
  add(kind: PreflightFindingKind, count: number): void {
    this.#count(kind, count)
  }

  #count(kind: PreflightFindingKind, added: number): FindingState {
    const finding = this.#findings.get(kind) ?? { count: 0, examples: [], characters: new Set() }
    finding.count += added
    this.#findings.set(kind, finding)
    return finding
  }

  /** Returns the findings in the order of their kinds. */
  list(remediesOf: (kind: PreflightFindingKind) => readonly PreflightRemedy[]): readonly PreflightFinding[] {
    return PREFLIGHT_FINDING_KINDS.flatMap((kind) => {
      const finding = this.#findings.get(kind)
      if (finding === undefined) return []
      const characters = [...finding.characters].sort((one, other) => codePointOf(one) - codePointOf(other))
      const { count, examples } = finding
      return [{ kind, count, examples: [...examples], characters, remedies: remediesOf(kind) }]
    })
  }
}

/** Adds the characters of a text that the encoding replaces, lone surrogates included. */
function addReplaced(text: string, becomes: string, replaced: Set<string>): void {
  if (replaced.size >= MAX_FINDING_CHARACTERS) return
  const encodedCharacters = Array.from(becomes)
  for (const [index, character] of Array.from(text).entries())
    if (character !== encodedCharacters[index] && replaced.size < MAX_FINDING_CHARACTERS)
      replaced.add(character)
}

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0

/** Returns the start of a text, as an example shows it. */
export function exampleText(text: string): string {
  return clipText(text, MAX_EXAMPLE_CHARACTERS)
}
