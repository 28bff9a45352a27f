import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, aDatafile as datafileWith } from '../../../tests/support/builders.ts'
import type { Context } from '../schemas/context.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { ofrepJson } from './ofrep-json.ts'
import { everyFamily } from './operators/every-family.ts'

const twins: Rule = {
  id: 'run-17',
  when: { attribute: 'country', operator: 'is', values: ['NO'] },
  serve: {
    split: {
      point: { salt: 'run-17:arm', by: 'companyId' },
      parts: [
        { variant: 'on', from: 0, to: 50_000 },
        { variant: 'off', from: 50_000, to: 100_000 },
      ],
    },
  },
  run: 17,
}

describe('a measured rule', () => {
  const compiled = compile(datafileWith([aFlag('checkout').with({ rules: [twins] })]))
  const answer = (context: Context) => evaluate(compiled, 'checkout', context, 0)

  it('tells its run where the evaluation ended in it, and nowhere else', () => {
    const reached = answer({ country: 'NO', companyId: 'acme' })
    expect(reached.measured).toEqual({ run: 17, by: 'companyId' })
    expect(compiled.slots.list[reached.slot]).toEqual({
      flag: 'checkout',
      variant: reached.variant,
      measured: { run: 17, by: 'companyId' },
    })
    for (const missed of [answer({ country: 'SE', companyId: 'acme' }), answer({ country: 'NO' })]) {
      expect(missed.measured).toBeNull()
      expect(compiled.slots.list[missed.slot]?.measured).toBeNull()
    }
  })

  it('is told over OFREP with its run, a version for hooks, and the attribute of its unit', () => {
    const { metadata } = JSON.parse(ofrepJson(answer({ country: 'NO', companyId: 'acme' }))) as { metadata: unknown }
    expect(metadata).toEqual({ run: 17, by: 'companyId', version: 'run-17' })
  })

  it('answers as it would without its run', () => {
    const withRuns = (flag: FlagDocument) => ({
      ...flag,
      rules: flag.rules.map((rule, at) => ({ ...rule, run: at + 1 })),
    })
    fc.assert(
      fc.property(aDatafile(), fc.array(aContext(), { minLength: 5, maxLength: 5 }), (datafile, contexts) => {
        const flags = Object.entries(datafile.flags).map(([key, flag]) => [key, withRuns(flag)] as const)
        const plain = compile(datafile, everyFamily)
        const measured = compile({ ...datafile, flags: Object.fromEntries(flags) }, everyFamily)
        for (const [key] of flags)
          for (const context of contexts) {
            const { slot: _, measured: by, ...outcome } = evaluate(measured, key, context, 0)
            const { slot: __, measured: none, ...same } = evaluate(plain, key, context, 0)
            expect({ ...outcome }).toEqual({ ...same })
            expect([by?.run, none]).toEqual([outcome.rule === null ? undefined : outcome.rule.index + 1, null])
          }
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 100) },
    )
  })
})
