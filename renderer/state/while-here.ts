/**
 * Hands an answer over, or why there is none, unless it is left before; gives how to leave. An effect that returns
 * that has the answer to its last question only.
 */
export function whileHere<Answer>(
  asked: Promise<Answer>,
  answered: (answer: Answer) => void,
  failed: (error: unknown) => void = () => undefined,
): () => void {
  let left = false
  asked.then(
    (answer) => {
      if (!left) answered(answer)
    },
    (error: unknown) => {
      if (!left) failed(error)
    },
  )
  return () => {
    left = true
  }
}
