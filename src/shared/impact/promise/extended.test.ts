import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag, stateOf } from '../../../../tests/support/builders.ts'
import { aExtendedContext, aExtendedDatafile } from '../../../../tests/support/extended-arbitraries.ts'
import {
  aPromise,
  assertProof,
  day,
  evaluateStatement,
  type GroupStatement,
  nowMs,
  promised,
  runs,
} from '../../../../tests/support/promises.ts'
import { drawsMore } from '../../../../tests/support/seed.ts'
import { aVendorContext, aVendorPair } from '../../../../tests/support/vendor-arbitraries.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { Context } from '../../schemas/context.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { everyModule } from '../extended/every-module.ts'
import { fixOf } from './fix.ts'
import { prove, proveChange } from './prove.ts'

const instants = [nowMs, nowMs + 29 * day, nowMs + 400 * day]
const asked = (datafile: Datafile, given: GroupStatement, at = nowMs) => {
  const { whom, gets } = evaluateStatement(datafile, given, at, everyModule)
  // A context whose evaluation ends in an error does not count.
  const isMeant = (context: Context): boolean => {
    try {
      return whom(context)
    } catch {
      return false
    }
  }
  const isBroken = (context: Context) => isMeant(context) && gets(context) === (given.kind !== 'always')
  return { whom: isMeant, gets, broken: isBroken }
}

/** Conditions that both sides of a promise may have: its own, and those of the flags. */
const about = (datafile: Datafile): fc.Arbitrary<GroupStatement> =>
  fc
    .tuple(
      aPromise(datafile),
      fc.constantFrom(...Object.values(datafile.flags).flatMap(({ rules }) => rules.map(({ when }) => when)), true),
      fc.constantFrom('own', 'theirs', 'both'),
      fc.boolean(),
    )
    .map(([given, theirs, of, negated]) => {
      const condition: Condition = of === 'own' ? given.when : of === 'theirs' ? theirs : { all: [given.when, theirs] }
      const when: Condition = negated ? { not: condition } : condition
      return { ...given, when, flag: given.flag === 'absent' ? 'alpha' : given.flag }
    })

type Told = Record<'kept' | 'broken' | 'unproven', number>
const fresh = (): Told => ({ kept: 0, broken: 0, unproven: 0 })

const holds = (datafile: Datafile, given: GroupStatement, contexts: readonly Context[], told: Told): void => {
  if (given.kind === 'keeps') return
  const verdict = prove(datafile, given, { nowMs })
  told[verdict.state] += 1
  if (verdict.state === 'broken') assertProof(asked(datafile, given, verdict.at).broken(verdict.witness))
  if (verdict.state !== 'kept') return
  for (const at of instants) expect(contexts.filter(asked(datafile, given, at).broken)).toEqual([])
}

describe('the proof of a promise about documents of other systems', () => {
  const bounds = { numRuns: runs, endOnFailure: true }

  it('is contradicted by no context, and what is broken is by its witness, of documents as importers make them', () => {
    const told = fresh()
    const aCase = aVendorPair().chain(([, datafile]) => fc.tuple(fc.constant(datafile), about(datafile)))
    fc.assert(
      fc.property(aCase, fc.array(aVendorContext(), { minLength: 10, maxLength: 20 }), ([datafile, given], contexts) =>
        holds(datafile, given, contexts as Context[], told),
      ),
      bounds,
    )
    expect(told.kept).toBeGreaterThan(runs / 12)
    expect(told.broken).toBeGreaterThan(runs / 12)
    expect(told.unproven).toBeLessThan(runs / 10)
    if (drawsMore) console.info(told)
  }, 3_600_000)

  it('is contradicted by no context, whatever documents ask', () => {
    const told = fresh()
    const aCase = aExtendedDatafile().chain((datafile) => fc.tuple(fc.constant(datafile), about(datafile)))
    fc.assert(
      fc.property(
        aCase,
        fc.array(aExtendedContext(), { minLength: 10, maxLength: 20 }),
        ([datafile, given], contexts) => holds(datafile, given, contexts as Context[], told),
      ),
      bounds,
    )
    expect(told.kept + told.broken).toBeGreaterThan(runs / 4)
    if (drawsMore) console.info(told)
  }, 3_600_000)

  it('says of a change whom it gets worse for', () => {
    let worse = 0
    const aCase = aVendorPair().chain(([before, after]) =>
      fc.tuple(fc.constant(before), fc.constant(after), about(before)),
    )
    fc.assert(
      fc.property(
        aCase,
        fc.array(aVendorContext(), { minLength: 10, maxLength: 20 }),
        ([before, after, given], contexts) => {
          const verdict = proveChange(before, after, given, { nowMs })
          const isWorse = (at: number) => {
            const [was, is] = [asked(before, given, at), asked(after, given, at)]
            return (context: Context) =>
              given.kind === 'keeps'
                ? was.whom(context) && was.gets(context) && !is.gets(context)
                : is.broken(context) && !was.broken(context)
          }
          if (verdict.state === 'broken') {
            worse += 1
            assertProof(isWorse(verdict.at)(verdict.witness))
          }
          if (verdict.state === 'kept') assertProof(!(contexts as Context[]).some(isWorse(nowMs)))
          expect(proveChange(after, after, given, { nowMs })).toEqual({ state: 'kept' })
        },
      ),
      bounds,
    )
    expect(worse).toBeGreaterThan(0)
  }, 3_600_000)

  it('of at most tells the worst group’s share, within what counting finds', () => {
    const units = Array.from({ length: 2_000 }, (_, at) => `unit ${at}`)
    const told = fresh()
    const aCase = aVendorPair().chain(([, datafile]) =>
      fc.tuple(fc.constant(datafile), about(datafile), fc.constantFrom(0, 10_000, 25_000, 50_000)),
    )
    const counted = (datafile: Datafile, given: GroupStatement, context: Context) => {
      const { whom, gets } = asked(datafile, given)
      const all = units.map((unit) => ({ ...context, targetingKey: unit, key: unit, userId: unit })).filter(whom)
      return { of: all.length, share: all.length === 0 ? 0 : all.filter(gets).length / all.length }
    }
    const margin = (of: number) => 3 / Math.sqrt(of) + 0.001
    // Scales over several references to the same user are independent in the proof, but not in a count.
    const isOne = (datafile: Datafile, given: GroupStatement) =>
      !/"in":|"split":|\["targetingKey"\]\],"contextKind|"attribute":"targetingKey"/.test(
        JSON.stringify([datafile, given]),
      )
    fc.assert(
      fc.property(
        aCase,
        fc.array(aVendorContext(), { minLength: 2, maxLength: 4 }),
        ([datafile, given, share], contexts) => {
          const verdict = prove(datafile, { ...given, kind: 'atMost', share }, { nowMs })
          told[verdict.state] += 1
          if (verdict.state === 'kept' && isOne(datafile, given))
            for (const context of contexts as Context[]) {
              const found = counted(datafile, given, context)
              if (found.of > 100) assertProof(found.share < share / 100_000 + margin(found.of))
            }
          if (verdict.state !== 'broken') return
          const { whom, gets } = asked(datafile, given, verdict.at)
          assertProof(whom(verdict.witness) && gets(verdict.witness))
          assertProof((verdict.share ?? 0) > share)
        },
      ),
      { ...bounds, numRuns: Math.ceil(runs / 2) },
    )
    expect(told.kept).toBeGreaterThan(2)
    expect(told.broken).toBeGreaterThan(2)
    if (drawsMore) console.info(told)
  }, 3_600_000)

  it('that is offered a fix keeps it with that', () => {
    const aCase = aVendorPair().chain(([, datafile]) => fc.tuple(fc.constant(datafile), about(datafile)))
    fc.assert(
      fc.property(
        aCase,
        fc.array(aVendorContext(), { minLength: 10, maxLength: 20 }),
        ([datafile, given], contexts) => {
          fc.pre(prove(datafile, given, { nowMs }).state === 'broken')
          const withFlag = (document: FlagDocument) => ({
            ...datafile,
            flags: { ...datafile.flags, [given.flag]: document },
          })
          const fix = fixOf(datafile, given, 'fixed', (document) => prove(withFlag(document), given, { nowMs }))
          fc.pre(fix !== undefined)
          const [was, is] = [asked(datafile, given), asked(withFlag(fix.document), given)]
          expect((contexts as Context[]).filter(is.broken)).toEqual([])
          for (const context of contexts as Context[])
            assertProof(was.whom(context) || is.gets(context) === was.gets(context))
        },
      ),
      // Runs until this many fixes are offered.
      { ...bounds, numRuns: Math.ceil(runs / 40) },
    )
  }, 3_600_000)
})

describe('a promise about a flag of another system', () => {
  const now = { firstOf: [], virtual: 'now' as const }
  const since = (date: string): Condition => ({
    read: now,
    test: { op: 'date.rel', rel: 'after', values: [date], date: 'js', valDate: 'js' },
  })
  const share = (percent: number) => ({
    wide: {
      point: {
        unit: { parts: [{ attribute: { firstOf: [['userId']] }, str: 'js' as const }] },
        hash: { algorithm: 'murmur3-32' as const, seed: 0 },
        norm: { kind: 'mod' as const, mod: 100, add: 1 },
      },
      bounds: '[]' as const,
      slots: [{ lo: 1, hi: percent, serve: { variant: 'on' } }],
      ...{ overflow: 'none' as const, noUnit: 'none' as const, source: { layout: 'test', weights: [] } },
    },
  })
  const proven = (flag: FlagDocument, sentence: string) => prove(stateOf([flag]), promised(sentence), { nowMs })

  it('is kept for ever, or broken at the instant at which the flag’s own clock breaks it', () => {
    const flag = aFlag('checkout').rule(since('2027-03-01T00:00:00Z'), 'on')
    const broken = proven(flag, 'nobody gets checkout on')
    expect(broken).toMatchObject({ state: 'broken', variant: 'on' })
    assertProof(broken.state === 'broken' && broken.at > Date.parse('2027-03-01T00:00:00Z'))
    expect(proven(aFlag('checkout').rule(since('2026-03-01T00:00:00Z'), 'on'), 'everyone gets checkout on')).toEqual({
      state: 'kept',
    })
  })

  it('is proven where a date is counted back from the clock, if it holds whatever that says', () => {
    const recent: Condition = {
      read: { firstOf: [['joined']] },
      test: { op: 'date.rel', rel: 'after', values: ['-7d'], date: 'js-scalar', valDate: 'relative' },
    }
    const flag = aFlag('checkout').rule({ all: [recent, { not: { segment: 'cn' } }] }, 'on')
    const state = stateOf([flag], {
      cn: { key: 'cn', included: [], excluded: [], when: { attribute: 'country', operator: 'is', values: ['CN'] } },
    })
    expect(prove(state, promised('nobody where country is CN gets checkout on'), { nowMs })).toEqual({ state: 'kept' })
    expect(prove(state, promised('nobody gets checkout on'), { nowMs }).state).not.toBe('kept')
  })

  it('counts shares by the points of that system’s line', () => {
    const flag = aFlag('checkout').rule(true, share(25))
    expect(proven(flag, 'at most 25% of everyone get checkout on')).toEqual({ state: 'kept' })
    expect(proven(flag, 'at most 24% of everyone get checkout on')).toMatchObject({ state: 'broken', share: 25_000 })
  })

  it('takes whoever is named by the unit for one person', () => {
    const named: Condition = {
      read: { firstOf: [['userId']] },
      test: { op: 'in.strict', values: ['anna'] },
    }
    const flag = aFlag('checkout').rule(named, 'on').rule(true, share(25))
    expect(proven(flag, 'at most 25% of everyone get checkout on')).toEqual({ state: 'kept' })
  })

  it('is not proven where chance decides', () => {
    const { wide } = share(50)
    const chance = { wide: { ...wide, point: { ...wide.point, hash: { algorithm: 'random' as const } } } }
    expect(proven(aFlag('checkout').rule(true, chance), 'nobody gets checkout on')).toEqual({
      ...{ state: 'unproven', because: 'extended' },
    })
  })

  it('that is an example is asked as the engine is', () => {
    const flag = aFlag('checkout').rule(since('2026-03-01T00:00:00Z'), 'on')
    expect(proven(flag, '{"targetingKey":"anna"} gets checkout on')).toEqual({ state: 'kept' })
    expect(proven(flag, '{"targetingKey":"anna"} gets checkout off')).toMatchObject({ state: 'broken', variant: 'on' })
  })
})
