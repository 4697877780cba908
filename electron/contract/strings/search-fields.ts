/** Syntax errors of a search by fields, as clauses of `searchInvalid`. */
export const FIELD_PROBLEMS = {
  key: 'there is no field of that name',
  value: 'a value is missing after the colon',
  quote: 'a closing quotation mark is missing',
  phrase: 'there is nothing between the quotation marks',
  number: 'a number was expected, such as 5, >5 or 1..5, or a text in quotation marks',
  yesNo: 'yes, no or empty was expected',
  date: 'a date was expected, such as 2026-05-01, <2026-05 or 2026-05-01..2026-05-31',
} as const
