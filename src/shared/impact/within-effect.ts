import { canonicalJson } from '../datafile/canonical-json.ts'
import { referencesOf } from '../datafile/references.ts'
import { flagOf, segmentOf } from '../engine/prerequisite.ts'
import { limits } from '../limits.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { affectedFlags } from './affected.ts'
import { createAnswers, diagramsOf, documentsOf, engineOf } from './compile.ts'
import { modelOf } from './model.ts'
import { budgetOf, outOfSteps } from './steps.ts'
import { nextTurn } from './turns.ts'
import { extendedDocument } from './undecided.ts'

/** What one state in place of another does. */
export interface Effect {
  readonly before: Datafile
  readonly after: Datafile
}

/**
 * The flags of which somebody moves now who did not make the same move then; empty where everything that an effect does now
 * was part of what it did. Four states in one model: whoever gets one answer in place of another now got that one in place
 * of that other then. A flag that is not decided is named, unless all that it depends on is as it was.
 */
export const grownFlags = (
  then: Effect,
  now: Effect,
  nowMs: number,
  steps: number = limits.analysisSteps,
): string[] => {
  const { changed, through } = affectedFlags(now.before, now.after)
  const states = [then.before, then.after, now.before, now.after]
  const engines = states.map(engineOf)
  // one budget for all: whoever asks holds locks
  const spend = budgetOf(steps)
  const isWithin = (flag: string): boolean => {
    const sides = engines.map((engine) => documentsOf(engine, [flag]))
    const model = modelOf(sides, nowMs, spend)
    const { diagrams, possible, attributes } = model
    // as time goes on the order of limits would be another, and who moves with it
    if (nextTurn(attributes, nowMs) !== null) return false
    const answers = createAnswers()
    const nodes = engines.map((engine) => diagramsOf(engine, model, answers).flag(flag))
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
    if (isAsItWas(then, now, flag)) return false
    try {
      return !isWithin(flag)
    } catch (problem) {
      if (problem === outOfSteps || problem === extendedDocument) return true
      throw problem
    }
  })
}

const isAsItWas = (then: Effect, now: Effect, flag: string): boolean =>
  groundText(then.before, flag) === groundText(now.before, flag) &&
  groundText(then.after, flag) === groundText(now.after, flag)

/** All documents that the answer of a flag depends on. */
const groundText = (datafile: Datafile, flag: string): string => {
  const places = new Map([[`flag ${flag}`, { kind: 'flag' as 'flag' | 'segment', key: flag }]])
  const documents: [string, unknown][] = []
  // the map grows while it is walked, and is walked to its end
  for (const [place, { kind, key }] of places) {
    const document = kind === 'flag' ? flagOf(datafile, key) : segmentOf(datafile, key)
    documents.push([place, document ?? null])
    if (document !== undefined)
      for (const named of referencesOf(document)) places.set(`${named.kind} ${named.key}`, named)
  }
  return canonicalJson(documents.sort(([a], [b]) => (a < b ? -1 : 1)))
}
