// The used parts of the packages in the package.json of this folder, which `npm ci` does not install.
declare module '@json2csv/plainjs' {
  export class Parser {
    constructor(options: { readonly fields: readonly string[] })
    parse(records: readonly object[]): string
  }
}

declare module 'csv-stringify/sync' {
  export function stringify(
    rows: readonly (readonly unknown[])[],
    options: { readonly header: boolean; readonly columns: readonly string[] },
  ): string
}

declare module 'csv42' {
  export function json2csv(records: readonly object[]): string
}

declare module 'fast-csv' {
  export function writeToBuffer(
    rows: readonly (readonly unknown[])[],
    options: { readonly headers: readonly string[] },
  ): Promise<Uint8Array>
}

declare module 'papaparse' {
  const papaparse: {
    readonly unparse: (table: {
      readonly fields: readonly string[]
      readonly data: readonly (readonly unknown[])[]
    }) => string
  }
  export default papaparse
}
