/** Whether an address may be handed to the system's browser: https, and nothing that could be more than an address. */
export function isSafeExternal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}
