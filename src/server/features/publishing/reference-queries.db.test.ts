import { beforeAll, describe, expect, it } from 'vitest'
import { aFlag } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { headNumberOf } from './history-queries.ts'
import { publish } from './publish.ts'
import { dependentsOf, reachableFrom } from './reference-queries.ts'

const keys = ['payments', 'checkout', 'express'] as const
type Key = (typeof keys)[number]
const flag = (key: Key) => ({ kind: 'flag' as const, key })

const { db } = await testDatabase()
/** Environments with the same flags but different dependencies. */
const places: { environment: EnvironmentCtx['environment']; needs: readonly (readonly [Key, Key])[] }[] = []

beforeAll(async () => {
  const ways = [
    [
      ['checkout', 'payments'],
      ['express', 'checkout'],
    ],
    [['payments', 'express']],
    [],
  ] as const
  const projects = [(await aProject(db)).project, (await aProject(db)).project]
  for (const [at, project] of projects.entries()) {
    for (const key of keys) await aLiveFlag(project, key)
    for (const [turn, name] of ['development', 'staging'].entries()) {
      const there = await inEnvironment(project, name)
      const needs = ways[(at + turn) % ways.length] ?? []
      const entries = needs.map(([from, to]) => ({ ...flag(from), document: aFlag(from).requiring(to, 'on') }))
      const base = await headNumberOf(db, there.environment)
      if (entries.length > 0) await publish(there, { base, message: 'Tied', entries })
      places.push({ environment: there.environment, needs })
    }
  }
})

describe('what names what', () => {
  it('is told of one environment, directly and at any depth', async () => {
    for (const { environment, needs } of places) {
      const after = (reached: readonly string[]): string[] => {
        const all = new Set([...reached, ...needs.flatMap(([from, to]) => (reached.includes(from) ? [to] : []))])
        return all.size === reached.length ? [...all].sort() : after([...all])
      }
      for (const key of keys) {
        const dependents = await dependentsOf(db, environment, [flag(key)])
        expect(dependents.map((one) => one.key)).toEqual(needs.flatMap(([from, to]) => (to === key ? [from] : [])))
        const reached = await reachableFrom(db, environment, [flag(key)])
        expect(reached.map((one) => one.key).sort()).toEqual(after([key]))
        // a segment with the same key is a different subject
        expect(await dependentsOf(db, environment, [{ kind: 'segment', key }])).toEqual([])
        expect(await reachableFrom(db, environment, [{ kind: 'segment', key }])).toEqual([{ kind: 'segment', key }])
      }
      expect(await dependentsOf(db, environment, [])).toEqual([])
      expect(await reachableFrom(db, environment, [])).toEqual([])
    }
  })
})
