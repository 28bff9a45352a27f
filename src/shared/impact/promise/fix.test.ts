import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../../tests/support/arbitraries.ts'
import { aFlag, stateOf, where } from '../../../../tests/support/builders.ts'
import { aPromise, evaluateStatement, nowMs, promised, runs } from '../../../../tests/support/promises.ts'
import { compile } from '../../engine/compile.ts'
import { evaluate } from '../../engine/evaluate.ts'
import { everyFamily } from '../../engine/operators/every-family.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { fixOf } from './fix.ts'
import { prove } from './prove.ts'

describe('a fix', () => {
  const fixed = (flag: FlagDocument, sentence: string) => {
    const statement = promised(sentence)
    return fixOf(stateOf([flag]), statement, 'new', (document) => prove(stateOf([document]), statement, { nowMs }))
  }

  it('takes those it is broken for out of the rule that serves them', () => {
    const flag = aFlag('checkout')
      .rule(where('plan', 'is', 'pro'), 'on')
      .rule(where('beta', 'is', true), 'on')
    const fix = fixed(flag, 'nobody where country is CN gets checkout on')
    expect(fix?.says).toBe('Add “and country is not CN” to rules 1, 2')
    expect(fix?.document.rules[0]?.when).toEqual({
      all: [where('plan', 'is', 'pro'), where('country', 'isNot', 'CN')],
    })
  })

  it('serves those it is about before all others', () => {
    const flag = aFlag('checkout').rule(where('country', 'is', 'CN'), 'off')
    expect(fixed(flag, 'everyone where plan is pro gets checkout on')?.says).toBe('Add “plan is pro → on” as rule 1')
  })

  it('is not offered where a rule for those it is about would ask for its own flag', () => {
    expect(fixed(aFlag('checkout'), 'everyone where flag checkout is off gets checkout on')).toBeUndefined()
  })

  it('that is offered keeps the promise, and moves nobody whom it is not about', () => {
    const aCase = aDatafile().chain((datafile) => fc.tuple(fc.constant(datafile), aPromise(datafile)))
    fc.assert(
      fc.property(aCase, fc.array(aContext(), { minLength: 10, maxLength: 20 }), ([datafile, given], contexts) => {
        const flag = datafile.flags[given.flag]
        fc.pre(flag !== undefined && prove(datafile, given, { nowMs }).state === 'broken')
        const withFlag = (document: FlagDocument) => ({
          ...datafile,
          flags: { ...datafile.flags, [given.flag]: document },
        })
        const fix = fixOf(datafile, given, 'fixed', (document) => prove(withFlag(document), given, { nowMs }))
        fc.pre(fix !== undefined)
        const [was, is] = [evaluateStatement(datafile, given), evaluateStatement(withFlag(fix.document), given)]
        expect(contexts.filter(is.broken)).toEqual([])
        const [old, next] = [datafile, withFlag(fix.document)].map((one) => compile(one, everyFamily))
        if (old === undefined || next === undefined) return
        for (const context of contexts) {
          if (was.whom(context)) continue
          expect(evaluate(next, given.flag, context, nowMs).variant).toBe(
            evaluate(old, given.flag, context, nowMs).variant,
          )
        }
      }),
      // Runs until this many fixes are offered.
      { numRuns: Math.ceil(runs / 20), endOnFailure: true },
    )
  }, 3_600_000)
})
