import { describe, expect, it } from 'vitest'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { needsReview } from './needs-review.ts'
import { switchRefusal } from './switch-refusal.ts'

const production: Environment = {
  id: '01a1f9a0-64a1-7c1c-bc66-575c098585e8',
  key: 'production',
  name: 'Production',
  colour: 'orange',
  position: 2,
  protected: true,
  requiredApprovals: 1,
  sampling: false,
  moveLimitPer100k: null,
  revision: 1,
}
const on: FlagDocument = {
  key: 'checkout',
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules: [],
  otherwise: { variant: 'on' },
  salt: 's',
  visibleToClients: false,
}
const off = { ...on, on: false }

describe('a publish needs review', () => {
  it('where approvals are required, whoever publishes', () => {
    expect([needsReview('owner', production, off, on), needsReview('editor', production, off, on)]).toEqual([
      true,
      true,
    ])
  })

  it('where nothing is required but the person may not publish there', () => {
    const open = { ...production, requiredApprovals: 0 }
    expect([needsReview('publisher', open, off, on), needsReview('editor', open, off, on)]).toEqual([false, true])
  })

  it('not when a publisher only turns off', () => {
    expect([needsReview('publisher', production, on, off), needsReview('editor', production, on, off)]).toEqual([
      false,
      true,
    ])
  })

  it('never in an environment that is not protected', () => {
    expect(needsReview('editor', { ...production, protected: false }, off, on)).toBe(false)
  })
})

describe('a switch', () => {
  it('says to a viewer who may, and lets an editor ask', () => {
    expect([switchRefusal('viewer', production), switchRefusal('editor', production)]).toEqual([
      'Changing this in Production requires the editor role or higher. Your role is viewer; an admin can change it.',
      undefined,
    ])
  })
})
