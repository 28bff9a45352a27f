import { expect, it } from 'vitest'
import { ListExperimentRunsInput } from './experiment.ts'

it('earlier runs are asked for as a client asks that reads page by page', () => {
  const asked = { project: 'shop', experiment: 'pay-now', cursor: 6, direction: 'forward' }
  expect(ListExperimentRunsInput.parse(asked)).toEqual(asked)
})
