import { reach } from '../engine/prerequisite.ts'
import { createAnswers, documentsOf, engineOf, flagDiagramsOf, usableIn } from '../impact/compile.ts'
import type { Node } from '../impact/diagram.ts'
import { createEmptinessProver } from '../impact/emptiness-prover.ts'
import { isTimedPart } from '../impact/extended/timed.ts'
import { modelOf } from '../impact/model.ts'
import { createStepBudget, outOfSteps } from '../impact/steps.ts'
import { undecidableDocument } from '../impact/undecided.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import { type DeadRuleReason, type RuleReachability, reachSteps } from './reached.ts'
import type { KnownDocuments } from './substitute-unknowns.ts'
import { isUnfinished } from './unfinished.ts'

/**
 * Computes reachability for a flag with another vendor's semantics. A rule matches if its own conditions are true.
 * Unknown results, and results that end the evaluation, match no one. Rules with time conditions are skipped. Undefined
 * if a dependency is unknown or uses time conditions, or if the analysis takes too long.
 */
export const extendedReachOf = (document: FlagDocument, known: KnownDocuments): RuleReachability | undefined => {
  const dead = new Map<string, DeadRuleReason>()
  const asked = { ...document, on: true, prerequisites: [], requires: [] }
  const datafile = aroundOf(asked, known)
  if (datafile === undefined) return undefined
  const engine = engineOf(datafile)
  if (!usableIn(engine)(document.key)) return undefined
  try {
    const model = modelOf([documentsOf(engine, [document.key])], 0, createStepBudget(reachSteps), { ever: true })
    const { and, not, yes } = model.diagrams
    const diagrammed = flagDiagramsOf(engine, model, createAnswers())
    const nodeOf = (when: Condition): Node => diagrammed.foreignCondition(when, asked)
    const isNobody = createEmptinessProver(model)
    const isEmpty = (...parts: readonly Node[]) => isNobody(parts.reduce(and, yes))
    const catching: { at: number; rest: Node }[] = []
    for (const [at, rule] of document.rules.entries()) {
      if (!isSayable(rule)) continue
      const lines = linesOf(rule)
      const own = lines.map(nodeOf).reduce(and, yes)
      if (isEmpty(own)) {
        const pair = lines.flatMap((first, index) =>
          lines
            .slice(index + 1)
            .filter((second) => isEmpty(nodeOf(first), nodeOf(second)))
            .map((second) => [first, second] as const),
        )[0]
        dead.set(rule.id, { because: 'contradiction', lines: pair ?? null })
      } else if (isEmpty(own, ...catching.map(({ rest }) => rest))) {
        const single = catching.find(({ rest }) => isEmpty(own, rest))
        dead.set(rule.id, { because: 'shadow', by: single ? [single.at] : catching.map((one) => one.at) })
      } else if (servesAll(rule)) catching.push({ at, rest: not(own) })
    }
    return { dead, elseReached: !isEmpty(...catching.map(({ rest }) => rest)) }
  } catch (problem) {
    if (problem === outOfSteps || problem === undecidableDocument) return undefined
    throw problem
  }
}

/** The flag with all its dependencies. Undefined if one is unknown or uses time conditions. */
const aroundOf = (document: FlagDocument, { flags, segments }: KnownDocuments): Datafile | undefined => {
  const datafile: Datafile = {
    ...{ format: 1, project: 'lint', environment: 'lint', revision: 0, publishedAt: '', digest: '', segments },
    flags: { ...flags, [document.key]: document },
  }
  const isKnown = [...reach(datafile, document.key)].every((name) => {
    const [kind, key] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
    if (kind === 'flag' && key === document.key) return true
    const known = kind === 'flag' ? flags : segments
    return Object.hasOwn(known, key) && !isTimedPart(known[key])
  })
  return isKnown ? datafile : undefined
}

const linesOf = ({ when, pre = [] }: Rule): Condition[] => [
  ...pre.map((before) => ('flagTest' in before ? { flagTest: before.flagTest } : before.when)),
  ...(when !== true && 'all' in when && when.unknown === undefined ? when.all : [when]),
]

/** Sticky rules are skipped: an earlier assignment is served whatever the conditions say. */
const isSayable = (rule: Rule): boolean =>
  rule.sticky === undefined && !isUnfinished(rule.when) && !isTimedPart([rule.when, rule.pre ?? []])

/** Whether a rule serves its whole audience, so that no matching user continues to the next rule. */
const servesAll = ({ serve, gate }: Rule): boolean =>
  gate === undefined && ('variant' in serve || 'useDefault' in serve) && !('enabled' in serve)
