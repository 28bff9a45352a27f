import { canonicalJson } from '../../datafile/canonical-json.ts'
import type { Answer } from '../answer.ts'

/** The result of an extended flag. */
interface ExtendedResult {
  readonly answer: Answer
  readonly ends: 'answer' | 'error' | 'unknown'
}

/** Outcomes as terminals of diagrams. `nothing` means that a serve yields nothing. */
export interface Outcomes {
  readonly nothing: number
  readonly error: number
  readonly unknown: number
  readonly none: number
  readonly numberOf: (answer: Answer) => number
  readonly of: (number: number) => ExtendedResult
}

// Above all terminals of truths and answers, so that they cannot be confused.
const first = 1_000_000

const own: Answer = { variant: null, value: undefined }

export const createOutcomes = (): Outcomes => {
  const list: ExtendedResult[] = [
    { answer: own, ends: 'answer' },
    { answer: own, ends: 'error' },
    { answer: own, ends: 'unknown' },
  ]
  const numbers = new Map<string, number>()
  const numberOf = (answer: Answer): number => {
    const name = canonicalJson({ ...answer, value: answer.value ?? null })
    let known = numbers.get(name)
    if (known === undefined) {
      list.push({ answer, ends: 'answer' })
      known = first + list.length - 1
      numbers.set(name, known)
    }
    return known
  }
  return {
    nothing: first,
    error: first + 1,
    unknown: first + 2,
    none: numberOf(own),
    numberOf,
    of: (number) => list[number - first] as ExtendedResult,
  }
}
