import { describe, expect, it } from 'vitest'
import { aFlag, where } from '../../../../tests/support/builders.ts'
import { rampInEdit } from './ramp-in-edit.ts'

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))

describe('what of an edit can come step by step', () => {
  const flag = aFlag()
    .rule(where('plan', 'is', 'pro'), 'off')
    .serving('off')

  it('is the rule that serves another variant; the rest of the edit stays in the document', () => {
    const [rule] = flag.rules
    const after = plain(
      flag.with({ visibleToClients: true, rules: rule ? [{ ...rule, serve: { variant: 'on' } }] : [] }),
    )
    const found = rampInEdit(plain(flag), after)
    expect(found).toMatchObject({ rule: 'r1', to: 'on', before: 'off' })
    expect(found?.document).toEqual(plain(flag.with({ visibleToClients: true })))
  })

  it('is everyone else, where they get another variant', () => {
    expect(rampInEdit(flag, flag.serving('on'))).toMatchObject({ rule: null, to: 'on', before: 'off' })
  })

  it('is everyone, where a flag without rules is turned on', () => {
    const off = aFlag().serving('on').switchedOff()
    const found = rampInEdit(off, aFlag().serving('on'))
    expect(found).toMatchObject({ rule: null, to: 'on', before: 'off' })
    expect(found?.document).toMatchObject({ on: true, otherwise: { variant: 'off' } })
  })

  it('is nothing where two parts serve something else, the audience changed, or the flag goes off', () => {
    const [rule] = flag.rules
    const served = rule ? [{ ...rule, serve: { variant: 'on' } }] : []
    const about = rule ? [{ ...rule, when: true as const, serve: { variant: 'on' } }] : []
    expect([
      rampInEdit(flag, flag.with({ rules: served }).serving('on')),
      rampInEdit(flag, flag.with({ rules: about })),
      rampInEdit(flag, flag.switchedOff().serving('on')),
      rampInEdit(flag, flag),
    ]).toEqual([undefined, undefined, undefined, undefined])
  })
})
