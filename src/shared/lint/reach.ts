import { isExtended } from '../engine/extended/is-extended.ts'
import { isExtendedFlag, isExtendedNode } from '../engine/extended-only.ts'
import { everyFamily } from '../engine/operators/every-family.ts'
import { prepare } from '../engine/operators/table.ts'
import { createAnswers, documentsOf, engineOf, flagDiagramsOf } from '../impact/compile.ts'
import type { Node } from '../impact/diagram.ts'
import { createEmptinessProver } from '../impact/emptiness-prover.ts'
import { modelOf } from '../impact/model.ts'
import { createStepBudget, outOfSteps } from '../impact/steps.ts'
import { undecidableDocument } from '../impact/undecided.ts'
import type { Condition } from '../schemas/condition.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import { extendedReachOf } from './reach-extended.ts'
import { type DeadRuleReason, type RuleReachability, reachSteps } from './reached.ts'
import {
  type KnownDocuments,
  type SoleVariants,
  substituteUnknowns,
  withoutTimeConditions,
} from './substitute-unknowns.ts'
import { isUnfinished } from './unfinished.ts'

const nothingKnown: KnownDocuments = { flags: {}, segments: {} }

/**
 * Finds rules that match no user, whatever the context and time. Proven with the cells and decision diagrams of the
 * analysis, across segments, flags and buckets as far as they are known. Rules that cannot be decided within the step
 * budget count as reachable.
 */
export const reachOf = (
  document: FlagDocument,
  sole: SoleVariants = new Map(),
  known: KnownDocuments = nothingKnown,
): RuleReachability => {
  const dead = new Map<string, DeadRuleReason>()
  const documents = { flags: { ...known.flags, [document.key]: document }, segments: known.segments }
  const foreign = isExtended(document, documents) ? extendedReachOf(document, known) : undefined
  if (foreign !== undefined) return foreign
  if (isExtendedFlag(document)) return { dead, elseReached: true }
  const rules = [...document.rules.entries()].filter(([, { when }]) => isSayable(when))
  try {
    const spend = createStepBudget(reachSteps)
    const { nodeOf, isNobody, diagrams } = reasoning(document, rules, sole, known, spend)
    const isEmpty = (...parts: readonly Node[]) => isNobody(parts.reduce(diagrams.and, diagrams.yes))
    const catching: { at: number; rest: Node }[] = []
    for (const [at, rule] of rules) {
      const own = nodeOf(rule.when)
      if (isEmpty(own)) {
        const flag = [...sole].find(([key]) => {
          const free = reasoning(document, [[at, rule]], without(sole, key), known, spend)
          return !free.isNobody(free.nodeOf(rule.when))
        })
        if (flag !== undefined) dead.set(rule.id, { because: 'flag', flag: flag[0], answer: flag[1] })
        else dead.set(rule.id, { because: 'contradiction', lines: contradiction(rule.when, nodeOf, isEmpty) })
      } else if (isEmpty(own, ...catching.map(({ rest }) => rest))) {
        const single = catching.find(({ rest }) => isEmpty(own, rest))
        dead.set(rule.id, { because: 'shadow', by: single ? [single.at] : catching.map((one) => one.at) })
      } else if (servesAll(rule)) catching.push({ at, rest: diagrams.not(own) })
    }
    return { dead, elseReached: !isEmpty(...catching.map(({ rest }) => rest)) }
  } catch (problem) {
    if (problem === outOfSteps) return { dead, elseReached: true }
    if (problem !== undecidableDocument) throw problem
    // A flag that it references uses another vendor's semantics, so it may serve any variant.
    return known === nothingKnown ? { dead, elseReached: true } : reachOf(document, sole)
  }
}

/** The conditions of some rules as decision diagrams, and the proof that no user matches them. */
const reasoning = (
  document: FlagDocument,
  rules: readonly (readonly [number, Rule])[],
  sole: SoleVariants,
  known: KnownDocuments,
  spend: (steps: number) => void,
) => {
  const asked = { ...document, rules: rules.map(([, rule]) => rule) }
  const datafile = substituteUnknowns(asked, sole, known)
  const engine = engineOf(datafile)
  const model = modelOf([documentsOf(engine, [document.key])], 0, spend)
  const diagrammed = flagDiagramsOf(engine, model, createAnswers())
  return {
    diagrams: model.diagrams,
    isNobody: createEmptinessProver(model),
    nodeOf: (when: Condition): Node => diagrammed.condition(withoutTimeConditions(when), document.salt),
  }
}

/** Whether a condition can be analyzed: it is complete, valid, and in the native language. */
const isSayable = (when: Condition): boolean => !isUnfinished(when) && isReadable(when)

const isReadable = (condition: Condition): boolean => {
  if (condition === true) return true
  if (isExtendedNode(condition)) return false
  if ('all' in condition) return condition.all.every(isReadable)
  if ('any' in condition) return condition.any.every(isReadable)
  if ('not' in condition) return isReadable(condition.not)
  if (!('operator' in condition)) return true
  try {
    prepare(condition, everyFamily)
    return true
  } catch {
    return false
  }
}

const without = (sole: SoleVariants, key: string): SoleVariants => new Map([...sole].filter(([other]) => other !== key))

/**
 * Only a single variant serves everyone a rule matches. A split passes over users without the attribute it is bucketed
 * by.
 */
const servesAll = ({ serve }: Rule): boolean => 'variant' in serve && serve.enabled === undefined

const contradiction = (
  when: Condition,
  nodeOf: (when: Condition) => Node,
  isEmpty: (...parts: readonly Node[]) => boolean,
): readonly [Condition, Condition] | null => {
  const lines = when !== true && 'all' in when ? when.all : []
  for (const [i, first] of lines.entries())
    for (const second of lines.slice(i + 1)) if (isEmpty(nodeOf(first), nodeOf(second))) return [first, second]
  return null
}
