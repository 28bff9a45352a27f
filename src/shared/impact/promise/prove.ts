import type { Compiled } from '../../engine/compile.ts'
import { evaluate } from '../../engine/evaluate.ts'
import type { Statement } from '../../features/promises/schemas/promise.ts'
import { limits } from '../../limits.ts'
import type { Context } from '../../schemas/context.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import { createAnswers, documentsOf, flagDiagramsOf, usableIn } from '../compile.ts'
import { nodeOfCube } from '../cover.ts'
import type { Node } from '../diagram.ts'
import { type Model, modelOf } from '../model.ts'
import { createStepBudget, outOfSteps, type SpendSteps } from '../steps.ts'
import { undecidableDocument } from '../undecided.ts'
import { instantsFrom } from './instants.ts'
import { compileWithCondition, conditionAsFlag, unusedFlagKey } from './question.ts'
import { groupsOver, isMore, type Share, shareOfLine, unitsOf } from './share.ts'
import { findWitness, type WitnessResult } from './witness.ts'

/** The verdict on a promise. `at` is epoch ms. */
export type Verdict =
  | { readonly state: 'kept' }
  | {
      readonly state: 'broken'
      /** A context for which it is broken, confirmed by the engine. */
      readonly witness: Context
      readonly at: number
      readonly variant: string | null
      /** Index of the rule that serves it. */
      readonly rule: number | null
      /** For `at most`: the share of its group that gets the variant, in weight units, rounded up. */
      readonly share: number | null
    }
  | {
      readonly state: 'unproven'
      /**
       * The steps are exhausted; an extended flag is undecided; a segment does not exist; or neither an example nor a
       * proof was found.
       */
      readonly because: 'steps' | 'extended' | 'unknown' | 'example'
    }

export interface ProveOptions {
  /** The reference time of durations, and the start of the promise, in epoch ms. */
  readonly nowMs: number
  readonly steps?: number
}

const keptVerdict: Verdict = { state: 'kept' }

/**
 * Proves whether a state keeps a promise, for every context and every instant from now on. `keeps` applies only to
 * publishes.
 */
export const prove = (datafile: Datafile, statement: Statement, options: ProveOptions): Verdict =>
  statement.kind === 'keeps' ? keptVerdict : proveStatement(null, datafile, statement, options)

/**
 * Proves whether a publish breaks a promise for a context for which it was not broken before. It is kept if it gets no
 * worse.
 */
export const proveChange = (
  before: Datafile,
  after: Datafile,
  statement: Statement,
  options: ProveOptions,
): Verdict => {
  const verdict = proveStatement(before, after, statement, options)
  if (verdict.state !== 'unproven' || statement.kind === 'keeps') return verdict
  // A promise that was unprovable before the publish does not count as broken by it.
  const was = prove(before, statement, options)
  return was.state === 'unproven' && was.because !== 'example' ? keptVerdict : verdict
}

const proveStatement = (
  before: Datafile | null,
  after: Datafile,
  statement: Statement,
  { nowMs, steps = limits.analysisSteps }: ProveOptions,
): Verdict => {
  const asking = conditionAsFlag(unusedFlagKey(after, ...(before === null ? [] : [before])), whenOf(statement))
  const engines = [...(before === null ? [] : [before]), after].map((state) =>
    compileWithCondition(state, asking, statement.flag),
  )
  if (statement.kind === 'example') return exampleJudged(engines, statement, nowMs)
  if (engines.some((engine) => !usableIn(engine)(asking.key))) return { state: 'unproven', because: 'unknown' }
  const spend = createStepBudget(steps)
  try {
    const first = modelAt(engines, asking.key, statement.flag, nowMs, spend)
    let doubt: Verdict | undefined
    for (const instant of instantsFrom(first.attributes, nowMs)) {
      const model = instant === nowMs ? first : modelAt(engines, asking.key, statement.flag, instant, spend)
      const verdict = proveAtInstant({ engines, model, asking: asking.key, statement, instant, spend })
      if (verdict.state === 'broken') return verdict
      if (verdict.state === 'unproven') doubt = verdict
    }
    return doubt ?? keptVerdict
  } catch (problem) {
    if (problem === undecidableDocument) return { state: 'unproven', because: 'extended' }
    if (problem === outOfSteps) return { state: 'unproven', because: 'steps' }
    throw problem
  }
}

const whenOf = (statement: Statement) => (statement.kind === 'example' ? true : statement.when)

const modelAt = (engines: readonly Compiled[], asking: string, flag: string, nowMs: number, spend: SpendSteps): Model =>
  modelOf(
    engines.map((engine) => documentsOf(engine, [asking, flag])),
    nowMs,
    spend,
    { ever: true },
  )

interface ProofCase {
  /** The previous state, if any, and the state to judge. */
  readonly engines: readonly Compiled[]
  readonly model: Model
  readonly asking: string
  readonly statement: Exclude<Statement, { kind: 'example' }>
  readonly instant: number
  readonly spend: SpendSteps
}

const proveAtInstant = (given: ProofCase): Verdict => {
  const { engines, model, asking, statement, instant, spend } = given
  const { diagrams } = model
  const { and, minus, map, yes, no } = diagrams
  const answers = createAnswers()
  const wanted = new Set<string | null>(statement.variants)
  const sides = engines.map((engine) => {
    const documents = flagDiagramsOf(engine, model, answers)
    return {
      whom: map(documents.flag(asking), (answer) => (answers.of(answer).variant === 'yes' ? yes : no)),
      gets: map(documents.flag(statement.flag), (answer) => (wanted.has(answers.of(answer).variant) ? yes : no)),
    }
  })
  const [before, after] = sides.length > 1 ? sides : [undefined, sides[0]]
  if (after === undefined) return keptVerdict

  if (statement.kind === 'atMost') {
    const limit = shareOfLine(statement.share)
    const was = before === undefined ? limit : groupsOver(model, before.whom, before.gets, limit, spend).worst
    const bound: Share = isMore(was, limit) ? was : limit
    const { over } = groupsOver(model, after.whom, after.gets, bound, spend, mostGroups)
    let doubt = over.length === mostGroups
    for (const { share, cube } of over) {
      const group = and(and(nodeOfCube(diagrams, cube), after.whom), after.gets)
      const found = witnessOf(given, group, () => true)
      if (found.state === 'broken') return { ...found, share: unitsOf(share) }
      if (found.state === 'unproven') doubt = true
    }
    return doubt ? { state: 'unproven', because: 'example' } : keptVerdict
  }

  const broken = ({ whom, gets }: { whom: Node; gets: Node }): Node =>
    statement.kind === 'always' ? minus(whom, gets) : and(whom, gets)
  const set =
    statement.kind === 'keeps'
      ? before === undefined
        ? no
        : minus(broken(before), after.gets)
      : before === undefined
        ? broken(after)
        : minus(broken(after), broken(before))
  if (and(set, model.possible) === no) return keptVerdict
  const answersOf = (engine: Compiled, context: Context) => {
    const isWhom = evaluate(engine, asking, context, instant).variant === 'yes'
    const isGot = wanted.has(evaluate(engine, statement.flag, context, instant).variant)
    return { isGot, isBroken: isWhom && (statement.kind === 'always' ? !isGot : isGot) }
  }
  const isBroken = (context: Context): boolean => {
    const [was, is] = engines.length > 1 ? engines.map((engine) => answersOf(engine, context)) : [undefined, undefined]
    if (was === undefined || is === undefined) return answersOf(engines[0] as Compiled, context).isBroken
    return statement.kind === 'keeps' ? was.isBroken && !is.isGot : is.isBroken && !was.isBroken
  }
  return witnessOf(given, set, isBroken)
}

/** Maximum number of groups over the limit in which an example is searched. */
const mostGroups = 24

const witnessOf = (
  { engines, model, asking, statement, instant }: ProofCase,
  set: Node,
  isBroken: (context: Context) => boolean,
): Verdict => {
  const engine = engines.at(-1) as Compiled
  const { diagrams } = model
  // The engine must confirm the example, in addition to the cells.
  const isOf = (context: Context): boolean => {
    if (diagrams.follow(set, model.assign(context)) !== 1) return false
    if (statement.kind !== 'atMost') return isBroken(context)
    return (
      evaluate(engine, asking, context, instant).variant === 'yes' &&
      statement.variants.includes(evaluate(engine, statement.flag, context, instant).variant)
    )
  }
  const found = ((): WitnessResult => {
    try {
      return findWitness(model, set, createStepBudget(limits.coverSteps), isOf)
    } catch (problem) {
      if (problem === outOfSteps) return 'unknown'
      throw problem
    }
  })()
  if (found === 'nobody') return keptVerdict
  if (found === 'unknown') return { state: 'unproven', because: 'example' }
  const { context: witness } = found
  const { variant, rule } = evaluate(engine, statement.flag, witness, instant)
  return { state: 'broken', witness, at: instant, variant, rule: rule?.index ?? null, share: null }
}

const exampleJudged = (
  engines: readonly Compiled[],
  { context, flag, variants, at }: Extract<Statement, { kind: 'example' }>,
  nowMs: number,
): Verdict => {
  const instant = at === null ? nowMs : Date.parse(at)
  const [is, was] = engines.toReversed().map((engine) => evaluate(engine, flag, context, instant))
  if (is === undefined || variants.includes(is.variant)) return keptVerdict
  if (was !== undefined && !variants.includes(was.variant)) return keptVerdict
  const { variant, rule } = is
  return { state: 'broken', witness: context, at: instant, variant, rule: rule?.index ?? null, share: null }
}
