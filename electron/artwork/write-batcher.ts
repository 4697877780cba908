/** So many that wait are handed on at once. */
const FULL_BATCH = 512
/** After a handing-on, others wait so long for company, in milliseconds. */
const BATCH_DELAY_MS = 50

interface PendingWrite<One, Outcome> {
  readonly item: One
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Hands things on together. What comes alone goes at once; what follows closely on others is gathered, for a
 * moment or until there are enough. Each gets its own outcome; what fails fails for all that went with it.
 */
export function createWriteBatcher<One, Outcome>(
  handOn: (all: readonly One[]) => Promise<readonly Outcome[]>,
): (one: One) => Promise<Outcome> {
  let gathered: PendingWrite<One, Outcome>[] = []
  let isUnderWay = false
  /** Runs as long as company is waited for. */
  let patience: NodeJS.Timeout | null = null

  function handOverIfTime(): void {
    if (isUnderWay || gathered.length === 0) return
    if (patience !== null && gathered.length < FULL_BATCH) return
    clearTimeout(patience ?? undefined)
    patience = setTimeout(() => {
      patience = null
      handOverIfTime()
    }, BATCH_DELAY_MS)
    void handOver()
  }

  async function handOver(): Promise<void> {
    const all = gathered
    gathered = []
    isUnderWay = true
    try {
      const outcomes = await handOn(all.map(({ item }) => item))
      for (const [index, outcome] of outcomes.entries()) all[index]?.resolve(outcome)
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
    isUnderWay = false
    handOverIfTime()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      gathered.push({ item, resolve, reject })
      handOverIfTime()
    })
}
