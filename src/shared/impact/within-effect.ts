import { canonicalJson } from '../datafile/canonical-json.ts'
import { referencesOf } from '../datafile/references.ts'
import { flagOf, segmentOf } from '../engine/prerequisite.ts'
import { limits } from '../limits.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { affectedFlags } from './affected.ts'
import { nextChangeInstant } from './change-instants.ts'
import { createAnswers, documentsOf, engineOf, flagDiagramsOf } from './compile.ts'
import { modelOf } from './model.ts'
import { createStepBudget, outOfSteps } from './steps.ts'
import { undecidableDocument } from './undecided.ts'

/** A change from one state to another. */
export interface StateChange {
  readonly before: Datafile
  readonly after: Datafile
}

/**
 * Returns the flags for which a context moves now that did not make the same move then. Empty if the current effect is
 * part of the earlier one. All four states share one model. An undecided flag is included, unless everything it depends
 * on is unchanged.
 */
export const flagsBeyondEffect = (
  then: StateChange,
  now: StateChange,
  nowMs: number,
  steps: number = limits.analysisSteps,
): string[] => {
  const { changed, through } = affectedFlags(now.before, now.after)
  const states = [then.before, then.after, now.before, now.after]
  const engines = states.map(engineOf)
  // One budget for all flags, because the caller holds locks.
  const spend = createStepBudget(steps)
  const isWithin = (flag: string): boolean => {
    const sides = engines.map((engine) => documentsOf(engine, [flag]))
    const model = modelOf(sides, nowMs, spend)
    const { diagrams, possible, attributes } = model
    // The passing of time would change the order of limits, and therefore which contexts move.
    if (nextChangeInstant(attributes, nowMs) !== null) return false
    const answers = createAnswers()
    const nodes = engines.map((engine) => flagDiagramsOf(engine, model, answers).flag(flag))
    const numbers = new Map<string, number>()
    const move = (from: number, to: number) => {
      const name = `${from},${to}`
      const known = numbers.get(name) ?? numbers.size + 1
      numbers.set(name, known)
      return diagrams.end(known)
    }
    const none = diagrams.end(0)
    const [oldBefore = none, oldAfter = none, newBefore = none, newAfter = none] = nodes
    const made = diagrams.pair(oldBefore, oldAfter, none, move)
    const makes = diagrams.pair(newBefore, newAfter, none, move)
    const grown = diagrams.pair(made, makes, diagrams.no, (_, is) => (is === 0 ? diagrams.no : diagrams.yes))
    return diagrams.and(grown, possible) === diagrams.no
  }
  return [...changed, ...through].filter((flag) => {
    if (isFlagUnchanged(then, now, flag)) return false
    try {
      return !isWithin(flag)
    } catch (problem) {
      if (problem === outOfSteps || problem === undecidableDocument) return true
      throw problem
    }
  })
}

const isFlagUnchanged = (then: StateChange, now: StateChange, flag: string): boolean =>
  dependencyText(then.before, flag) === dependencyText(now.before, flag) &&
  dependencyText(then.after, flag) === dependencyText(now.after, flag)

/** Returns the text of all documents that a flag's answer depends on. */
const dependencyText = (datafile: Datafile, flag: string): string => {
  const places = new Map([[`flag ${flag}`, { kind: 'flag' as 'flag' | 'segment', key: flag }]])
  const documents: [string, unknown][] = []
  // The map grows during the iteration, which then covers the new entries, too.
  for (const [place, { kind, key }] of places) {
    const document = kind === 'flag' ? flagOf(datafile, key) : segmentOf(datafile, key)
    documents.push([place, document ?? null])
    if (document !== undefined)
      for (const named of referencesOf(document)) places.set(`${named.kind} ${named.key}`, named)
  }
  return canonicalJson(documents.sort(([a], [b]) => (a < b ? -1 : 1)))
}
