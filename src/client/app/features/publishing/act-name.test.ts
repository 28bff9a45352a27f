import { describe, expect, it } from 'vitest'
import { aFlag } from '../../../../../tests/support/builders.ts'
import { actName, switchPublishedText } from './act-name.ts'

const status = { subject: 'status', before: 'on', after: 'off' }

describe('the name of a publish', () => {
  it.each([
    [[status], 'Turn off in Production'],
    [[status, { subject: 'when off', before: 'off', after: 'on' }], 'Publish to Production'],
    [[], 'Publish to Production'],
  ])('%j is %s', (differences, name) => {
    expect(actName(differences, 'Production')).toBe(name)
  })
})

describe('what is said of a switch', () => {
  const off = aFlag('hero').switchedOff()
  it.each([
    [off, aFlag('hero'), 'Turned on hero in Production'],
    [aFlag('hero'), off, 'Turned off hero in Production'],
    [off, aFlag('hero').serving('on'), undefined],
    [off, off, undefined],
  ])('%#', (before, after, said) => {
    expect(switchPublishedText(before, after, 'Production')).toBe(said)
  })
})
