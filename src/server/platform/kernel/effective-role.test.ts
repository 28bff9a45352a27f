import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../../shared/permissions.ts'
import type { Actor } from './actor.ts'
import { type EffectiveRole, effectiveRoleIn } from './effective-role.ts'

const environments = fc.option(fc.uniqueArray(fc.constantFrom('dev', 'staging', 'prod'), { minLength: 1 }), {
  nil: null,
})
const access = fc.record({ role: fc.constantFrom<Role>('viewer', 'editor', 'publisher', 'admin'), environments })
const rank = (role: Role | undefined) => (role ? roles.indexOf(role) : -1)
/** The role in an environment, computed like the rest of the server does. */
const roleAt = (where: EffectiveRole | undefined, environment: string): Role | undefined =>
  where && (where.environments === null || where.environments.includes(environment) ? where.role : 'viewer')

const tokenOf = (instanceRole: 'owner' | 'member', scope: EffectiveRole): Actor => ({
  kind: 'token',
  id: 't',
  name: 'CI',
  person: { id: 'p', name: 'Ada', instanceRole },
  scopes: [{ project: 'shop', role: scope.role, environments: scope.environments && [...scope.environments] }],
})

describe('the effective role of a token', () => {
  it('never exceeds its person nor its scope, in any environment', () => {
    fc.assert(
      fc.property(access, access, fc.constantFrom('dev', 'staging', 'prod'), (membership, scope, environment) => {
        const held = rank(roleAt(effectiveRoleIn(tokenOf('member', scope), 'shop', membership), environment))
        expect(held).toBeLessThanOrEqual(rank(roleAt(membership, environment)))
        expect(held).toBeLessThanOrEqual(rank(roleAt(scope, environment)))
      }),
    )
  })

  it('is nothing in a project outside its scopes, owners included', () => {
    expect(effectiveRoleIn(tokenOf('owner', { role: 'admin', environments: null }), 'bank', null)).toBeUndefined()
  })

  it('ends with the membership of its person', () => {
    expect(effectiveRoleIn(tokenOf('member', { role: 'admin', environments: null }), 'shop', null)).toBeUndefined()
  })
})
