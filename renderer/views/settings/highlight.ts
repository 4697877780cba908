import { foldWithOffsets, originalRange, wordsOf } from '../../../electron/contract/fold.ts'

/** A part of a text, and whether it matches the search. */
interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Divides a text at the matches of the words of a search. Parts are in order, and none is empty. */
export function highlightParts(text: string, search: string): readonly TextPart[] {
  const folded = foldWithOffsets(text)
  const isMatched = new Array<boolean>(text.length).fill(false)
  for (const word of wordsOf(search)) {
    for (let at = folded.text.indexOf(word); at !== -1; at = folded.text.indexOf(word, at + word.length)) {
      const [start, end] = originalRange(folded, at, at + word.length)
      isMatched.fill(true, start, end)
    }
  }
  const parts: { text: string; isMatch: boolean }[] = []
  for (let index = 0; index < text.length; index += 1) {
    const isMatch = isMatched[index] === true
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += text.charAt(index)
    else parts.push({ text: text.charAt(index), isMatch })
  }
  return parts
}
