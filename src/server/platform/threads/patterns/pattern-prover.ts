import type { PatternProblem } from '../../../../shared/datafile/safe-pattern.ts'
import { limits } from '../../../../shared/limits.ts'
import { JobThread } from '../job-thread.ts'
import type { PatternDone, PatternJob } from './thread.ts'

/** A regular expression to prove, and the document that contains it. */
export type PatternToProve = { readonly source: string; readonly ignoreCase: boolean; readonly document: string }

/** Milliseconds of thread time for each document, publish and user. */
export type PatternBudgets = { readonly documentMs: number; readonly publishMs: number; readonly personMs: number }

const budgets: PatternBudgets = {
  documentMs: limits.documentProofMs,
  publishMs: limits.publishProofMs,
  personMs: limits.personProofMs,
}

const keyOf = ({ source, ignoreCase }: Pick<PatternToProve, 'source' | 'ignoreCase'>): string =>
  `${ignoreCase ? 'i' : ''}/${source}`

/** Longer patterns are proven, too, but not cached. */
const longestKept = 2_048
const minuteMs = 60_000

/** A proof calls its checker at most twice. After this additional time, its thread is terminated. */
const graceMs = 5_000

const unproven: PatternProblem = { problem: 'was not proven', expected: 'a shorter pattern', unproven: true }

/**
 * Proves regular expressions in a worker thread, one after the other, so that they never block the event loop. Results
 * are cached. A thread that does not respond in time is terminated; the next proof starts another.
 */
export class PatternProver {
  readonly #budgets: PatternBudgets
  readonly #known = new Map<string, PatternProblem>()
  /** Start of a user's current minute, and the budget used in it. */
  readonly #used = new Map<string, { since: number; ms: number }>()
  readonly #thread = new JobThread<PatternJob, PatternDone>({
    kind: 'patterns',
    memoryMb: 256,
    ended: { found: unproven, ms: limits.documentProofMs },
  })

  constructor(given: PatternBudgets = budgets) {
    this.#budgets = given
  }

  /** The cached result for a pattern. Undefined if it has not been proven yet. */
  known(source: string, ignoreCase: boolean): PatternProblem | undefined {
    const key = keyOf({ source, ignoreCase })
    const found = this.#known.get(key)
    if (found === undefined) return undefined
    this.#known.delete(key)
    this.#known.set(key, found)
    return found
  }

  /**
   * Proves all patterns of one publish at the cost of `person` (null is the server itself, which has no budget).
   * Returns those that were not proven in time; all others are cached afterwards.
   */
  async prove(person: string | null, wanted: readonly PatternToProve[]): Promise<PatternToProve[]> {
    const { documentMs, publishMs, personMs } = this.#budgets
    const late: PatternToProve[] = []
    const ofDocument = new Map<string, number>()
    const missing = wanted.filter((one) => this.known(one.source, one.ignoreCase) === undefined)
    if (missing.length > 0) await this.#thread.ready()
    const deadline = performance.now() + publishMs
    for (const one of missing) {
      const used = ofDocument.get(one.document) ?? 0
      const leftFor = () =>
        Math.min(documentMs - used, deadline - performance.now(), person === null ? personMs : this.#leftOf(person))
      const done = await this.#inTurn(one, leftFor)
      ofDocument.set(one.document, used + (done?.ms ?? 0))
      if (person !== null && done) this.#use(person, done.ms)
      if (done === undefined || done.found?.unproven === true) late.push(one)
      else this.#remember(one, done.found)
    }
    return late
  }

  /** Terminates the thread. Proofs in progress stay unproven. */
  close(): Promise<void> {
    return this.#thread.close()
  }

  async #inTurn({ source, ignoreCase }: PatternToProve, leftFor: () => number): Promise<PatternDone | undefined> {
    let given = 0
    const done = await this.#thread.run(() => {
      given = leftFor()
      return given > 0 ? { job: { source, ignoreCase, ms: given }, ms: 2 * given + graceMs } : undefined
    })
    // A timed-out proof used its whole budget, whatever the thread's clock says.
    return done?.found?.unproven === true ? { ...done, ms: Math.max(done.ms, given) } : done
  }

  #leftOf(person: string): number {
    const used = this.#used.get(person)
    return used === undefined || performance.now() - used.since > minuteMs
      ? this.#budgets.personMs
      : this.#budgets.personMs - used.ms
  }

  #use(person: string, ms: number): void {
    const now = performance.now()
    const used = this.#used.get(person)
    if (used === undefined || now - used.since > minuteMs) {
      for (const [id, { since }] of this.#used) if (now - since > minuteMs) this.#used.delete(id)
      this.#used.set(person, { since: now, ms })
    } else used.ms += ms
  }

  #remember(one: PatternToProve, found: PatternProblem): void {
    if (one.source.length > longestKept) return this.#rememberBriefly(one, found)
    if (this.#known.size >= limits.patternsKept) {
      const [oldest] = this.#known.keys()
      if (oldest !== undefined) this.#known.delete(oldest)
    }
    this.#known.set(keyOf(one), found)
  }

  /** Cached only until the publish that requested it has read it. */
  #rememberBriefly(one: PatternToProve, found: PatternProblem): void {
    this.#known.set(keyOf(one), found)
    setTimeout(() => this.#known.delete(keyOf(one)), minuteMs).unref()
  }
}
