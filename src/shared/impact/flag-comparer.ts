import { canonicalJson } from '../datafile/canonical-json.ts'
import { namesOf } from '../engine/attribute.ts'
import { type Compiled, compile } from '../engine/compile.ts'
import { evaluate } from '../engine/evaluate.ts'
import { fullBudgetRepeats, left } from '../engine/meter.ts'
import { everyFamily } from '../engine/operators/every-family.ts'
import type { OptionalModules } from '../engine/optional-module.ts'
import type { Outcome } from '../engine/outcome.ts'
import { flagOf } from '../engine/prerequisite.ts'
import { limits } from '../limits.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { ExtendedReference } from './attribute.ts'
import { engineOf } from './compile.ts'
import type { Node } from './diagram.ts'
import { compare } from './difference.ts'
import { createStepBudget, outOfSteps, type SpendSteps } from './steps.ts'
import { transitiveReadsOf } from './transitive-reads.ts'
import { undecidableDocument } from './undecided.ts'

/** The variants of one context before and after, and whether it moves. */
interface ContextMove {
  readonly from: string | null
  readonly to: string | null
  /** `depends`: on an attribute that is excluded from contexts as personal data. */
  readonly becomes: 'moves' | 'stays' | 'depends'
}

/** Compares one flag in two states for given contexts. */
export interface FlagComparer {
  readonly moveOf: (context: Context) => ContextMove
  /** Excluded attributes that the flag reads. */
  readonly unknown: readonly string[]
  /** Whether `depends` can be determined. False if the flag is undecided and reads an excluded attribute. */
  readonly measured: boolean
}

export interface FlagComparerOptions {
  readonly nowMs: number
  /** Paths of attributes that are excluded from contexts. */
  readonly keptOut?: readonly string[]
  /** Engine modules for extended documents. */
  readonly modules?: OptionalModules | undefined
  readonly steps?: number
  /** A shared budget, instead of `steps` per flag. */
  readonly spend?: SpendSteps
  /** Receives the engine's steps of each evaluation. May throw. */
  readonly asked?: SpendSteps
}

/**
 * Compares flags in two states. The engine evaluates each context on both sides. An excluded attribute may have any
 * value, so all of its cells are followed, together with all combinations that are possible.
 */
export const flagComparersFor = (
  before: Datafile,
  after: Datafile,
  options: FlagComparerOptions,
): ((flag: string) => FlagComparer) => {
  const { nowMs, keptOut = [], modules = everyFamily, asked } = options
  const ask = asked === undefined ? evaluate : countedBy(asked)
  const [old, next] = [compile(before, modules), compile(after, modules)]
  return (flag) => {
    const other = otherValues(before, after, flag)
    const answered = (context: Context): ContextMove => {
      const [had, gets] = [ask(old, flag, context, nowMs), ask(next, flag, context, nowMs)]
      const { variant: from } = had
      const { variant: to } = gets
      const moves = from !== to || (from !== null && other.has(from)) || !isReportedAlike(had, gets)
      return { from, to, becomes: moves ? 'moves' : 'stays' }
    }
    const unknown = unknownOf([...transitiveReadsOf(before, flag), ...transitiveReadsOf(after, flag)], keptOut)
    if (unknown.length === 0) return { moveOf: answered, unknown, measured: true }
    const followed = createDiagramFollower(before, after, flag, unknown, options)
    if (followed === null) return { moveOf: answered, unknown, measured: false }
    return { moveOf: (context) => ({ ...answered(context), becomes: followed(context) }), unknown, measured: true }
  }
}

/** Cost of every evaluation in addition to the engine's steps. */
const stepsOfAny = 20

/**
 * Evaluates and reports the engine's steps. If an evaluation was repeated, both attempts may have used the full budget.
 */
const countedBy =
  (asked: SpendSteps) =>
  (compiled: Compiled, flag: string, context: Context, nowMs: number): Outcome => {
    const [before, again] = [left().steps, fullBudgetRepeats()]
    const outcome = evaluate(compiled, flag, context, nowMs)
    asked(stepsOfAny + (fullBudgetRepeats() === again ? before - left().steps : 2 * limits.evaluationSteps))
    return outcome
  }

/** Whether the additional outputs of the extended model are equal. */
const isReportedAlike = (a: Outcome, b: Outcome): boolean =>
  a.enabled === b.enabled &&
  a.name === b.name &&
  (a.payload === b.payload || (a.payload !== undefined && JSON.stringify(a.payload) === JSON.stringify(b.payload)))

/**
 * Returns the variants that exist on both sides with different values: a user who keeps one of them gets another value.
 */
const otherValues = (before: Datafile, after: Datafile, flag: string): ReadonlySet<string> => {
  const [old, next] = [flagOf(before, flag)?.variants ?? {}, flagOf(after, flag)?.variants ?? {}]
  const same = (variant: string) => canonicalJson(old[variant]) === canonicalJson(next[variant])
  return new Set(Object.keys(old).filter((variant) => Object.hasOwn(next, variant) && !same(variant)))
}

/** Whether an extended attribute reference may read an excluded attribute, its parent or its child. */
const canReadAttribute = ({ paths }: ExtendedReference, unknown: readonly string[]): boolean =>
  paths === 'any' ||
  paths.some((names) =>
    unknown.some((path) => isWithin(names, namesOf(path)) || isWithin(namesOf(path), names) || names.length === 0),
  )

/** Returns the paths that are excluded, or nested in an excluded one. */
const unknownOf = (paths: readonly string[], keptOut: readonly string[]): string[] =>
  [...new Set(paths)].filter((path) => keptOut.some((out) => isWithin(namesOf(path), namesOf(out))))

const isWithin = (names: readonly string[], outer: readonly string[]): boolean =>
  outer.every((name, at) => names[at] === name)

/**
 * Follows a context through the diagrams of both sides, with all cells of excluded attributes. Null if there are no
 * diagrams.
 */
const createDiagramFollower = (
  before: Datafile,
  after: Datafile,
  flag: string,
  unknown: readonly string[],
  { nowMs, steps = limits.analysisSteps, spend = createStepBudget(steps) }: FlagComparerOptions,
): ((context: Context) => ContextMove['becomes']) | null => {
  try {
    const { model, sides } = compare(engineOf(before), engineOf(after), [flag], nowMs, spend)
    const { diagrams, possible, attributes, levelOf } = model
    const moving = diagrams.pair(...sides(flag), diagrams.no, () => diagrams.yes)
    const sets = {
      moves: diagrams.and(moving, possible),
      stays: diagrams.and(diagrams.not(moving), possible),
    }
    const hidden = attributes
      .filter(({ path, extended }) =>
        extended === undefined ? unknown.includes(path) : canReadAttribute(extended, unknown),
      )
      .map((attribute) => ({
        ...attribute,
        levels: Array.from({ length: attribute.others.length + 1 }, (_, at) => levelOf(attribute) + at),
      }))
    const known = new Map<string, ContextMove['becomes']>()
    const reaches = (set: Node, row: readonly number[], open: ReadonlySet<number>): boolean => {
      const seen = new Set<Node>()
      const walk = (node: Node): boolean => {
        if (node === diagrams.yes) return true
        if (node === diagrams.no || seen.has(node)) return false
        seen.add(node)
        const level = diagrams.levelOf(node)
        if (!open.has(level)) return walk(diagrams.child(node, level, row[level] ?? 0))
        return Array.from({ length: diagrams.sizes[level] ?? 0 }, (_, cell) => diagrams.child(node, level, cell)).some(
          walk,
        )
      }
      return walk(set)
    }
    return (context) => {
      const row = model.assign(context)
      // Contexts sampled before the attribute was declared personal still contain it.
      const open = new Set(
        hidden
          // An extended reference may read several paths, and skip a missing one.
          .filter(({ read, extended }) => extended !== undefined || read(context) === undefined)
          .flatMap(({ levels }) => levels),
      )
      const name = row.map((cell, level) => (open.has(level) ? '?' : cell)).join()
      const found = known.get(name)
      if (found !== undefined) return found
      const moves = reaches(sets.moves, row, open)
      const becomes = moves ? (reaches(sets.stays, row, open) ? 'depends' : 'moves') : 'stays'
      known.set(name, becomes)
      return becomes
    }
  } catch (problem) {
    if (problem === outOfSteps || problem === undecidableDocument) return null
    throw problem
  }
}
