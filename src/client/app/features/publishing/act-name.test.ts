import { describe, expect, it } from 'vitest'
import { actName } from './act-name.ts'

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
