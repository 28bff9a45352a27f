import { referencesOf } from '../../../src/shared/datafile/references.ts'
import { compile } from '../../../src/shared/engine/compile.ts'
import { evaluate } from '../../../src/shared/engine/evaluate.ts'
import { explain } from '../../../src/shared/engine/explain.ts'
import { loadModules, modulesNeeded } from '../../../src/shared/engine/optional-modules.ts'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { Unreadable } from '../../../src/shared/vendors/importing/assembly.ts'
import type { Random } from '../../../src/shared/vendors/importing/sample.ts'
import { seeded } from '../../../src/shared/vendors/importing/seeded.ts'
import { datafileOf } from '../datafile.ts'
import { type Attributes, type Oracle, Refused, type Round } from './oracle.ts'

/** An evaluation with different answers. */
export type Difference = {
  round: number
  flag: string
  attributes: Attributes
  theirs: Json
  ours: Json
  /** The flag's definition, as far as it can be found. */
  document: unknown
}

export type Comparison = {
  compared: number
  /** Evaluations of flags that the importer blocked, because it reported them as not equal. */
  blocked: number
  /** Documents that one side rejects as a whole. */
  refused: number
  /** Number of distinct answers, so that a comparison of always the same answer is noticed. */
  answers: number
  differences: Difference[]
}

const sameJson = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Flags of a round that the importer does not accept without a decision, and those that depend on them. */
const blockedIn = ({ imported, flags }: Round): ReadonlySet<string> => {
  const { keys, findings } = imported
  const subjects = new Set(findings.filter(({ severity }) => severity === 'block').map(({ subject }) => subject))
  if (subjects.has('project')) return new Set(flags)
  const theirs = [...keys.flags].map(([name, key]) => ({ subject: `flag ${name}`, document: imported.flags[key] }))
  const segments = [...keys.segments].map(([name, key]) => ({
    subject: `segment ${name}`,
    document: imported.segments[key],
  }))
  const subjectOf = new Map([
    ...[...keys.flags].map(([name, key]) => [`flag/${key}`, `flag ${name}`] as const),
    ...[...keys.segments].map(([name, key]) => [`segment/${key}`, `segment ${name}`] as const),
  ])
  for (let before = -1; before !== subjects.size; ) {
    before = subjects.size
    for (const { subject, document } of [...theirs, ...segments]) {
      const needs = document === undefined ? [] : [...referencesOf(document)]
      if (needs.some(({ kind, key }) => subjects.has(subjectOf.get(`${kind}/${key}`) ?? ''))) subjects.add(subject)
    }
  }
  return new Set(flags.filter((flag) => subjects.has(`flag ${flag}`)))
}

/** Changes a random document using additional random numbers. */
export type AlterBy = (random: Random, document: Json) => void

/** Creates a round. Null if the vendor's SDK or our importer rejects the altered document. */
const roundOf = async (oracle: Oracle, random: Random, alter: AlterBy | undefined): Promise<Round | null> => {
  if (alter === undefined) return oracle.round(random, 25)
  try {
    return await oracle.round(random, 25, (document) => alter(random, document))
  } catch (error) {
    if (error instanceof Unreadable || error instanceof Refused) return null
    throw error
  }
}

/**
 * Evaluates the same random flags and contexts with the vendor's SDK and both of our engines, until `evaluations` were
 * compared. Reproducible by seed. Stops early after `most` differences.
 */
export const compareWith = async (
  oracle: Oracle,
  { evaluations, seed, most = 20, alter }: { evaluations: number; seed: number; most?: number; alter?: AlterBy },
): Promise<Comparison> => {
  const random = seeded(seed)
  const given = new Set<string>()
  const result: Comparison = { compared: 0, blocked: 0, refused: 0, answers: 0, differences: [] }
  for (let round = 0; result.compared + result.blocked < evaluations && result.differences.length < most; round += 1) {
    const made = await roundOf(oracle, random, alter)
    if (made === null) {
      result.refused += 1
      continue
    }
    const blocked = blockedIn(made)
    const { flags, segments, keys } = made.imported
    const sound = Object.entries(flags).filter(
      ([key]) => ![...blocked].some((theirs) => keys.flags.get(theirs) === key),
    )
    const unsound = new Set(
      made.imported.findings.filter(({ severity }) => severity === 'block').map(({ subject }) => subject),
    )
    const kept = [...keys.segments].flatMap(([theirs, key]) =>
      unsound.has(`segment ${theirs}`) || segments[key] === undefined ? [] : [[key, segments[key]] as const],
    )
    const datafile = datafileOf({ flags: Object.fromEntries(sound), segments: Object.fromEntries(kept) })
    const profiles = await loadModules(modulesNeeded(datafile))
    const compiled = compile(datafile, profiles)
    for (const attributes of made.contexts) {
      const context = made.contextOf(attributes)
      for (const flag of made.flags) {
        const theirs = await made.theirs(flag, attributes)
        if (theirs === undefined) continue
        if (blocked.has(flag)) {
          result.blocked += 1
          continue
        }
        const key = keys.flags.get(flag) ?? flag
        const ours = made.ours(evaluate(compiled, key, context, made.nowMs), flag)
        const explained = made.ours(explain(datafile, key, context, made.nowMs, undefined, profiles).outcome, flag)
        result.compared += 1
        given.add(JSON.stringify(theirs))
        const wrong = sameJson(ours, theirs) ? explained : ours
        if (sameJson(wrong, theirs) || result.differences.length >= most) continue
        result.differences.push({ round, flag, attributes, theirs, ours: wrong, document: made.document })
      }
    }
    await made.end?.()
  }
  result.answers = given.size
  return result
}
