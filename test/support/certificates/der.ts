/** Encodes values in DER (ITU-T X.690), for valid and invalid certificates. */

const length = (size: number): Buffer => {
  if (size < 0x80) return Buffer.from([size])
  if (size < 0x100) return Buffer.from([0x81, size])
  return Buffer.from([0x82, size >> 8, size & 0xff])
}

export const value = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), length(content.length), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => value(0x30, ...parts)

export function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...arcs] = text.split('.').map(Number)
  const bytes = [first * 40 + second, ...arcs].flatMap((arc) => {
    const digits = [arc & 0x7f]
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
      digits.unshift(0x80 | (rest & 0x7f))
    return digits
  })
  return value(0x06, Buffer.from(bytes))
}

export const natural = (number: number): Buffer => {
  const hex = number.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return value(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

export const boolean = (isTrue: boolean): Buffer => value(0x01, Buffer.from([isTrue ? 0xff : 0]))

export const bits = (bytes: Uint8Array, unused = 0): Buffer => value(0x03, Buffer.from([unused]), bytes)

/** A time as `GeneralizedTime`, which covers all years. */
export const time = (milliseconds: number): Buffer =>
  value(0x18, Buffer.from(new Date(milliseconds).toISOString().replaceAll(/[-:T]|\.\d+/gu, '')))
