import { describe, expect, it } from 'vitest'
import { actDetails } from './act-details.ts'

const flag = { key: 'checkout', type: 'boolean', on: false, variants: { on: true, off: false }, offVariant: 'off' }
const document = {
  ...flag,
  prerequisites: [],
  rules: [],
  otherwise: { variant: 'on' },
  salt: 's',
  visibleToClients: false,
}

describe('the details of an act', () => {
  it('are what a publish changed, and its message', () => {
    const entries = [{ kind: 'flag', key: 'checkout', document: { ...document, on: true } }]
    const event = {
      action: 'revision.publish',
      before: { 'flag/checkout': document },
      after: { message: 'Go', entries },
    }
    expect(actDetails(event)).toEqual({ lines: ['checkout: status: off → on'], quote: 'Go' })
  })

  it('are what a reviewer said', () => {
    expect(actDetails({ action: 'change.approve', before: null, after: { body: 'Fine.' } }).quote).toBe('Fine.')
  })

  it('are the roles of a member before and after', () => {
    const event = { action: 'member.set-role', before: { role: 'editor' }, after: { role: 'admin' } }
    expect(actDetails(event).lines).toEqual(['editor → admin'])
  })
})
