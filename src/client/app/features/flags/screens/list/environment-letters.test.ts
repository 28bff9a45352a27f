import { expect, it } from 'vitest'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import { environmentLetters } from './environment-letters.ts'

const named = (name: string): Environment => ({
  id: name,
  key: name.toLowerCase(),
  name,
  colour: 'teal',
  position: 0,
  protected: false,
  requiredApprovals: 0,
  sampling: false,
  moveLimitPer100k: null,
  revision: 0,
})

it('gives each environment the first letter of its name that is free', () => {
  const letters = environmentLetters(['Development', 'Staging', 'Production', 'Preview'].map(named))
  expect([...letters.values()].join('')).toBe('dspr')
})
