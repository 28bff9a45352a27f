import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MemberRole } from '../../../../../shared/features/members/schemas/member.ts'
import { membershipText } from '../../../../../shared/text/audit/membership.ts'
import { flipped, type Membership, publishing, roleAt, withRole } from './membership.ts'

const all = ['development', 'staging', 'production']
const viewer: Membership = { role: 'viewer', environments: null }

describe('the membership of a member', () => {
  it('makes a viewer an editor of the one environment that is ticked', () => {
    expect(flipped(viewer, 'staging', all)).toEqual({ role: 'editor', environments: ['staging'] })
  })
  it('makes a viewer again who keeps no environment', () => {
    expect(flipped({ role: 'publisher', environments: ['staging'] }, 'staging', all)).toEqual(viewer)
  })
  it('names no environment where the role holds in all', () => {
    const most: Membership = { role: 'editor', environments: ['development', 'staging'] }
    expect(flipped(most, 'production', all).environments).toBeNull()
  })
  it('keeps its environments from editor to publisher, and drops them for an admin', () => {
    const limited: Membership = { role: 'editor', environments: ['staging'] }
    expect(withRole(limited, 'publisher')).toEqual({ role: 'publisher', environments: ['staging'] })
    expect(withRole(limited, 'admin')).toEqual({ role: 'admin', environments: null })
  })
  it('changes in the flipped environment and in no other, unless it is an admin’s', () => {
    const roles: MemberRole[] = ['viewer', 'editor', 'publisher']
    const membership = fc.record({
      role: fc.constantFrom(...roles),
      environments: fc.option(fc.subarray(all, { minLength: 1 })),
    })
    fc.assert(
      fc.property(membership, fc.constantFrom(...all), (before, environment) => {
        const after = flipped(before, environment, all)
        for (const key of all) {
          if (before.role === 'viewer' || key !== environment) continue
          expect(roleAt(after, key)).not.toBe(roleAt(before, key))
        }
        for (const key of all.filter((one) => one !== environment)) {
          expect(roleAt(after, key)).toBe(roleAt(before, key))
        }
      }),
    )
    const admin: Membership = { role: 'admin', environments: null }
    expect(flipped(admin, 'staging', all)).toEqual(admin)
  })
  it('publishes where it is ticked and nowhere else, whatever it was before', () => {
    const standing = fc.record({
      role: fc.constantFrom<MemberRole>('viewer', 'editor'),
      environments: fc.option(fc.subarray(all, { minLength: 1 })),
    })
    fc.assert(
      fc.property(standing, fc.constantFrom(...all), (before, environment) => {
        const after = publishing(before, environment, all)
        expect(all.filter((key) => roleAt(after, key) === 'publisher')).toEqual([environment])
        expect(all.filter((key) => roleAt(after, key) === 'editor')).toEqual([])
      }),
    )
  })
  it('is said in words', () => {
    expect(membershipText({ role: 'editor', environments: ['staging'] })).toBe('editor in staging, viewer elsewhere')
  })
})
