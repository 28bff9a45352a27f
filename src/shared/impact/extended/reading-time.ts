import type { Each, ExtendedTest } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { ExtendedReference } from '../attribute.ts'
import { type Atom, turnsOfAtom } from './expression/atom.ts'
import { isTimedRead, isTimedTest, isUnforeseen, turnsOfTest } from './timed.ts'

/** How time alone changes what is asked of a reading. */
export const timeOfReading = (
  asked: {
    readonly ref: AttributeRef
    readonly tests: readonly ExtendedTest[]
    readonly atoms: readonly Atom[]
    readonly eaches: readonly Each[]
    readonly hasPlaces: boolean
  },
  ever: boolean,
): Pick<ExtendedReference, 'timed' | 'turns'> => {
  const { ref, tests, atoms, eaches, hasPlaces } = asked
  const told = isTimedRead(ref) ? [...tests.map(turnsOfTest), ...atoms.map(turnsOfAtom)] : []
  const turns = told.flatMap((some) => some ?? [])
  const whole = isTimedRead(ref) && (eaches.length > 0 || hasPlaces)
  const unforeseen =
    whole ||
    told.includes(undefined) ||
    tests.some((test) => isUnforeseen(ref, test)) ||
    eaches.some(({ test: inner }) => isTimedTest(inner))
  return { timed: unforeseen && !ever, turns }
}
