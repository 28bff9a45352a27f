import fc from 'fast-check'
import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { everyFamily } from '../../src/shared/engine/operators/every-family.ts'
import type { OptionalModules } from '../../src/shared/engine/optional-module.ts'
import type { Statement } from '../../src/shared/features/promises/schemas/promise.ts'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import { parsePromise } from '../../src/shared/text/promise/parse-promise.ts'
import { aCondition } from './arbitraries.ts'
import { conditionMatches } from './condition-matches.ts'
import { draws } from './seed.ts'

/** The start time of every proof. */
export const nowMs = Date.parse('2026-11-20T12:00:00Z')
export const day = 86_400_000

/** Parses a sentence to an invariant's statement. */
export const promised = (sentence: string): Statement => {
  const read = parsePromise(sentence)
  if (!('statement' in read)) throw new Error(`${sentence}: ${JSON.stringify(read.misread)}`)
  return read.statement
}

/** Adds salts to the slices of a statement. */
const salted = (when: Condition): Condition => {
  if (when === true) return true
  if ('all' in when) return { all: when.all.map(salted) }
  if ('any' in when) return { any: when.any.map(salted) }
  if ('not' in when) return { not: salted(when.not) }
  return 'in' in when ? { in: { ...when.in, point: { ...when.in.point, salt: 'slice' } } } : when
}

/** A statement about groups of users instead of one example. */
export type GroupStatement = Exclude<Statement, { kind: 'example' }>

/** A statement about a flag of the datafile, or about one that does not exist. */
export const aPromise = (datafile: Datafile): fc.Arbitrary<GroupStatement> => {
  const flags = Object.fromEntries(
    Object.entries(datafile.flags).map(([key, flag]) => [key, Object.keys(flag.variants)]),
  )
  return fc
    .record({
      kind: fc.constantFrom('always' as const, 'never' as const, 'keeps' as const),
      flag: fc.constantFrom(...Object.keys(flags), 'absent'),
      when: aCondition({ flags, segments: Object.keys(datafile.segments) }),
      variants: fc.array(fc.option(fc.constantFrom('on', 'off', 'control', 'b')), { minLength: 1, maxLength: 3 }),
    })
    .map(({ when, ...rest }) => ({ ...rest, when: salted(when) }))
}

/**
 * Evaluates a statement with the engine: the users it is about, the users who get the named value, and the users for
 * whom it is violated.
 */
export const evaluateStatement = (
  datafile: Datafile,
  { when, flag, variants, kind }: GroupStatement,
  atMs = nowMs,
  modules: OptionalModules = everyFamily,
) => {
  const engine = compile(datafile, modules)
  const whom = conditionMatches(datafile, when, atMs, modules)
  const gets = (context: Context) => variants.includes(evaluate(engine, flag, context, atMs).variant)
  return {
    whom,
    gets,
    broken: (context: Context) => whom(context) && (kind === 'always' ? !gets(context) : gets(context)),
  }
}

/** Asserts a property of a verdict, so that fast-check can shrink counterexamples. */
export const assertProof = (holds: boolean): void => {
  if (!holds) throw new Error('the engine contradicts the proof')
}

/** Number of runs per property; more in long runs. */
export const runs = draws(60, 120)
