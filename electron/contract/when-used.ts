/** Returns a function that creates its value on the first call, because that takes time or memory. */
export function whenUsed<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= create())
}
