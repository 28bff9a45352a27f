import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, where } from '../../../tests/support/builders.ts'
import { everyModule as profiles } from '../../../tests/support/every-module.ts'
import { aExtendedContext, aExtendedDatafile } from '../../../tests/support/extended-arbitraries.ts'
import { suiteSeed as seed } from '../../../tests/support/seed.ts'
import { type Datafile, Datafile as DatafileSchema } from '../schemas/datafile.ts'
import type { Json } from '../schemas/keys.ts'
import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { explain } from './explain.ts'
import { recompile } from './recompile.ts'

const junk = fc.constantFrom<Json | undefined>(undefined, null, 0, -1, 'x', '', true, [], {}, [null], { op: 'nothing' })

/** Copies a JSON value and replaces one node, selected by following `choices`. Undefined removes it. */
const spoilt = (node: unknown, choices: readonly number[], by: Json | undefined): unknown => {
  const [choice, ...rest] = choices
  if (typeof node !== 'object' || node === null || choice === undefined) return by
  const keys = Object.keys(node)
  const key = keys[choice % Math.max(1, keys.length)]
  if (key === undefined) return by
  const copy: Record<string, unknown> | unknown[] = Array.isArray(node) ? [...node] : { ...node }
  // Safe cast: keys are indices of a list, or names of an object.
  const holder = copy as Record<string, unknown>
  const next = spoilt(holder[key], rest, by)
  if (next === undefined && !Array.isArray(copy)) delete holder[key]
  else holder[key] = next
  return copy
}

const anyDatafile = fc.oneof(
  fc.tuple(aDatafile(), fc.array(aContext(), { minLength: 3, maxLength: 3 })),
  fc.tuple(aExtendedDatafile(), fc.array(aExtendedContext(), { minLength: 3, maxLength: 3 })),
)

describe('a malformed document', () => {
  it(`is no exception, and both engines agree wherever the schema finds nothing wrong (FANION_SEED=${seed})`, () => {
    const choices = fc.array(fc.nat(20), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(anyDatafile, choices, junk, fc.boolean(), ([datafile, contexts], path, by, inFlag) => {
        const whole = inFlag
          ? { ...datafile, flags: spoilt(datafile.flags, path, by) ?? {} }
          : { ...datafile, segments: spoilt(datafile.segments, path, by) ?? {} }
        // Cast: the test needs an invalid datafile.
        const broken = whole as unknown as Datafile
        if (Array.isArray(broken.flags) || typeof broken.flags !== 'object' || typeof broken.segments !== 'object')
          return
        const sound = DatafileSchema.safeParse(broken).success
        const compiled = compile(broken, profiles)
        for (const key of Object.keys(broken.flags)) {
          for (const context of contexts) {
            const { errorCode, variant, reason } = evaluate(compiled, key, context, 0)
            const explained = explain(broken, key, context, 0, undefined, profiles).outcome
            expect(explained.flag).toBe(key)
            if (!sound) continue
            expect([explained.errorCode, explained.variant, explained.reason]).toEqual([errorCode, variant, reason])
          }
        }
      }),
      { seed, numRuns: 250 },
    )
  })

  it('spoils its own flag only', () => {
    const good = aFlag('good').serving('on')
    const bad = aFlag('bad').rule(where('plan', 'nearly' as never, 'pro'), 'on')
    const datafile = { flags: { good, bad }, segments: {} } as unknown as Datafile
    const compiled = compile(datafile)
    expect(evaluate(compiled, 'bad', {}, 0)).toMatchObject({ errorCode: 'PARSE_ERROR', value: undefined })
    expect(evaluate(compiled, 'good', {}, 0)).toMatchObject({ errorCode: null, value: true })
  })

  it('counts as a failed prerequisite', () => {
    const bad = aFlag('bad').rule(where('plan', 'nearly' as never, 'pro'), 'on')
    const after = aFlag('after').requiring('bad', 'on', 'off').serving('on')
    const compiled = compile({ flags: { bad, after }, segments: {} } as unknown as Datafile)
    expect(evaluate(compiled, 'after', {}, 0)).toMatchObject({ reason: 'PREREQUISITE_FAILED', prerequisite: 'bad' })
  })
})

describe('a flag that needs a part of the engine that is not loaded', () => {
  const semver = aFlag('semver').rule(where('app', 'versionAtLeast', '2.0.0'), 'on')
  const wide = aFlag('wide').rule({ read: { firstOf: [['plan']] }, test: { op: 'present' } }, 'on')
  const child = aFlag('child').requiring('semver', 'on').serving('on')
  const datafile = { flags: { semver, wide, child }, segments: {} } as unknown as Datafile

  it('is not ready, which is no fault of its document', () => {
    const compiled = compile(datafile)
    for (const key of ['semver', 'wide']) {
      expect(evaluate(compiled, key, {}, 0)).toMatchObject({ errorCode: 'PROVIDER_NOT_READY', value: undefined })
    }
    expect(explain(datafile, 'wide', {}, 0).outcome).toMatchObject({ errorCode: 'PROVIDER_NOT_READY' })
  })

  it('is compiled as soon as it is, with whatever requires it', () => {
    const compiled = compile(datafile)
    expect(evaluate(compiled, 'semver', { app: '2.1.0' }, 0).errorCode).toBe('PROVIDER_NOT_READY')
    expect(evaluate(compiled, 'child', { app: '2.1.0' }, 0).reason).toBe('PREREQUISITE_FAILED')
    const after = recompile(compiled, datafile, { flags: {}, segments: {} }, profiles)
    expect(evaluate(after, 'semver', { app: '2.1.0' }, 0)).toMatchObject({ variant: 'on', rule: { index: 0 } })
    expect(evaluate(after, 'child', { app: '2.1.0' }, 0)).toMatchObject({ variant: 'on' })
  })
})
