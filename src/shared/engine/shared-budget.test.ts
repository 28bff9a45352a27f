import { describe, expect, it } from 'vitest'
import { everyModule as profiles } from '../../../tests/support/every-module.ts'
import { greedyDocuments } from '../../../tests/support/greedy.ts'
import { limits } from '../limits.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import { type CompiledFlag, compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { SharedBudget, sharedSpentDetail } from './shared-budget.ts'

const frame = { format: 1, project: 'p', environment: 'e', revision: 1, publishedAt: '', digest: '' } as const
const context = { targetingKey: 'ada', list: Array.from({ length: 200 }, () => 'a'), text: 'x'.repeat(60_000) }
const doubling: Json = {
  reduce: [{ var: 'list' }, { merge: [{ var: 'accumulator' }, { var: 'accumulator' }] }, [1]],
}

describe('the flags of one request', () => {
  // With a full budget each, these flags would take minutes.
  const { flags, segments } = greedyDocuments([doubling, { cat: ['o', 'n'] }])
  const [dear, cheap] = ['expr-0', 'expr-1'].map((key) => flags[key] as FlagDocument)
  const many: Record<string, FlagDocument> = { ...flags }
  for (let at = 0; at < 2_000; at += 1) {
    const document = (at % 2 === 0 ? dear : cheap) as FlagDocument
    const key = `${at % 2 === 0 ? 'dear' : 'cheap'}-${String(at).padStart(5, '0')}`
    many[key] = { ...document, key }
  }
  const compiled = compile({ ...frame, flags: many, segments }, profiles)
  const all = Object.keys(many).flatMap((key) => compiled.flag(key) ?? [])
  const answers = (asked: readonly CompiledFlag[]) => {
    const budget = new SharedBudget()
    return {
      outcomes: asked.map((flag) => budget.pick(flag, context, 0)),
      steps: budget.steps,
      isSpent: budget.isSpent,
    }
  }

  it('take no more steps together than the request has, and each a scant few after that', () => {
    const { steps, isSpent } = answers(all)
    expect(isSpent).toBe(true)
    expect(steps).toBeLessThan(limits.bulkSteps + 2 * limits.evaluationSteps + all.length * 2 * limits.scantSteps)
  })

  it('are answered as ever where they are cheap, and else told to be asked for alone', () => {
    const { outcomes } = answers(all)
    const answered = outcomes.filter(({ detail }) => detail !== sharedSpentDetail)
    for (const outcome of answered) expect(outcome).toBe(evaluate(compiled, outcome.flag, context, 0))
    const cheap = outcomes.filter(({ flag }) => flag.startsWith('cheap'))
    expect(new Set(cheap.map(({ variant }) => variant))).toEqual(new Set(['on']))
    const refused = outcomes.filter(({ errorCode }) => errorCode === 'GENERAL')
    expect(refused.length).toBeGreaterThan(100)
    expect(new Set(refused.map(({ detail }) => detail))).toEqual(new Set([sharedSpentDetail]))
  })

  it('are answered the same again, whatever was evaluated in between', () => {
    const first = answers(all)
    evaluate(compiled, 'expr-0', context, 0)
    expect(answers(all)).toEqual(first)
    // The others keep a full budget.
    expect(evaluate(compiled, dear?.key ?? '', context, 0)).toBe(compiled.flag(dear?.key ?? '')?.pick(context, 0))
  })
})
