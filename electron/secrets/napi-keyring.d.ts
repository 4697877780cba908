/**
 * The used part of @napi-rs/keyring. Declared here, because the package is optional and may not be installed.
 */
declare module '@napi-rs/keyring' {
  export interface EntryOptions {
    readonly linux?: { readonly store?: 'secret-service' | 'keyutils' }
  }
  export class AsyncEntry {
    constructor(service: string, account: string, options?: EntryOptions)
    /** On Windows, `target` is the whole name of the entry, and this writes an empty password to it. */
    static withTarget(target: string, service: string, account: string): AsyncEntry
    getPassword(): Promise<string | null | undefined>
    setPassword(password: string): Promise<void>
    getSecret(): Promise<readonly number[] | null | undefined>
    setSecret(secret: Uint8Array): Promise<void>
    deletePassword(): Promise<boolean>
  }
  /** On Windows, `target` is the name of the entries, or a prefix of it followed by `*`. */
  export function findCredentialsAsync(
    service: string,
    target?: string,
  ): Promise<readonly { readonly account: string; readonly password: string }[]>
}
