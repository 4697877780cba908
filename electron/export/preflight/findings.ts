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

/** Characters of a text that are shown. */
const SHOWN_CHARACTERS = 200

/** Where a cell stands. */
export type CellPlace = Pick<FindingExample, 'row' | 'posNumber' | 'itemName' | 'column'>

interface Found {
  count: number
  readonly examples: FindingExample[]
  readonly characters: Set<string>
}

/** What was found so far, counted and with the first examples. */
export class Findings {
  readonly #found = new Map<PreflightFindingKind, Found>()

  /** @param place is only asked for what becomes an example. */
  note(kind: PreflightFindingKind, text: string, becomes: string | null, place: () => CellPlace): void {
    let found = this.#found.get(kind)
    if (found === undefined)
      this.#found.set(kind, (found = { count: 0, examples: [], characters: new Set() }))
    found.count += 1
    if (kind === 'encoding' && becomes !== null) addLost(text, becomes, found.characters)
    if (found.examples.length >= MAX_FINDING_EXAMPLES) return
    const shown = beginning(text)
    if (found.examples.some((example) => example.text === shown)) return
    found.examples.push({ ...place(), text: shown, becomes: becomes === null ? null : beginning(becomes) })
  }

  /** Something that is not of single cells. */
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

/** Adds each character of a text that another one stands for in what it becomes; half a pair of surrogates too. */
function addLost(text: string, becomes: string, lost: Set<string>): void {
  if (lost.size >= MAX_FINDING_CHARACTERS) return
  const kept = Array.from(becomes)
  for (const [index, character] of Array.from(text).entries())
    if (character !== kept[index] && lost.size < MAX_FINDING_CHARACTERS) lost.add(character)
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0

/** As much of a text as is shown. */
export function beginning(text: string): string {
  return clipText(text, SHOWN_CHARACTERS)
}
