/**
 * Passes a result on, or the error, unless the returned function was called before. An effect that returns
 * that function receives only the result of its latest request.
 */
export function ignoreAfterDestroy<Result>(
  request: Promise<Result>,
  onResult: (result: Result) => void,
  onError: (error: unknown) => void = () => undefined,
): () => void {
  let isDestroyed = false
  request.then(
    (result) => {
      if (!isDestroyed) onResult(result)
    },
    (error: unknown) => {
      if (!isDestroyed) onError(error)
    },
  )
  return () => {
    isDestroyed = true
  }
}
