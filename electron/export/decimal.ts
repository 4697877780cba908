/** A number in plain decimal digits, whatever its size: no exponent, no grouping, a point. */
export function plainDecimal(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/u.exec(text) ?? []
  const shift = Number(exponent)
  // JavaScript writes an exponent from 1e21 up and below 1e-6, where all digits are on one side of the point.
  return shift > 0
    ? sign + whole + fraction.padEnd(shift, '0')
    : `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
}
