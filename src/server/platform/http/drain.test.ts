import { expect, it } from 'vitest'
import { Drain } from './drain.ts'

it('a server on its way out first says so, and then leaves', () => {
  const drain = new Drain()
  const phase = () => [drain.announced, drain.gone]
  expect(phase()).toEqual([false, false])
  drain.announce()
  expect(phase()).toEqual([true, false])
  drain.go()
  expect(phase()).toEqual([true, true])
})
