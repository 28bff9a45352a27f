import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../../tests/support/arbitraries.ts'
import { aFlag, aSegment, split, stateOf, where } from '../../../../tests/support/builders.ts'
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
import type { Context } from '../../schemas/context.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import { prove, proveChange, type Verdict } from './prove.ts'

const proven = (datafile: Datafile, sentence: string): Verdict => prove(datafile, promised(sentence), { nowMs })

describe('the proof of a promise', () => {
  it('that says kept is contradicted by no context, and one that says broken is by its witness', () => {
    const told = { kept: 0, broken: 0, unproven: 0 }
    const aCase = aDatafile().chain((datafile) => fc.tuple(fc.constant(datafile), aPromise(datafile)))
    fc.assert(
      fc.property(aCase, fc.array(aContext(), { minLength: 20, maxLength: 40 }), ([datafile, given], contexts) => {
        if (given.kind === 'keeps') return
        const verdict = prove(datafile, given, { nowMs })
        told[verdict.state] += 1
        if (verdict.state === 'broken')
          assertProof(evaluateStatement(datafile, given, verdict.at).broken(verdict.witness))
        if (verdict.state !== 'kept') return
        for (const at of [nowMs, nowMs + 29 * day, nowMs + 400 * day]) {
          const { broken } = evaluateStatement(datafile, given, at)
          expect(contexts.filter(broken)).toEqual([])
        }
      }),
      { numRuns: runs, endOnFailure: true },
    )
    expect(told.kept).toBeGreaterThan(runs / 12)
    expect(told.broken).toBeGreaterThan(runs / 12)
    expect(told.unproven).toBeLessThan(runs / 5)
    if (drawsMore) console.info(told)
  }, 3_600_000)

  it('of a change says whom it gets worse for, and nothing of those for whom it was broken before', () => {
    const aCase = fc
      .tuple(aDatafile(), aDatafile())
      .map(([one, two]): [Datafile, Datafile] => {
        const segments = { ...two.segments, ...one.segments }
        return [
          { ...one, segments },
          { ...one, segments, flags: { ...one.flags, ...two.flags } },
        ]
      })
      .chain(([before, after]) => fc.tuple(fc.constant(before), fc.constant(after), aPromise(before)))
    let worse = 0
    fc.assert(
      fc.property(aCase, fc.array(aContext(), { minLength: 20, maxLength: 40 }), ([before, after, given], contexts) => {
        const verdict = proveChange(before, after, given, { nowMs })
        const isWorse = (at: number) => {
          const [was, is] = [evaluateStatement(before, given, at), evaluateStatement(after, given, at)]
          return (context: Context) =>
            given.kind === 'keeps'
              ? was.whom(context) && was.gets(context) && !is.gets(context)
              : is.broken(context) && !was.broken(context)
        }
        if (verdict.state === 'broken') {
          worse += 1
          assertProof(isWorse(verdict.at)(verdict.witness))
        }
        if (verdict.state === 'kept') assertProof(!contexts.some(isWorse(nowMs)))
        expect(proveChange(after, after, given, { nowMs })).toEqual({ state: 'kept' })
      }),
      { numRuns: runs, endOnFailure: true },
    )
    expect(worse).toBeGreaterThan(runs / 20)
  }, 3_600_000)

  it('of at most tells the worst group’s share, within what counting finds', () => {
    const units = Array.from({ length: 3_000 }, (_, at) => `unit ${at}`)
    const aCase = aDatafile()
      .filter((datafile) => !JSON.stringify(datafile).includes('"by"'))
      .chain((datafile) => fc.tuple(fc.constant(datafile), aPromise(datafile), fc.constantFrom(0, 10_000, 50_000)))
      .filter(([, { when }]) => !JSON.stringify(when).includes('"by"'))
    const told = { kept: 0, broken: 0 }
    const counted = (datafile: Datafile, given: GroupStatement, context: Context) => {
      const { whom, gets } = evaluateStatement(datafile, given)
      const all = units.map((targetingKey) => ({ ...context, targetingKey })).filter(whom)
      return { of: all.length, share: all.length === 0 ? 0 : all.filter(gets).length / all.length }
    }
    // Six standard deviations of the least certain share: far more than chance explains.
    const margin = (of: number) => 3 / Math.sqrt(of) + 0.001
    fc.assert(
      fc.property(aCase, fc.array(aContext(), { minLength: 2, maxLength: 4 }), ([datafile, given, share], contexts) => {
        const verdict = prove(datafile, { ...given, kind: 'atMost', share }, { nowMs })
        if (verdict.state === 'kept') {
          told.kept += 1
          for (const context of contexts) {
            // Rules that test or name the targeting key create groups of their own.
            if (JSON.stringify([datafile, given.when]).includes('"attribute":"targetingKey"')) continue
            const found = counted(datafile, given, context)
            if (found.of > 100) assertProof(found.share < share / 100_000 + margin(found.of))
          }
        }
        if (verdict.state === 'broken' && verdict.at === nowMs) {
          told.broken += 1
          const { whom, gets } = evaluateStatement(datafile, given)
          assertProof(whom(verdict.witness) && gets(verdict.witness))
          assertProof((verdict.share ?? 0) > share)
          if (JSON.stringify([datafile, given.when]).includes('"attribute":"targetingKey"')) return
          if (verdict.witness.targetingKey === undefined) return
          const found = counted(datafile, given, verdict.witness)
          if (found.of > 100) assertProof(Math.abs(found.share - Number(verdict.share) / 100_000) < margin(found.of))
        }
      }),
      { numRuns: Math.ceil(runs / 2), endOnFailure: true },
    )
    expect(told.kept).toBeGreaterThan(2)
    expect(told.broken).toBeGreaterThan(2)
  }, 3_600_000)
})

describe('a promise', () => {
  const staff = { staff: aSegment('staff', { included: ['anna'] }) }
  const onForStaff = aFlag('checkout').rule({ segment: 'staff' }, 'on')

  it('about a segment is kept by the rule that serves it, and broken by one above it', () => {
    expect(proven(stateOf([onForStaff], staff), 'everyone in segment staff gets checkout on')).toEqual({
      state: 'kept',
    })
    const above = aFlag('checkout')
      .rule(where('country', 'is', 'CN'), 'off')
      .rule({ segment: 'staff' }, 'on')
    expect(proven(stateOf([above], staff), 'everyone in segment staff gets checkout on')).toMatchObject({
      state: 'broken',
      witness: { country: 'CN', targetingKey: 'anna' },
      variant: 'off',
      rule: 0,
    })
  })

  it('about a group counts each group by itself, and not those who are named', () => {
    const sentence = 'at most 25% of everyone where plan is free get checkout on'
    const quarter = split({ on: 25_000, off: 75_000 })
    expect(proven(stateOf([aFlag('checkout').rule(where('plan', 'is', 'free'), quarter)]), sentence)).toEqual({
      state: 'kept',
    })
    const norway = aFlag('checkout')
      .rule(where('country', 'is', 'NO'), 'on')
      .rule(true, quarter)
    expect(proven(stateOf([norway]), sentence)).toMatchObject({ share: 100_000, witness: { country: 'NO' } })
    const named = aFlag('checkout')
      .rule(where('targetingKey', 'is', 'anna'), 'on')
      .rule(true, quarter)
    expect(proven(stateOf([named]), sentence)).toEqual({ state: 'kept' })
    // Two independent bucket spaces: 20 %, and then 20 % of the rest.
    const twice = aFlag('checkout')
      .rule(true, { split: { point: { salt: 'a' }, parts: [{ variant: 'on', from: 0, to: 20_000 }] } })
      .rule(true, { split: { point: { salt: 'b' }, parts: [{ variant: 'on', from: 0, to: 20_000 }] } })
    expect(proven(stateOf([twice]), sentence)).toMatchObject({ share: 36_000 })
  })

  it('is for every instant from now on', () => {
    const flag = aFlag('checkout')
      .rule(where('signedUp', 'newerThan', '30d'), 'off')
      .rule(where('signedUp', 'is', '2026-11-19T00:00:00Z'), 'on')
    expect(proven(stateOf([flag]), 'nobody where signedUp is "2026-11-19T00:00:00Z" gets checkout on')).toMatchObject({
      state: 'broken',
      witness: { signedUp: '2026-11-19T00:00:00Z' },
    })
    const verdict = proven(stateOf([flag]), 'nobody where signedUp is "2026-11-19T00:00:00Z" gets checkout on')
    expect(verdict.state === 'broken' && verdict.at).toBeGreaterThanOrEqual(Date.parse('2026-12-19T00:00:00Z'))
  })

  it('is proven where tests of texts cannot be so at once', () => {
    const flag = aFlag('checkout').rule(where('email', 'endsWith', '@acme.org'), 'on')
    expect(proven(stateOf([flag]), 'nobody where email ends with @partner.com gets checkout on')).toEqual({
      state: 'kept',
    })
    expect(proven(stateOf([flag]), 'nobody where email contains partner gets checkout on')).toMatchObject({
      state: 'broken',
      witness: { email: expect.stringMatching(/partner.*@acme\.org$/) },
    })
  })

  it('is not proven where it asks for a segment that is not there', () => {
    expect(proven(stateOf([onForStaff], staff), 'everyone in segment beta gets checkout on')).toEqual({
      state: 'unproven',
      because: 'unknown',
    })
  })

  it('about a flag that is not there speaks of the program’s own default', () => {
    expect(proven(stateOf([]), 'nobody gets checkout on')).toEqual({ state: 'kept' })
    expect(proven(stateOf([]), 'everyone gets checkout default in code')).toEqual({ state: 'kept' })
    expect(proven(stateOf([]), 'everyone where flag checkout is on gets other on')).toEqual({ state: 'kept' })
  })

  it('that is an example is what the engine answers', () => {
    const example = (variant: string) => `{"targetingKey":"anna"} gets checkout ${variant}`
    expect(proven(stateOf([onForStaff], staff), example('on'))).toEqual({ state: 'kept' })
    expect(proven(stateOf([onForStaff], staff), example('off'))).toMatchObject({ variant: 'on', rule: 0 })
    expect(proven(stateOf([onForStaff], staff), `${example('on')} at 2030-01-01T00:00Z`)).toEqual({ state: 'kept' })
  })

  it('that keeps is broken by whoever loses what they had', () => {
    const statement = promised('nobody where plan is pro loses checkout on')
    const had = stateOf([aFlag('checkout').rule(where('plan', 'isOneOf', 'pro', 'max'), 'on')])
    const fewer = stateOf([aFlag('checkout').rule(where('plan', 'is', 'max'), 'on')])
    expect(proveChange(had, fewer, statement, { nowMs })).toMatchObject({ state: 'broken', witness: { plan: 'pro' } })
    expect(proveChange(fewer, had, statement, { nowMs })).toEqual({ state: 'kept' })
  })

  it('that takes too many steps is not proven, the same everywhere', () => {
    const statement = promised('everyone in segment staff gets checkout on')
    expect(prove(stateOf([onForStaff], staff), statement, { nowMs, steps: 5 })).toEqual({
      state: 'unproven',
      because: 'steps',
    })
  })
})
