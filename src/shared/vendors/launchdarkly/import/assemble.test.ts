import { describe, expect, it } from 'vitest'
import { readLaunchDarkly } from './assemble.ts'

const summary = { on: true, archived: false, salt: 'abc', version: 3, _summary: { prerequisites: 0, variations: {} } }
const whole = { on: true, salt: 'abc', offVariation: 1, fallthrough: { variation: 0 }, rules: [], targets: [] }
const told = (environments: object) => ({
  name: 'flags.json',
  value: { items: [{ key: 'a', variations: [{ value: true }, { value: false }], environments }] },
})

describe('an answer of the management API', () => {
  it('that is a summary is no rules: its environment is left out, and that is said', () => {
    const parts = [told({ production: whole, staging: summary })]
    const { environments, notes } = readLaunchDarkly.assemble(parts, {}, 0)
    expect(environments.map(({ name }) => name)).toEqual(['production'])
    expect(notes).toContainEqual(expect.stringMatching(/^Rules of staging .*env=staging&summary=0/))
    expect(() => readLaunchDarkly.assemble([told({ production: summary })], {}, 0)).toThrow('summary=0')
  })
})
