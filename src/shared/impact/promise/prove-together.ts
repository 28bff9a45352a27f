import type { Compiled } from '../../engine/compile.ts'
import { reach } from '../../engine/prerequisite.ts'
import type { Statement } from '../../features/promises/schemas/promise.ts'
import { limits } from '../../limits.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { createAnswers, documentsOf, engineOf, extendedIn, flagDiagramsOf, usableIn } from '../compile.ts'
import type { Node } from '../diagram.ts'
import { type Model, modelOf } from '../model.ts'
import { createStepBudget, outOfSteps, type SpendSteps } from '../steps.ts'
import { undecidableDocument } from '../undecided.ts'
import { instantsFrom } from './instants.ts'
import { type ProveOptions, proveChange, type Verdict } from './prove.ts'
import { conditionAsFlag, restrictDatafile, unusedFlagKey } from './question.ts'
import { groupsOver, isMore, type Share, shareOfLine } from './share.ts'

/** A promise to prove together with others: its statement, the flag of its condition, and what it reads. */
interface SharedProofInput {
  readonly at: number
  readonly statement: Exclude<Statement, { kind: 'example' }>
  readonly asking: string
}

const sharedKeptVerdict: Verdict = { state: 'kept' }

/**
 * Checks several promises for a publish, in order. Returns the verdicts of `proveChange`, most of them from one shared
 * model. The example of a broken promise is searched individually, so that it does not depend on other promises.
 */
export const proveChanges = (
  before: Datafile,
  after: Datafile,
  statements: readonly Statement[],
  options: ProveOptions,
): Verdict[] => {
  const together = invariantsKeptTogether(before, after, statements, options) ?? new Set()
  return statements.map((statement, at) =>
    together.has(at) ? sharedKeptVerdict : proveChange(before, after, statement, options),
  )
}

/**
 * Returns the indices of the promises that a publish certainly keeps: those that read nothing it changes, and those
 * that a single model of both states proves. The others must be proven individually. Undefined if the step budget is
 * exhausted. Examples are not part of the model.
 */
export const invariantsKeptTogether = (
  before: Datafile,
  after: Datafile,
  statements: readonly Statement[],
  { nowMs, steps = limits.togetherSteps }: ProveOptions,
): ReadonlySet<number> | undefined => {
  const found = new Set<number>()
  const free = unusedFlagKey(before, after)
  const askings = new Map<string, FlagDocument>()
  const named = statements.map((statement): string | undefined => {
    if (statement.kind === 'example') return undefined
    const text = JSON.stringify(statement.when)
    const known = askings.get(text)
    if (known !== undefined) return known.key
    // Flag keys contain no spaces, so this key is free. A slice without a salt uses the same salt as in an individual
    // proof.
    const asking = { ...conditionAsFlag(`${free} ${askings.size}`, statement.when), salt: free }
    askings.set(text, asking)
    return asking.key
  })
  const flags = Object.fromEntries([...askings.values()].map((asking) => [asking.key, asking]))
  const states = [before, after].map((state) => ({ ...state, flags: { ...state.flags, ...flags } })) as [
    Datafile,
    Datafile,
  ]
  const changed = changedIn(before, after)
  const reached = new Set<string>()
  const reaches = new Map<string, ReadonlySet<string>>()
  const reachOf = (key: string): ReadonlySet<string> => {
    let known = reaches.get(key)
    if (known === undefined) {
      known = new Set(states.flatMap((state) => [...reach(state, key)]))
      reaches.set(key, known)
    }
    return known
  }
  const asked = statements.flatMap((statement, at): SharedProofInput[] => {
    const asking = named[at]
    if (statement.kind === 'example' || asking === undefined) return []
    const reads = [...reachOf(asking), ...reachOf(statement.flag)]
    if (!reads.some((name) => changed.has(name))) {
      found.add(at)
      return []
    }
    for (const name of reads) reached.add(name)
    return [{ at, statement, asking }]
  })
  if (asked.length === 0) return found
  const engines = states.map((state) => engineOf(restrictDatafile(state, reached)))
  const isForeign = engines.map(extendedIn)
  const native = asked.filter(({ statement: { flag }, asking }) => {
    const keys = [...reachOf(asking), ...reachOf(flag)].flatMap((name) =>
      name.startsWith('flag:') ? [name.slice('flag:'.length)] : [],
    )
    return (
      engines.every((engine) => usableIn(engine)(asking)) &&
      !isForeign.some((foreign) => keys.some((key) => foreign(key)))
    )
  })
  if (native.length === 0) return found
  try {
    for (const { at } of invariantsKeptAlways(engines, native, nowMs, createStepBudget(steps))) found.add(at)
  } catch (problem) {
    if (problem === outOfSteps) return undefined
    if (problem !== undecidableDocument) throw problem
  }
  return found
}

/** Returns the flags and segments that differ between the states, named as in `reach`. */
const changedIn = (before: Datafile, after: Datafile): ReadonlySet<string> =>
  new Set(
    (
      [
        ['flag', before.flags, after.flags],
        ['segment', before.segments, after.segments],
      ] as const
    ).flatMap(([kind, old, next]) =>
      [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((key) =>
        isAlike(Object.hasOwn(old, key) ? old[key] : undefined, Object.hasOwn(next, key) ? next[key] : undefined)
          ? []
          : [`${kind}:${key}`],
      ),
    ),
  )

/** Whether documents are equal except for `visibleToClients`, which does not affect values. */
const isAlike = (one: object | undefined, other: object | undefined): boolean => {
  if (one === other) return true
  if (one === undefined || other === undefined) return false
  return JSON.stringify({ ...one, visibleToClients: null }) === JSON.stringify({ ...other, visibleToClients: null })
}

/** Returns the promises that are kept at every instant from now on. */
const invariantsKeptAlways = (
  engines: readonly Compiled[],
  asked: readonly SharedProofInput[],
  nowMs: number,
  spend: SpendSteps,
): SharedProofInput[] => {
  const flags = [...new Set(asked.flatMap(({ asking, statement }) => [asking, statement.flag]))]
  const modelAt = (instant: number) =>
    modelOf(
      engines.map((engine) => documentsOf(engine, flags)),
      instant,
      spend,
    )
  const first = modelAt(nowMs)
  let left = [...asked]
  for (const instant of instantsFrom(first.attributes, nowMs)) {
    if (left.length === 0) break
    const keeps = createKeptCheck(engines, instant === nowMs ? first : modelAt(instant), spend)
    left = left.filter(keeps)
  }
  return left
}

/** Creates a check of whether a model proves that a promise gets worse for no context. */
const createKeptCheck = (
  engines: readonly Compiled[],
  model: Model,
  spend: SpendSteps,
): ((asked: SharedProofInput) => boolean) => {
  const { and, minus, map, yes, no } = model.diagrams
  const answers = createAnswers()
  const sides = engines.map((engine) => {
    const documents = flagDiagramsOf(engine, model, answers)
    const sets = new Map<string, Node>()
    const setOf = (flag: string, variants: ReadonlySet<string | null>, name: string): Node => {
      const known = sets.get(name)
      if (known !== undefined) return known
      const made = map(documents.flag(flag), (answer) => (variants.has(answers.of(answer).variant) ? yes : no))
      sets.set(name, made)
      return made
    }
    return ({ statement: { flag, variants }, asking }: SharedProofInput) => ({
      whom: setOf(asking, askingVariants, asking),
      gets: setOf(flag, new Set(variants), JSON.stringify([flag, variants])),
    })
  })
  const shares = sharesIn(model, spend)
  const isNobody = (set: Node): boolean => set === no || and(set, model.possible) === no
  return (asked) => {
    const [before, after] = sides.map((side) => side(asked)) as [InvariantSides, InvariantSides]
    if (before.whom === after.whom && before.gets === after.gets) return true
    const { kind } = asked.statement
    if (kind === 'keeps') return isNobody(minus(and(before.whom, before.gets), after.gets))
    if (asked.statement.kind === 'atMost') {
      if (isNobody(and(after.whom, after.gets))) return true
      const limit = shareOfLine(asked.statement.share)
      const was = shares.worst(before, limit)
      return !isMore(shares.worst(after, limit), isMore(was, limit) ? was : limit)
    }
    const broken = ({ whom, gets }: InvariantSides): Node => (kind === 'always' ? minus(whom, gets) : and(whom, gets))
    return isNobody(minus(broken(after), broken(before)))
  }
}

const askingVariants: ReadonlySet<string | null> = new Set(['yes'])

interface InvariantSides {
  readonly whom: Node
  readonly gets: Node
}

/** Computes the worst share of groups, using only the attributes that it depends on. Cached. */
const sharesIn = (model: Model, spend: SpendSteps) => {
  const { attributes, diagrams, levelOf } = model
  const known = new Map<string, Share>()
  const among = new Map<string, Model>()
  const levelsOf = (nodes: readonly Node[]): ReadonlySet<number> => {
    const seen = new Set(nodes)
    const levels = new Set<number>()
    // The set grows during the iteration, which then covers the new members, too.
    for (const node of seen) {
      const level = diagrams.levelOf(node)
      const size = diagrams.sizes[level]
      if (size === undefined) continue
      levels.add(level)
      spend(size)
      for (let cell = 0; cell < size; cell += 1) seen.add(diagrams.child(node, level, cell))
    }
    return levels
  }
  const modelOn = (levels: ReadonlySet<number>): Model => {
    const some = attributes.filter((attribute) =>
      Array.from({ length: attribute.others.length + 1 }, (_, at) => levelOf(attribute) + at).some((level) =>
        levels.has(level),
      ),
    )
    const name = some.map(levelOf).join()
    const found = among.get(name)
    if (found !== undefined) return found
    const made = { ...model, attributes: some, possible: model.possibleAmong(some) }
    among.set(name, made)
    return made
  }
  return {
    worst: ({ whom, gets }: InvariantSides, limit: Share): Share => {
      const name = `${whom},${gets}`
      let found = known.get(name)
      if (found === undefined) {
        found = groupsOver(modelOn(levelsOf([whom, gets])), whom, gets, limit, spend, 0).worst
        known.set(name, found)
      }
      return found
    },
  }
}
