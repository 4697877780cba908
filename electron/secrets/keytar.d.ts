/** The used part of keytar. Declared here, because the package is optional and may not be installed. */
declare module 'keytar' {
  export interface Keytar {
    getPassword(service: string, account: string): Promise<string | null>
    setPassword(service: string, account: string, password: string): Promise<void>
    deletePassword(service: string, account: string): Promise<boolean>
  }
  const keytar: Keytar
  export default keytar
}
