import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag, aSegment, where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { evaluateStatement, promised } from '../../../../tests/support/promises.ts'
import { headOf, publishNow } from '../../../../tests/support/publications.ts'
import { draws, drawsMore } from '../../../../tests/support/seed.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { SavePromiseInput } from '../../../shared/features/promises/schemas/promise.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument, Rule } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { archiveMany } from '../flags/archive-many.ts'
import { restoreMany } from '../flags/restore-many.ts'
import { documentsIn } from '../promises/queries.ts'
import { saveInvariant } from '../promises/save-invariant.ts'
import { createSegment } from '../segments/create-segment.ts'
import { datafileOf } from './check-invariants.ts'
import { publish } from './publish.ts'
import { restoreRevision } from './restore-revision.ts'

const { db } = await testDatabase(4)

const sentences = {
  cn: 'nobody where country is CN gets checkout on',
  staff: 'everyone in segment staff gets search on',
}
const people = ['anna', 'bob'].flatMap((targetingKey) => ['CN', 'NO'].map((country) => ({ targetingKey, country })))
const express = ['checkout', 'search', 'express'] as const
type Key = (typeof express)[number]

/** Actions of a member who may publish but may not break promises. */
type Act =
  | { readonly does: 'rules' | 'requires'; readonly flag: Key; readonly pick: number }
  | { readonly does: 'off' | 'on' | 'answersOff'; readonly flag: Key; readonly pick: number }
  | {
      readonly does: 'whileOff' | 'segment' | 'back' | 'archive' | 'unarchive' | 'knowingly'
      readonly flag: Key
      readonly pick: number
    }

const anAct: fc.Arbitrary<Act> = fc.record({
  does: fc.constantFrom(
    ...(['rules', 'rules', 'requires', 'off', 'off', 'on', 'on', 'whileOff', 'answersOff', 'segment', 'back'] as const),
    ...(['archive', 'unarchive', 'knowingly'] as const),
  ),
  flag: fc.constantFrom(...express),
  pick: fc.nat({ max: 1_000 }),
})

const rules: readonly (readonly Rule[])[] = [
  [],
  [{ id: 'staff', when: { segment: 'staff' }, serve: { variant: 'on' } }],
  [{ id: 'cn', when: where('country', 'is', 'CN'), serve: { variant: 'off' } }],
  [{ id: 'all', when: true, serve: { variant: 'on' } }],
  [{ id: 'is-off', when: { not: { flag: 'express', variants: ['on'] } }, serve: { variant: 'on' } }],
  [
    { id: 'asks', when: { flag: 'express', variants: ['on'] }, serve: { variant: 'on' } },
    { id: 'rest', when: true, serve: { variant: 'off' } },
  ],
]

/** An environment that keeps both promises, with flags that the promised flag depends on. */
const aWorld = async (): Promise<EnvironmentCtx> => {
  const { project } = await aProject(db)
  for (const flag of express) await aLiveFlag(project, flag)
  const ctx = await inEnvironment(project)
  const document = { included: ['anna'], excluded: [], when: null }
  await createSegment(ctx, { project: ctx.project.key, key: 'staff', name: 'staff', description: '', document })
  const at = (key: Key, ...own: Rule[]): Entry => ({
    ...{ kind: 'flag', key },
    document: {
      ...aFlag(key),
      on: true,
      rules: own,
      otherwise: { variant: 'off' },
      offVariant: 'off',
      prerequisites: [],
    },
  })
  await publishNow(ctx, [at('checkout'), at('search', ...(rules[1] ?? [])), at('express')])
  for (const [key, sentence] of Object.entries(sentences)) {
    const environments = [ctx.environment.key]
    await saveInvariant(
      ctx,
      SavePromiseInput.parse({ project: ctx.project.key, key, name: key, sentence, environments }),
    )
  }
  return ctx
}

describe('promises that refuse', () => {
  it('hold after every act, but for whom turning off takes away and who is broken by name with a reason', async () => {
    const told = { done: 0, refused: 0, knowingly: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(anAct, { minLength: 25, maxLength: 25 }), async (acts) => {
        const ctx = await aWorld()
        const knowingly = new Set<string>()
        for (const act of acts) {
          try {
            if (!(await done(ctx, act))) continue
            told.done += 1
            if (act.does === 'knowingly') {
              for (const key of Object.keys(sentences)) knowingly.add(key)
              told.knowingly += 1
            }
          } catch (problem) {
            if (!(problem instanceof FanionError)) throw problem
            if (problem.code.startsWith('promise/')) told.refused += 1
          }
          const { documents } = await documentsIn(db, ctx.environment)
          const state = datafileOf({ project: ctx.project.key, environment: ctx.environment.key }, documents)
          const allOn = express.every((key) => state.flags[key]?.on === true)
          for (const [key, sentence] of Object.entries(sentences)) {
            const statement = promised(sentence)
            if (statement.kind === 'example') continue
            const broken = people.filter(evaluateStatement(state, statement).broken)
            if (broken.length === 0 && allOn) knowingly.delete(key)
            if (broken.length === 0 || knowingly.has(key)) continue
            // no user gets a denied value, and a promised value is lost only by turning off
            expect({ act, key, isOff: statement.kind === 'always' && isOff(state.flags, statement.flag) }).toEqual({
              act,
              key,
              isOff: true,
            })
          }
        }
      }),
      { numRuns: draws(4), endOnFailure: true },
    )
    expect(told.done).toBeGreaterThan(20)
    expect(told.refused).toBeGreaterThan(0)
    if (drawsMore) console.info(told)
  }, 600_000)
})

const isOff = (flags: Readonly<Record<string, FlagDocument>>, key: string): boolean => {
  const flag = flags[key]
  return flag === undefined || !flag.on || flag.prerequisites.some((one) => isOff(flags, one.flag))
}

/** Tries an act. Returns false if there was nothing to do. */
async function done(ctx: EnvironmentCtx, { does, flag, pick }: Act): Promise<boolean> {
  const { documents } = await documentsIn(db, ctx.environment)
  const found = documents.find(({ kind, key }) => kind === 'flag' && key === flag)
  // Safe cast: a flag's document.
  const document = found?.document as FlagDocument | undefined
  const put = async (edit: Partial<FlagDocument>, reason?: string) => {
    if (document === undefined) return false
    const entries: Entry[] = [{ kind: 'flag', key: flag, document: { ...document, ...edit } }]
    const broken = { promises: Object.keys(sentences), reason: reason ?? '' }
    await publish(ctx, {
      base: await headOf(ctx),
      message: '',
      entries,
      ...(reason !== undefined && { break: broken }),
    })
    return true
  }
  const own = rules[pick % rules.length] ?? []
  // skips rules that would create a cycle
  const some = own.filter(({ id }) => flag !== 'express' || (id !== 'is-off' && id !== 'asks'))
  switch (does) {
    case 'rules':
      return put({ rules: [...some] })
    case 'knowingly':
      return pick % 6 === 0 && put({ rules: [...some] }, 'the regulator asked')
    case 'requires':
      return (
        flag !== 'express' && put({ prerequisites: pick % 2 === 0 ? [] : [{ flag: 'express', variants: ['off'] }] })
      )
    case 'off':
      return put({ on: false })
    case 'on':
      return put({ on: true })
    case 'whileOff':
      for (const edit of [{ on: false }, { on: false, rules: [...some] }, { on: true, rules: [...some] }])
        await put(edit)
      return true
    case 'answersOff':
      return put({ offVariant: pick % 2 === 0 ? 'on' : 'off' })
    case 'segment': {
      const staff = aSegment('staff', { included: pick % 2 === 0 ? ['anna'] : ['anna', 'bob'] }) as SegmentDocument
      await publishNow(ctx, [{ kind: 'segment', key: 'staff', document: staff }])
      return true
    }
    case 'back': {
      const head = await headOf(ctx)
      await restoreRevision(ctx, { to: 2 + (pick % (head - 1)), base: head, message: '' })
      return true
    }
    case 'archive':
      await archiveMany(ctx, { flags: [flag] })
      return true
    case 'unarchive':
      await restoreMany(ctx, { flags: [flag], asItWas: pick % 2 === 0 })
      return true
  }
}
