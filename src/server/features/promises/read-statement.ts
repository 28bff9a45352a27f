import { referencesOf } from '../../../shared/datafile/references.ts'
import { validateEnvironment } from '../../../shared/datafile/validate-environment.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Statement } from '../../../shared/features/promises/schemas/promise.ts'
import { conditionAsFlag, unusedFlagKey } from '../../../shared/impact/promise/question.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { parsePromise } from '../../../shared/text/promise/parse-promise.ts'
import { withCachedProofs } from '../../platform/threads/patterns/with-proofs.ts'
import type { Subject } from '../publishing/subject-queries.ts'

/** Parses a sentence. Throws `promise/unreadable` with the position and the expected words. */
export function readStatement(sentence: string): Statement {
  const read = parsePromise(sentence)
  if ('statement' in read) return read.statement
  const { at, expected } = read.misread
  throw unreadable(`it can’t be read from character ${at + 1} on`, expected, { at })
}

/** The subjects that a promise names: its flag and those in its condition. */
export function subjectsOfStatement(statement: Statement): Subject[] {
  const about: Subject = { kind: 'flag', key: statement.flag }
  const when = statement.kind === 'example' ? true : statement.when
  const asked = referencesOf(conditionAsFlag('asking', when))
  return [about, ...asked.filter(({ kind, key }) => kind !== 'flag' || key !== statement.flag)]
}

/**
 * Throws `promise/unreadable` if a promise refers to something that exists in none of the states, or has a condition
 * that no rule could have. Throws `ProofsWanted` if its regular expressions are not proven yet.
 */
export function checkStatement(statement: Statement, states: readonly Datafile[]): void {
  const flags = Object.assign({}, ...states.map((state) => state.flags)) as Datafile['flags']
  const segments = Object.assign({}, ...states.map((state) => state.segments)) as Datafile['segments']
  if (!Object.hasOwn(flags, statement.flag))
    throw unreadable(`there is no flag “${statement.flag}”`, 'the key of a flag that is there')
  const known = states.flatMap((state) => Object.keys(state.flags[statement.flag]?.variants ?? {}))
  const unknown = statement.variants.find((variant) => variant !== null && !known.includes(variant))
  if (unknown !== undefined)
    throw unreadable(`${statement.flag} has no variant “${unknown}”`, `one of ${[...new Set(known)].join(', ')}`)
  if (statement.kind === 'example') return
  const key = unusedFlagKey({ flags })
  const problems = withCachedProofs((prove) =>
    validateEnvironment(
      { flags: { ...flags, [key]: conditionAsFlag(key, statement.when) }, segments },
      { changed: { flags: [key], segments: [] }, prove },
    ),
  )
  const [problem] = problems.filter(({ path }) => path.includes(key))
  if (problem) throw unreadable(problem.problem, problem.expected)
}

const unreadable = (problem: string, expected: string, more: object = {}): FanionError =>
  new FanionError(
    'promise/unreadable',
    { problems: [{ path: 'sentence', problem, expected }], ...more },
    `This can’t be read as a promise: ${problem}. Expected ${expected}.`,
  )
