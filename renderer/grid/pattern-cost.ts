/**
 * Bounds the running time of a search pattern on one cell before it runs. The search itself runs in a worker
 * under a hard limit; highlighting runs in the window, where nothing can interrupt a backtracking engine.
 * Only patterns whose worst case follows from their syntax are highlighted:
 *
 * - A repetition of something that can itself match in several ways (`(a+)+`, `(a|aa)*`) is refused.
 * - Back references, look-around and unknown syntax are refused.
 * - The rest is bounded: every unbounded repetition multiplies the work by the length of the text, every `?`
 *   by two, every `{n,m}` by its range, and every choice by its number of branches.
 */

/** Maximum steps on one cell: some tens of microseconds. */
const MAX_STEPS = 50_000

interface Cost {
  /** Number of ways to match, without the unbounded repetitions. */
  readonly factor: number
  /** Number of unbounded repetitions. */
  readonly degree: number
}

const CERTAIN: Cost = { factor: 1, degree: 0 }
const times = (a: Cost, b: Cost): Cost => ({ factor: a.factor * b.factor, degree: a.degree + b.degree })

class Unreadable extends Error {}

class PatternReader {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  read(): Cost {
    const cost = this.#alternatives()
    if (this.#at < this.#pattern.length) throw new Unreadable()
    return cost
  }

  #peek(): string {
    return this.#pattern.charAt(this.#at)
  }

  #alternatives(): Cost {
    const branches = [this.#sequence()]
    while (this.#peek() === '|') {
      this.#at += 1
      branches.push(this.#sequence())
    }
    if (branches.length === 1) return branches[0] ?? CERTAIN
    return {
      factor: branches.reduce((sum, branch) => sum + branch.factor, 0),
      degree: Math.max(...branches.map((branch) => branch.degree)),
    }
  }

  #sequence(): Cost {
    let cost = CERTAIN
    while (this.#at < this.#pattern.length && this.#peek() !== '|' && this.#peek() !== ')') {
      cost = times(cost, this.#repeated(this.#atom()))
    }
    return cost
  }

  #atom(): Cost {
    const character = this.#peek()
    this.#at += 1
    if (character === '(') return this.#group()
    if (character === '[') return this.#characterClass()
    if (character === '\\') return this.#escape()
    if ('*+?{'.includes(character)) throw new Unreadable()
    return CERTAIN
  }

  #group(): Cost {
    if (this.#peek() === '?') {
      if (this.#pattern.slice(this.#at, this.#at + 2) !== '?:') throw new Unreadable()
      this.#at += 2
    }
    const cost = this.#alternatives()
    if (this.#peek() !== ')') throw new Unreadable()
    this.#at += 1
    return cost
  }

  #characterClass(): Cost {
    if (this.#peek() === '^') this.#at += 1
    while (this.#peek() !== ']') {
      if (this.#at >= this.#pattern.length) throw new Unreadable()
      this.#at += this.#peek() === '\\' ? 2 : 1
    }
    this.#at += 1
    return CERTAIN
  }

  #escape(): Cost {
    const character = this.#peek()
    // Digits and k refer back; u, x, c and p are followed by characters that are not parsed here.
    if (character === '' || /[0-9kuxcpP]/.test(character)) throw new Unreadable()
    this.#at += 1
    return CERTAIN
  }

  #repeated(atom: Cost): Cost {
    const quantifier = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.#pattern.slice(this.#at))
    if (quantifier === null) return atom
    this.#at += quantifier[0].length
    const certain = atom.factor === 1 && atom.degree === 0
    if (quantifier[0].startsWith('?')) return times(atom, { factor: 2, degree: 0 })
    if (!certain) throw new Unreadable()
    if (quantifier[1] === undefined) return { factor: 1, degree: 1 }
    if (quantifier[2] === undefined) return CERTAIN
    const spread = quantifier[3] === '' ? null : Number(quantifier[3]) - Number(quantifier[1]) + 1
    return spread === null ? { factor: 1, degree: 1 } : { factor: Math.max(1, spread), degree: 0 }
  }
}

/**
 * Returns the maximum length of a text, in characters, on which a pattern ends within some tens of
 * microseconds; 0 if that cannot be determined.
 */
export function longestSafeText(pattern: string): number {
  try {
    const { factor, degree } = new PatternReader(pattern).read()
    // One more power of the length, because a match can begin at every character; and once for each step of
    // the pattern.
    return Math.floor((MAX_STEPS / (factor * Math.max(1, pattern.length / 8))) ** (1 / (degree + 1)))
  } catch (error) {
    if (error instanceof Unreadable) return 0
    throw error
  }
}
