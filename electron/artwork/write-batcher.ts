/** A batch of this size is written without a delay. */
const FULL_BATCH_SIZE = 512
/** Delay after a write, to collect the next batch. */
const BATCH_DELAY_MS = 50

interface PendingWrite<Item, Outcome> {
  readonly item: Item
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates a function that writes items in batches. A single item is written at once; items that follow
 * closely are collected for a short time or until the batch is full. Each caller receives the outcome of its
 * item; a failure applies to the whole batch.
 */
export function createWriteBatcher<Item, Outcome>(
  write: (items: readonly Item[]) => Promise<readonly Outcome[]>,
): (item: Item) => Promise<Outcome> {
  let pending: PendingWrite<Item, Outcome>[] = []
  let isWriting = false
  let timer: NodeJS.Timeout | null = null

  function writeIfDue(): void {
    if (isWriting || pending.length === 0) return
    if (timer !== null && pending.length < FULL_BATCH_SIZE) return
    clearTimeout(timer ?? undefined)
    timer = setTimeout(() => {
      timer = null
      writeIfDue()
    }, BATCH_DELAY_MS)
    void writeBatch()
  }

  async function writeBatch(): Promise<void> {
    const batch = pending
    pending = []
    isWriting = true
    try {
      const outcomes = await write(batch.map(({ item }) => item))
      for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    isWriting = false
    writeIfDue()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      pending.push({ item, resolve, reject })
      writeIfDue()
    })
}
