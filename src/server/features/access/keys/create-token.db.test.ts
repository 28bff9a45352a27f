import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { aPerson, aProject, join } from '../../../../../tests/support/people.ts'
import { CreateServiceTokenInput } from '../../../../shared/features/access/schemas/api-token.ts'
import { allows, roles } from '../../../../shared/permissions.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { proveProject } from '../../../platform/kernel/scope.ts'
import { createServiceToken, createToken } from './create-token.ts'
import { rotateServiceToken } from './rotate-token.ts'

const { db } = await testDatabase()
const dayMs = 24 * 3_600_000
const keys = ['development', 'staging', 'production']

const someEnvironments = fc.option(fc.subarray(keys, { minLength: 1 }), { freq: 2 })
const aRole = fc.constantFrom('viewer', 'editor', 'publisher', 'admin' as const)
const aScope = fc.record({ role: aRole, environments: someEnvironments })
const someDays = fc.option(fc.integer({ min: 1, max: 366 }), { freq: 3 })

type Scope = { role: (typeof roles)[number]; environments: string[] | null }
const within = (inner: Scope, outer: Scope) =>
  roles.indexOf(inner.role) <= roles.indexOf(outer.role) &&
  (outer.environments === null ||
    (inner.environments !== null && inner.environments.every((key) => outer.environments?.includes(key))))

describe('a token', () => {
  it('says by its first letters whose it is, a person’s or a project’s; the letters that are shown are its own', async () => {
    const { project } = await aProject(db)
    const scope = { project: project.project.key, role: 'viewer' as const, environments: null }
    const own = await createToken(project, { name: 'Mine', scopes: [scope], expiresInDays: 1 })
    const service = await createServiceToken(
      project,
      CreateServiceTokenInput.parse({ ...scope, name: 'CI', expiresInDays: 1 }),
    )
    expect([own.text.slice(0, 8), service.text.slice(0, 8)]).toEqual(['fan_pat_', 'fan_svc_'])
    for (const { text, token } of [own, service]) expect(text.startsWith(token.prefix)).toBe(true)
  })

  it('never makes or rotates one that lives longer, or has a higher role or more environments', async () => {
    const { project } = await aProject(db)
    const { key } = project.project
    await fc.assert(
      fc.asyncProperty(
        fc.record({ own: aScope, asked: aScope, ownDays: someDays, askedDays: someDays, personal: fc.boolean() }),
        async ({ own, asked, ownDays, askedDays, personal }) => {
          const person = await aPerson(db, 'Bob')
          if (person.kind !== 'user') throw new Error('nobody')
          await join(db, person, key, 'admin')
          const now = new Date()
          const expiresAt = ownDays === null ? null : new Date(now.getTime() + ownDays * dayMs)
          const token: Actor = {
            kind: 'token',
            id: project.newId(),
            name: 'CI',
            person: personal ? { id: person.id, name: 'Bob', instanceRole: 'member' } : null,
            scopes: [{ project: key, ...own }],
            expiresAt,
          }
          const ctx = { ...project, actor: token, project: await proveProject(db, token, key), now: () => now }
          const input = CreateServiceTokenInput.safeParse({
            project: key,
            name: 'x',
            ...asked,
            expiresInDays: askedDays,
          })
          if (!input.success || !allows(ctx.project.role, 'member.edit')) return
          const endOf = (one: { expiresAt: string | null } | undefined) =>
            one === undefined ? -Infinity : one.expiresAt === null ? Infinity : new Date(one.expiresAt).getTime()
          const end = expiresAt?.getTime() ?? Infinity
          const made = await createServiceToken(ctx, input.data).catch(() => undefined)
          expect(made !== undefined).toBe(within(asked, own))
          expect(endOf(made?.token)).toBeLessThanOrEqual(end)
          const older = await createServiceToken({ ...project, now: () => now }, input.data)
          const rotated = await rotateServiceToken(ctx, { id: older.token.id, overlapHours: 0 }).catch(() => undefined)
          expect(rotated !== undefined).toBe(within(asked, own))
          expect(endOf(rotated?.token)).toBeLessThanOrEqual(end)
        },
      ),
      { numRuns: 60 },
    )
  })
})
