/**
 * A digit and a letter in a form of a text; a star is anything, also nothing. What else stands there is
 * itself.
 */
const DIGIT = '#'
const LETTER = '@'
const ANYTHING = '*'

const IS_DIGIT = /^\p{Nd}$/u
const IS_LETTER = /^\p{L}$/u

function fits(character: string, part: string): boolean {
  if (part === DIGIT) return IS_DIGIT.test(character)
  return part === LETTER ? IS_LETTER.test(character) : character === part
}

/**
 * Tells whether a whole text has a form, such as `POS-######`. Case matters. It takes at most as many steps
 * as the text has characters, times those of the form.
 */
export function formTest(form: string): (text: string) => boolean {
  const parts = Array.from(form)
  return (text) => {
    const characters = Array.from(text)
    let part = 0
    /** Where to go on when what follows the last star does not fit: one character further. */
    let afterStar = -1
    let retryAt = 0
    for (let at = 0; at < characters.length;) {
      if (parts[part] === ANYTHING) {
        part += 1
        afterStar = part
        retryAt = at
      } else if (part < parts.length && fits(characters[at] ?? '', parts[part] ?? '')) {
        part += 1
        at += 1
      } else if (afterStar >= 0) {
        retryAt += 1
        part = afterStar
        at = retryAt
      } else {
        return false
      }
    }
    while (parts[part] === ANYTHING) part += 1
    return part === parts.length
  }
}
