/** Placeholders in a form of a text: a digit, a letter, or any text. Other characters match themselves. */
const DIGIT = '#'
const LETTER = '@'
const ANYTHING = '*'

const IS_DIGIT = /^\p{Nd}$/u
const IS_LETTER = /^\p{L}$/u

function matchesPart(character: string, part: string): boolean {
  if (part === DIGIT) return IS_DIGIT.test(character)
  return part === LETTER ? IS_LETTER.test(character) : character === part
}

/**
 * Returns a test whether a whole text has a form, such as `POS-######`. Case matters. Takes at most as many
 * steps as text and form have characters, multiplied.
 */
export function formTest(form: string): (text: string) => boolean {
  const parts = Array.from(form)
  return (text) => {
    const characters = Array.from(text)
    let part = 0
    /** Where to resume, one character further, if the text after the last star does not match. */
    let afterStar = -1
    let retryIndex = 0
    for (let index = 0; index < characters.length;) {
      if (parts[part] === ANYTHING) {
        part += 1
        afterStar = part
        retryIndex = index
      } else if (part < parts.length && matchesPart(characters[index] ?? '', parts[part] ?? '')) {
        part += 1
        index += 1
      } else if (afterStar >= 0) {
        retryIndex += 1
        part = afterStar
        index = retryIndex
      } else {
        return false
      }
    }
    while (parts[part] === ANYTHING) part += 1
    return part === parts.length
  }
}
