const quoted = (text: string): string => `“${text}”`
const suggestion = (name: string | null): string => (name === null ? '' : ` Did you mean ${quoted(name)}?`)

/** Errors in a condition of the command line, which follow its position. */
export const WHERE_ERRORS = {
  column: (word: string, closest: string | null) =>
    `There is no column ${quoted(word)}.${suggestion(closest)}`,
  noColumn: 'Name a column, such as qty.',
  operator: (word: string, column: string, closest: string | null, operators: readonly string[]) =>
    `${word === '' ? `An operator is missing after ${column}` : `There is no operator ${quoted(word)} for ${column}`}.${
      closest === null ? ` Use ${operators.join(', ')}.` : suggestion(closest)
    }`,
  /** The operators of a column have no negative form of this one. */
  noNegation: (operator: string, column: string, operators: readonly string[]) =>
    `There is no operator ${quoted(operator)} for ${column}. Use ${operators.join(', ')}, or put a value in quotation marks.`,
  value: (after: string) => `Add a value after ${quoted(after)}.`,
  number: (word: string) => `${quoted(word)} is not a number. Write it as 1500 or 0.5.`,
  date: (word: string) => `${quoted(word)} is not a date. Write it as 2026-08-01.`,
  flag: (word: string, values: readonly string[]) =>
    `${quoted(word)} is not possible here. Use ${values.join(', ')}.`,
  status: (word: string, closest: string | null, names: readonly string[]) =>
    `There is no status ${quoted(word)}.${
      closest === null
        ? names.length === 0
          ? ' No statuses are named; use their numbers.'
          : ` The statuses are ${names.map(quoted).join(', ')}.`
        : suggestion(closest)
    }`,
  and: 'Add “and” with a second value, such as between 5 and 15.',
  reversed: 'The second value is less than the first.',
  period: 'Add a number with hours, days, weeks or months, such as in the last 7 days.',
  quote: 'The closing quotation mark is missing.',
  afterQuote: 'Add “and” or “or” before the next condition.',
  parenthesis: 'The closing parenthesis is missing.',
  unexpectedParenthesis: 'There is no opening parenthesis for this one.',
  mixed: 'Put the conditions that belong together in parentheses, because “and” and “or” are mixed.',
  nested: (levels: number) => `Parentheses can have ${String(levels)} levels.`,
  tooMany: (count: number) => `There can be ${String(count)} conditions at most.`,
  tooLong: 'This text is too long.',
} as const
