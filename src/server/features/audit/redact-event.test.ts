import { describe, expect, it } from 'vitest'
import type { Activity } from '../../../shared/features/audit/schemas/audit.ts'
import { roles } from '../../../shared/permissions.ts'
import { actionText } from '../../../shared/text/audit/act.ts'
import { canSeeEvent, redactEvent } from './redact-event.ts'

const act = (action: string): Activity => ({
  sequence: 1,
  id: '00000000-0000-7000-8000-000000000000',
  at: '2026-11-20T12:00:00.000Z',
  actor: { kind: 'user', id: 'u', name: 'Ada' },
  action,
  subject: 'shop/thing',
  project: 'shop',
  environment: null,
  before: null,
  after: { url: 'https://hooks.example.com/secret' },
})

/** The lowest role that sees the subject of such an event. */
const from = (action: string) => roles.find((role) => canSeeEvent(role, action))

describe('what an act was about', () => {
  it.each([
    ['flag.create', 'viewer'],
    ['member.add', 'viewer'],
    ['promise.save', 'viewer'],
    ['import.apply', 'admin'],
    ['key.create', 'publisher'],
    ['invitation.create', 'admin'],
    ['token.create', 'admin'],
    ['webhook.change', 'admin'],
    ['something.new', 'owner'],
    ['toString.x', 'owner'],
  ])('%s is seen from %s on', (action, role) => {
    expect(from(action)).toBe(role)
  })

  it('is whole or not there at all, and what one role sees every higher one does', () => {
    for (const action of [...Object.keys(actionText), 'something.new']) {
      for (const [rank, role] of roles.entries()) {
        const concealed = { ...act(action), subject: 'shop', before: null, after: null }
        expect(redactEvent(role, act(action))).toEqual(canSeeEvent(role, action) ? act(action) : concealed)
        const seesMore = roles.slice(0, rank).every((lower) => !canSeeEvent(lower, action) || canSeeEvent(role, action))
        expect(seesMore).toBe(true)
      }
    }
  })
})
