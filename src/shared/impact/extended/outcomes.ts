import { canonicalJson } from '../../datafile/canonical-json.ts'
import type { Answer } from '../answer.ts'

/** What a flag of another system comes to. */
interface Reached {
  readonly answer: Answer
  readonly ends: 'answer' | 'error' | 'unknown'
}

/** Outcomes as the ends of diagrams; `nothing` is where a serve yields none. */
export interface Outcomes {
  readonly nothing: number
  readonly error: number
  readonly unknown: number
  readonly none: number
  readonly numberOf: (answer: Answer) => number
  readonly of: (number: number) => Reached
}

// Beyond the ends of truths and answers, so that nobody takes one for the other.
const first = 1_000_000

const own: Answer = { variant: null, value: undefined }

export const createOutcomes = (): Outcomes => {
  const list: Reached[] = [
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
    of: (number) => list[number - first] as Reached,
  }
}
