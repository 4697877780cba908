/**
 * The value of a message that is shown as an element: `RichMessage` shows its children in this place, so that
 * each language decides where it is. A private-use character, which no text contains.
 */
export const ELEMENT = '\u{E000}'
