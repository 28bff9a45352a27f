import { describe } from 'vitest'
import { tellsOtherAnswers } from '../../../tests/support/other-answers.ts'
import { whatWouldChange } from './what-if.ts'

describe('what would change an answer', () => {
  tellsOtherAnswers(whatWouldChange)
})
