/**
 * Parameters of signed addresses, by the parameter that contains the signature: Amazon (S3 and CloudFront),
 * Google and Azure. An address with a new signature is still that of the same picture.
 */
const SIGNATURES: readonly { readonly signature: RegExp; readonly parameters: RegExp }[] = [
  { signature: /^x-amz-signature$/iu, parameters: /^x-amz-/iu },
  { signature: /^x-goog-signature$/iu, parameters: /^x-goog-/iu },
  {
    signature: /^signature$/iu,
    parameters: /^(?:signature|expires|key-pair-id|policy|awsaccesskeyid|googleaccessid)$/iu,
  },
  {
    signature: /^sig$/iu,
    parameters: /^(?:sig|sv|sr|se|st|sp|spr|sip|si|ss|srt|skoid|sktid|skt|ske|sks|skv)$/iu,
  },
]

/**
 * Returns an address without its fragment and the parameters of a known signature. All other parameters stay
 * in their order.
 */
export function identityOf(address: string): string {
  const [withoutFragment = ''] = address.split('#', 1)
  const queryStart = withoutFragment.indexOf('?')
  if (queryStart < 0) return withoutFragment
  const parts = withoutFragment.slice(queryStart + 1).split('&')
  const names = parts.map(nameOf)
  const matches = SIGNATURES.filter(({ signature }) => names.some((name) => signature.test(name)))
  if (matches.length === 0) return withoutFragment
  const remaining = parts.filter(
    (_, index) => !matches.some(({ parameters }) => parameters.test(names[index] ?? '')),
  )
  return remaining.length === 0
    ? withoutFragment.slice(0, queryStart)
    : `${withoutFragment.slice(0, queryStart)}?${remaining.join('&')}`
}

function nameOf(part: string): string {
  const [name = ''] = part.split('=', 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
