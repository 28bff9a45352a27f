import type { PatternProblem } from '../../../../shared/datafile/safe-pattern.ts'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { PatternProver, type PatternToProve } from './pattern-prover.ts'

/** One per process: its thread and cache are shared by all. */
const prover = new PatternProver()

/** Thrown by code that needs missing proofs. The code outside its transaction gets them and runs it again. */
export class ProofsMissing extends Error {
  readonly wanted: readonly PatternToProve[]

  constructor(wanted: readonly PatternToProve[]) {
    super('regular expressions are not proven yet')
    this.wanted = wanted
  }
}

const asked: PatternProblem = { problem: 'is not proven yet', expected: 'a proof', asked: true }

type CachedProve = (source: string, ignoreCase: boolean, document: string) => PatternProblem

/**
 * Runs code that needs proofs of regular expressions, with `prove` reading only the cache. Throws `ProofsWanted` if
 * some are missing; the result of the run is discarded then.
 */
export const withCachedProofs = <T>(run: (prove: CachedProve) => T): T => {
  const { known, check } = knownProofs()
  const result = run(known)
  check()
  return result
}

/** The same for a generator. */
export function* stepsWithCachedProofs<T>(
  run: (prove: CachedProve) => Generator<undefined, T>,
): Generator<undefined, T> {
  const { known, check } = knownProofs()
  const result = yield* run(known)
  check()
  return result
}

const knownProofs = () => {
  const wanted = new Map<string, PatternToProve>()
  const known: CachedProve = (source, ignoreCase, document) => {
    const found = prover.known(source, ignoreCase)
    if (found !== undefined) return found
    wanted.set(JSON.stringify([source, ignoreCase]), { source, ignoreCase, document })
    return asked
  }
  const check = () => {
    if (wanted.size > 0) throw new ProofsMissing([...wanted.values()])
  }
  return { known, check }
}

/** Each round proves everything that was missing. Later rounds are needed only if documents changed in the meantime. */
const mostRounds = 4

/**
 * Runs an action, and if it needs proofs, gets them and runs it again. Proofs are made outside all transactions, so
 * that no lock is held in the meantime. Throws `rule/unproven-pattern` if time runs out.
 */
export async function withProofs<T>(person: string | null, run: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof ProofsMissing)) throw error
      const late = await prover.prove(person, error.wanted)
      if (late.length > 0 || round === mostRounds) throw notInTime(late.length > 0 ? late : error.wanted)
    }
  }
}

const notInTime = (late: readonly PatternToProve[]): FanionError =>
  new FanionError('rule/unproven-pattern', {
    retryAfterSeconds: 60,
    problems: late.slice(0, 20).map(({ source, document }) => ({
      path: document,
      problem: `the regular expression ${JSON.stringify(source.slice(0, 100))} was not proven safe in time`,
      expected: 'a shorter pattern with smaller counts, or the same again in a minute',
    })),
  })
