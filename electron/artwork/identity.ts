/**
 * Parameters of signed addresses, by the parameter that contains the signature: Amazon (S3 and CloudFront),
 * Google and Azure. An address with a new signature is still that of the same picture.
 */
const SIGNATURES: readonly { readonly by: RegExp; readonly parameters: RegExp }[] = [
  { by: /^x-amz-signature$/iu, parameters: /^x-amz-/iu },
  { by: /^x-goog-signature$/iu, parameters: /^x-goog-/iu },
  {
    by: /^signature$/iu,
    parameters: /^(?:signature|expires|key-pair-id|policy|awsaccesskeyid|googleaccessid)$/iu,
  },
  {
    by: /^sig$/iu,
    parameters: /^(?:sig|sv|sr|se|st|sp|spr|sip|si|ss|srt|skoid|sktid|skt|ske|sks|skv)$/iu,
  },
]

/**
 * Returns an address without its fragment and the parameters of a known signature. All other parameters stay
 * in their order.
 */
export function identityOf(address: string): string {
  const [whole = ''] = address.split('#', 1)
  const at = whole.indexOf('?')
  if (at < 0) return whole
  const parts = whole.slice(at + 1).split('&')
  const names = parts.map(nameOf)
  const matches = SIGNATURES.filter(({ by }) => names.some((name) => by.test(name)))
  if (matches.length === 0) return whole
  const remaining = parts.filter(
    (_, index) => !matches.some(({ parameters }) => parameters.test(names[index] ?? '')),
  )
  return remaining.length === 0 ? whole.slice(0, at) : `${whole.slice(0, at)}?${remaining.join('&')}`
}

function nameOf(part: string): string {
  const [name = ''] = part.split('=', 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
