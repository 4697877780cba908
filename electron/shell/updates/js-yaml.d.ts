/** The used part of js-yaml, which has no types. */
declare module 'js-yaml' {
  /** Parses plain data; throws for anything else. */
  export function load(text: string): unknown
}
